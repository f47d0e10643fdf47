// Where golden traces and their models are found, and how poses are held against them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace app::test {

/// $CROSSFADE_GOLDEN alone when it is set; else the project's own tests/golden, and shared/golden beside the checkout.
std::vector<std::filesystem::path> goldenFolders();
/// $CROSSFADE_MODELS when it is set, else shared/models beside the checkout; the project's own models always.
std::vector<std::filesystem::path> modelFolders();
bool goldenFolderIsGiven();

struct PoseTrace {
  std::filesystem::path file;
  nlohmann::json trace;
  std::optional<std::filesystem::path> model;  // nothing: its model is in none of the folders
};

/// F_S.json in a folder's pose/ belongs to the model F/<trace.model>.
PoseTrace readPoseTrace(const std::filesystem::path& file);
std::vector<std::filesystem::path> poseTraceFiles();

/// Allowed differences of one trace: 1e-4 of these.
struct PoseTolerance {
  double position = 1;  // translations in the world and vertices: max(1, the longest side of the rest bounds)
};
PoseTolerance toleranceOf(const nlohmann::json& trace);

/// Sentences about the numbers of `ours` that are not those of `theirs`; the members that both have are compared:
/// local, world, morph, palettes, vertices, weights. Quaternions are equal up to sign; what is not a number in `theirs`
/// is not compared. At most `limit`.
std::vector<std::string> differences(const nlohmann::json& theirs, const nlohmann::json& ours,
                                     const PoseTolerance& tolerance, std::size_t limit = 5);

}  // namespace app::test
