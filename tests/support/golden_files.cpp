#include "tests/support/golden_files.h"
#include "tests/support/source_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace app::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr double kTolerance = 1e-4;
constexpr double kMorphTolerance = 1e-5;

const fs::path kSource = sourceFolder();

std::optional<fs::path> fromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  if (!value || !*value) return std::nullopt;
  return fs::path(value);
}

/// Compares values, each with its own tolerance, and collects the differences.
class Comparison {
 public:
  Comparison(std::vector<std::string>& found, std::size_t limit) : found_(found), limit_(limit) {}

  void sameLength(const std::string& location, const Json& theirs, const Json& ours) {
    if (theirs.size() != ours.size())
      say(location + ": " + std::to_string(ours.size()) + " elements, not " + std::to_string(theirs.size()));
  }
  void number(const std::string& location, const Json& theirs, const Json& ours, double allowed) {
    if (!theirs.is_number()) return;  // traces store NaN as text
    const double difference = ours.is_number() ? std::abs(theirs.get<double>() - ours.get<double>()) : NAN;
    if (!(difference <= allowed))
      say(location + ": " + ours.dump() + ", not " + theirs.dump() + " (allowed " + Json(allowed).dump() + ")");
  }
  bool full() const { return found_.size() >= limit_; }

 private:
  void say(std::string what) {
    if (!full()) found_.push_back(std::move(what));
  }
  std::vector<std::string>& found_;
  std::size_t limit_;
};

double largest(const Json& numbers, std::size_t first, std::size_t count) {
  double result = 0;
  for (std::size_t i = first; i < first + count; ++i)
    if (numbers[i].is_number()) result = std::max(result, std::abs(numbers[i].get<double>()));
  return result;
}

void compareLocal(Comparison& c, const std::string& location, const Json& theirs, const Json& ours) {
  double dot = 0;
  for (std::size_t i = 3; i < 7; ++i)
    if (theirs[i].is_number()) dot += theirs[i].get<double>() * ours[i].get<double>();
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const bool rotation = i >= 3 && i < 7;
    const Json mine = rotation && dot < 0 ? Json(-ours[i].get<double>()) : ours[i];
    const double size = theirs[i].is_number() ? std::abs(theirs[i].get<double>()) : 1;
    c.number(location + "[" + std::to_string(i) + "]", theirs[i], mine, kTolerance * std::max(1.0, size));
  }
}

void compareMatrix(Comparison& c, const std::string& location, const Json& theirs, const Json& ours,
                   double positionSize) {
  const double linear = largest(theirs, 0, 9);
  for (std::size_t i = 0; i < 12; ++i)
    c.number(location + "[" + std::to_string(i) + "]", theirs[i], ours[i],
             kTolerance * (i < 9 ? linear : positionSize));
}

}  // namespace

bool goldenFolderIsGiven() { return fromEnvironment("CROSSFADE_GOLDEN").has_value(); }

std::vector<fs::path> goldenFolders() {
  if (const auto given = fromEnvironment("CROSSFADE_GOLDEN")) return {*given};
  return {kSource / "tests/golden", kSource.parent_path() / "shared/golden"};
}

std::vector<fs::path> modelFolders() {
  const fs::path models = fromEnvironment("CROSSFADE_MODELS").value_or(kSource.parent_path() / "shared/models");
  return {models, kSource / "tests/golden/models", kSource};  // the last for assets/character.glb
}

std::vector<fs::path> poseTraceFiles() {
  std::vector<fs::path> files;
  for (const fs::path& folder : goldenFolders()) {
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(folder / "pose", missing))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

PoseTrace readPoseTrace(const fs::path& file) {
  std::ifstream stream(file);
  PoseTrace result{file, Json::parse(stream), std::nullopt};
  const fs::path model = result.trace["model"].get<std::string>();
  const std::string name = file.stem().string();
  const std::string ending = "_" + model.stem().string();
  if (!name.ends_with(ending)) return result;
  for (const fs::path& folder : modelFolders()) {
    const fs::path candidate = folder / name.substr(0, name.size() - ending.size()) / model;
    if (fs::is_regular_file(candidate)) {
      result.model = candidate;
      break;
    }
  }
  return result;
}

PoseTolerance toleranceOf(const Json& trace) {
  std::array<double, 3> low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  for (const Json& box : trace["entries"][0].value("bounds", Json::array()))
    for (std::size_t i = 0; i < 3; ++i) {
      if (box[i].is_number()) low[i] = std::min(low[i], box[i].get<double>());
      if (box[i + 3].is_number()) high[i] = std::max(high[i], box[i + 3].get<double>());
    }
  PoseTolerance tolerance;
  for (std::size_t i = 0; i < 3; ++i)
    if (high[i] > low[i]) tolerance.position = std::max(tolerance.position, high[i] - low[i]);
  return tolerance;
}

std::vector<std::string> differences(const Json& theirs, const Json& ours, const PoseTolerance& tolerance,
                                     std::size_t limit) {
  std::vector<std::string> found;
  Comparison c(found, limit);
  const auto each = [&](const char* member, auto compare) {
    if (!theirs.contains(member)) return;
    const Json& a = theirs[member];
    const Json& b = ours.at(member);
    c.sameLength(member, a, b);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && !c.full(); ++i) {
      const std::string location = std::string(member) + "[" + std::to_string(i) + "]";
      if (a[i].is_array()) c.sameLength(location, a[i], b[i]);
      if (!c.full()) compare(location, a[i], b[i]);
    }
  };
  each("local", [&](const std::string& location, const Json& a, const Json& b) { compareLocal(c, location, a, b); });
  each("world", [&](const std::string& location, const Json& a, const Json& b) {
    compareMatrix(c, location, a, b, tolerance.position);
  });
  each("palettes", [&](const std::string& location, const Json& a, const Json& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      compareMatrix(c, location + "[" + std::to_string(i) + "]", a[i], b[i], tolerance.position);
  });
  each("morph", [&](const std::string& location, const Json& a, const Json& b) {
    for (std::size_t i = 0; i < a.size(); ++i) c.number(location, a[i], b[i], kMorphTolerance);
  });
  each("vertices", [&](const std::string& location, const Json& a, const Json& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      c.number(location + "[" + std::to_string(i) + "]", a[i], b[i], kTolerance * tolerance.position);
  });
  each("weights", [&](const std::string& location, const Json& a, const Json& b) { c.number(location, a, b, 1e-6); });
  return found;
}

}  // namespace app::test
