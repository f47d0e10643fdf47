// Models that are not glTF: FBX, Collada and BVH, as the importer library brings them.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/import/file/file_bytes.h"
#include "app/model/model.h"

namespace app {

/// Whether a file of this ending (".fbx", in lower case) is read here.
bool isAssimpFormat(std::string_view extension);

/// Fills a model that has its name and path. Every node becomes a joint; each mesh of the file is a mesh with one
/// primitive; weights are normalised over the four strongest joints of a vertex; tracks are linear. The unit and the
/// upward axis that an FBX file states are taken into account at the root, so that metres and +Y come out. Pictures are
/// only read from `folder` and below it. Throws ImportError.
void fillAssimpModel(Model& model, ByteSpan file, std::string_view extension, const std::filesystem::path& folder,
                     const ImportWatch& watch = {});

}  // namespace app
