// The document as the importer library gets to see it: a binary glTF written anew from what was inspected.
#pragma once

#include <string>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// What the copy calls things, so that what comes back can be told apart even where the file's names are equal or
/// empty.
std::string copyNodeName(std::size_t node);
std::string copyMeshName(std::size_t mesh);

/// One buffer, packed accessors, no URIs, no extensions, no sparse data: only values whose size and range were checked
/// reach the library, which crashes on several valid and many broken files. Nodes are named by number, all roots stand
/// in one scene, and what the library cannot take or is never asked for (skins, joints, weights, morph targets,
/// materials) is left out; the exact pass reads that. Animations keep their names and raw values.
Bytes writeAssimpCopy(const GltfDocument& document, const std::vector<Mesh>& gltfMeshes,
                      const std::vector<GltfClip>& clips, const ImportWatch& watch = {});

/// Whether a primitive is in the copy: the library refuses a whole document for one without faces.
bool isInCopy(const Primitive& primitive);

}  // namespace app
