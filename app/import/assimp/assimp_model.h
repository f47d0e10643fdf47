// Reads a model as assimp does: the formats that we have no reader of, and every other one when asked to.
#pragma once

#include <filesystem>
#include <string>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/model.h"

namespace app {

/// Nodes, meshes, skins, morph targets, clips with every key, materials, textures, cameras and lights. `bytes` is the
/// content of `file`; files that it names are read from its folder or below. Throws ImportError.
void fillAssimpModel(Model& model, const std::filesystem::path& file, ByteSpan bytes, bool imageHeadersOnly,
                     const ImportWatch& watch);

/// Of the library that is loaded: "5.2.5".
std::string assimpVersion();

}  // namespace app
