// Opens a file with assimp: one format only, and no file outside the model's folder.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_FILES_H
#define APP_IMPORT_ASSIMP_ASSIMP_FILES_H

#include <filesystem>
#include <string_view>

#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"

namespace app {

/// Reads the scene with the importers that assimp has for the extension of `file`, whose content is `bytes`, and
/// triangulates it, in steps between which the import can be canceled. Files that it names are looked for in its folder
/// and below, as images are (file/texture_search.h). The scene belongs to `importer`. Null: the importer says why.
const aiScene* openWithAssimp(Assimp::Importer& importer, const std::filesystem::path& file, ByteSpan bytes,
                              const ImportWatch& watch);

/// The sentence for a file that assimp rejected with `text`, with the location and a way out. `format`: "FBX".
std::string assimpFault(std::string_view text, std::string_view format);

/// Of the library that is loaded: "5.2.5".
std::string assimpVersion();

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_FILES_H
