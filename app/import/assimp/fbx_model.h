// Reads FBX: meshes, materials and textures with assimp, everything that moves them from the file itself (../fbx).
#ifndef APP_IMPORT_ASSIMP_FBX_MODEL_H
#define APP_IMPORT_ASSIMP_FBX_MODEL_H

#include <filesystem>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// As fillAssimpModel() in assimp_model.h.
void fillFbxModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                  const ImportWatch& watch);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_FBX_MODEL_H
