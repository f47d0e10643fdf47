// What every subcommand begins with: a model from a path, the bundled character, a script from a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/format/script.h"
#include "app/host/terminal/exit_code.h"
#include "app/import/import_model.h"
#include "app/session/shapes/shape_scene.h"

namespace app {

/// The whole file, or the sentence that names it.
crossfade::Result<std::string> readTextFile(const std::string& path);

/// An empty path means the bundled character. The clips of further files are added by the names of their joints.
crossfade::Result<Model> loadModel(const std::string& path, const ImportOptions& options = {},
                                   const std::vector<std::string>& clipFiles = {});
/// Whether a file was made to give its clips to another model: it has nothing to be seen, or only what stands for
/// bones.
bool isMotionOnly(const Model& model);

/// The error names the file.
crossfade::Result<Script> loadScript(const std::string& path, const Model& model);

/// Whether the name ends as files of shapes do: .json or .svg.
bool isShapesFile(const std::string& path);
/// The shapes of a file, in place of all there are; of a .json with its settings. The error names the file.
crossfade::Result<shapes::ImportShapes> loadShapes(const std::string& path);
/// All key shapes as .svg or, under any other name, with the settings as .json. Written beside the file and renamed.
crossfade::Result<void> saveShapes(const std::string& path, const ShapeScene& scene);

/// "crossfade: <sentence>" on stderr, one line each.
ExitCode fail(const std::string& sentence, ExitCode code = ExitCode::Failed);
void warn(const std::string& sentence);

}  // namespace app
