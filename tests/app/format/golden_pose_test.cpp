// Every trace of three.js is matched: same entries, same clip times, same cross-fades.
#include <cstdio>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "app/format/pose_json.h"
#include "app/import/import_model.h"
#include "tests/support/golden_files.h"
#include "tests/support/source_folder.h"

namespace app::test {
namespace {

using Json = nlohmann::json;

/// Differences of all poses of a trace, each prefixed with its entry and pose; adds to the count of poses.
std::vector<std::string> compareTrace(const Json& theirs, const Json& ours, int& poses) {
  const PoseTolerance tolerance = toleranceOf(theirs);
  std::vector<std::string> found;
  for (std::size_t e = 0; e < theirs["entries"].size(); ++e) {
    const Json& entry = theirs["entries"][e];
    const Json& mine = ours["entries"][e];
    const bool single = !entry.contains("poses");
    for (std::size_t p = 0; p < (single ? 1 : entry["poses"].size()); ++p) {
      ++poses;
      for (const std::string& text :
           differences(single ? entry : entry["poses"][p], single ? mine : mine["poses"][p], tolerance))
        found.push_back("entry " + std::to_string(e) + ", pose " + std::to_string(p) + ": " + text);
    }
  }
  return found;
}

std::string firstLines(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 8); ++i) text += "\n  " + lines[i];
  return text + (lines.size() > 8 ? "\n  and " + std::to_string(lines.size() - 8) + " more" : "");
}

/// Traces that other tests compare: interpolants, mixer scenarios, clip tools.
bool holdsMixerTraces() {
  for (const auto& folder : goldenFolders()) {
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
      if (entry.path().extension() == ".json") return true;
  }
  return false;
}

TEST(GoldenPose, EveryTraceIsMatched) {
  int poses = 0;
  std::set<std::filesystem::path> models;
  for (const auto& file : poseTraceFiles()) {
    SCOPED_TRACE(file.filename().string());
    const PoseTrace trace = readPoseTrace(file);
    if (!trace.model) {
      std::printf("missing model of trace %s: %s\n", file.filename().c_str(),
                  trace.trace["model"].get<std::string>().c_str());
      continue;
    }
    auto model = importModel(*trace.model);
    ASSERT_TRUE(model) << model.error().message;
    Session session(std::move(*model));
    const auto ours = tracePosesLike(session, trace.trace);
    ASSERT_TRUE(ours) << ours.error().message;
    EXPECT_EQ((*ours)["nodes"].size(), trace.trace["nodes"].size());
    EXPECT_EQ((*ours)["clipsInFile"], trace.trace["clipsInFile"]);
    const auto found = compareTrace(trace.trace, *ours, poses);
    EXPECT_TRUE(found.empty()) << found.size() << " differences:" << firstLines(found);
    models.insert(*trace.model);
  }
  std::printf("compared %d poses of %zu models\n", poses, models.size());
  if (goldenFolderIsGiven()) {
    EXPECT_TRUE(poses > 0 || holdsMixerTraces()) << "CROSSFADE_GOLDEN holds nothing that can be compared";
  }
}

/// One value of each kind, altered by 1e-3, must be detected.
TEST(GoldenPose, DetectsAnAlteredValue) {
  auto model = importModel(sourceFolder() / "assets/character.glb");
  ASSERT_TRUE(model) << model.error().message;
  Session session(std::move(*model));
  const double times[] = {0.0, 0.25};
  const auto trace = tracePosesOfClip(session, 0, times);
  ASSERT_TRUE(trace) << trace.error().message;
  int poses = 0;
  EXPECT_TRUE(compareTrace(*trace, *trace, poses).empty());
  for (const char* number : {"/local/3/5", "/local/2/0", "/world/5/0", "/world/5/10", "/palettes/0/4/8",
                             "/palettes/0/4/11", "/vertices/0/7"}) {
    Json altered = *trace;
    Json& value = altered["entries"][1]["poses"][1][Json::json_pointer(number)];
    value = value.get<double>() + 1e-3;
    EXPECT_FALSE(compareTrace(altered, *trace, poses).empty()) << number;
  }
}

}  // namespace
}  // namespace app::test
