// The door of the import room: a file becomes a Model, or one sentence that says why it does not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "app/import/file/import_progress.h"
#include "app/model/model.h"
#include "crossfade/base/result.h"

namespace app {

struct ImportOptions {
  bool allInfluences = false;          // use JOINTS_1 and up as well; three.js, and so the default, uses JOINTS_0 only
  ImportProgress* progress = nullptr;  // where to say how far it is; whoever lends it keeps it until the import returns
};

/// Opens a glTF 2.0 file (.gltf, .glb, .vrm, .vrma; told apart by content), or an .fbx, .dae or .bvh as the importer
/// library brings it. The file and what it names are read once and nothing outside the file's folder is touched. The
/// error names the file, the place and the value. Throws nothing. May take seconds and hundreds of megabytes for a file
/// near the limits (import_limits.h), so call it off the main thread.
crossfade::Result<Model> importModel(const std::filesystem::path& file, const ImportOptions& options = {});

/// The same for a self-contained document in memory, called `name` in messages.
crossfade::Result<Model> importModel(const std::string& name, std::span<const std::byte> bytes,
                                     const ImportOptions& options = {});

}  // namespace app
