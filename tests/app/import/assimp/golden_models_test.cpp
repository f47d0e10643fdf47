// What assimp makes of the models that three.js's traces are of: the table in docs/formats.md.
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/import/assimp/assimp_model.h"
#include "app/import/import_model.h"
#include "tests/support/golden_files.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

constexpr std::array<const char*, 4> kOutcomes{"crash assimp", "are refused", "have clips that differ",
                                               "have the same clips"};
constexpr const char* kByChance = "normalizedOutputs.gltf";  // assimp reads beyond its keys: refused or wrong
using Counts = std::array<int, kOutcomes.size()>;

/// Index into kOutcomes.
std::size_t outcomeOf(const std::filesystem::path& file) {
  const auto model = importModel(file, {.imageHeadersOnly = true, .importer = Importer::Assimp});
  if (!model) return model.error().message.find("crashed on it") != std::string::npos ? 0 : 1;
  bool compares = false;
  for (const ReportLine& line : model->report.lines) {
    compares = compares || line.what.find("our own reader") != std::string::npos;
    if (compares && line.location.starts_with("clip ")) return 2;
  }
  EXPECT_TRUE(compares) << file;
  return 3;
}

/// The rows of the table.
Counts documented() {
  std::ifstream stream(test::sourceFolder() / "docs/formats.md");
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  Counts counts{};
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    std::smatch row;
    if (std::regex_search(text, row, std::regex("\\| " + std::string(kOutcomes[i]) + " \\| (\\d+) \\|")))
      counts[i] = std::stoi(row[1]);
    else
      ADD_FAILURE() << "no row for models that " << kOutcomes[i];
  }
  return counts;
}

TEST(AssimpGolden, MakesOfTheModelsWhatTheDocsSay) {
  if (!assimpVersion().starts_with("5.2.")) GTEST_SKIP() << "counted with assimp 5.2.5, which calls itself 5.2.4";
  std::set<std::filesystem::path> models;
  for (const auto& trace : test::poseTraceFiles())
    if (const auto model = test::readPoseTrace(trace).model) models.insert(*model);
  if (models.size() < 100) GTEST_SKIP() << "most models are not here";
  Counts counts{};
  for (const auto& model : models)
    if (model.filename() != kByChance) ++counts[outcomeOf(model)];
  EXPECT_EQ(counts, documented());
}

}  // namespace
}  // namespace app
