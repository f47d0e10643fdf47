// Finds golden traces and their models, and compares poses with them.
#ifndef TESTS_SUPPORT_GOLDEN_FILES_H
#define TESTS_SUPPORT_GOLDEN_FILES_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace app::test {

/// $CROSSFADE_GOLDEN alone if it is set; otherwise the project's tests/golden, and shared/golden next to the checkout.
std::vector<std::filesystem::path> goldenFolders();
/// $CROSSFADE_MODELS if it is set, else shared/models next to the checkout; and always the project's own models.
std::vector<std::filesystem::path> modelFolders();
bool goldenFolderIsGiven();

struct PoseTrace {
  std::filesystem::path file;
  nlohmann::json trace;
  std::optional<std::filesystem::path> model;  // empty: in none of the folders
};

/// F_S.json in a pose/ folder belongs to the model F/<trace.model>.
PoseTrace readPoseTrace(const std::filesystem::path& file);
std::vector<std::filesystem::path> poseTraceFiles();

/// Differences of up to 1e-4 of these are allowed.
struct PoseTolerance {
  double position = 1;  // for world translations and vertices: max(1, the longest side of the rest bounds)
};
PoseTolerance toleranceOf(const nlohmann::json& trace);

/// One sentence for each number in `ours` that differs from `theirs`, at most `limit`. Compares those of local, world,
/// morph, palettes, vertices and weights that `theirs` has. The sign of a quaternion does not matter; elements of
/// `theirs` that are not numbers are skipped.
std::vector<std::string> differences(const nlohmann::json& theirs, const nlohmann::json& ours,
                                     const PoseTolerance& tolerance, std::size_t limit = 5);

}  // namespace app::test

#endif  // TESTS_SUPPORT_GOLDEN_FILES_H
