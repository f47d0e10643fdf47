// Reads FBX and COLLADA, partly through assimp, and BVH without it. Runs in the helper process (import/isolated).
#ifndef APP_IMPORT_ASSIMP_ASSIMP_MODEL_H
#define APP_IMPORT_ASSIMP_ASSIMP_MODEL_H

#include <filesystem>
#include <string_view>

#include "app/import/file/file_bytes.h"
#include "app/model/model.h"

namespace app {

/// Whether files with this extension (".fbx", in lower case) are read here.
bool isAssimpFormat(std::string_view extension);

/// Fills everything but name and path. Every node becomes a joint, every mesh a mesh with one primitive; a vertex keeps
/// its four strongest joints, normalized; tracks are linear. The unit and up axis of an FBX file are applied at the
/// root, so that the model is in meters with +Y up. Images are read from `folder` and below only. Throws ImportError.
void fillAssimpModel(Model& model, ByteSpan file, std::string_view extension, const std::filesystem::path& folder,
                     bool imageHeadersOnly = false, const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_MODEL_H
