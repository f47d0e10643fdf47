// Reads FBX files.
#pragma once

#include <filesystem>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Fills everything but name and path. Every node becomes a joint; a vertex keeps its four strongest joints,
/// normalized; tracks are linear. The unit and up axis of the file are applied at the root, so that the model is in
/// meters with +Y up. Images are read from `folder` and below only. Throws ImportError.
void fillFbxModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                  const ImportWatch& watch);

}  // namespace app
