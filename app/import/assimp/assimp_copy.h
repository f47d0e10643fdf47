// Writes the copy of a validated glTF document that assimp reads in place of the file.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_COPY_H
#define APP_IMPORT_ASSIMP_ASSIMP_COPY_H

#include <string>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/gltf_clips.h"
#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Names in the copy are unique, unlike those of the file, so that what assimp returns can be matched.
std::string copyNodeName(std::size_t node);
std::string copyMeshName(std::size_t mesh);

/// A .glb with one buffer, packed accessors, no URIs, no extensions and no sparse data: assimp, which crashes on some
/// valid and many broken files, sees only values of checked size and range. All roots are in one scene. Skins, joints,
/// weights, morph targets and materials are left out: we read those ourselves. Animations keep their names and raw
/// values.
Bytes writeAssimpCopy(const GltfDocument& document, const std::vector<Mesh>& gltfMeshes,
                      const std::vector<GltfClip>& clips, const ImportWatch& watch = {});

/// Whether all nodes of the copy are roots: assimp recurses over the tree, and a deep one would overflow the stack.
bool isFlattened(const GltfDocument& document);

/// Whether the copy has the primitive: assimp rejects a whole document for a primitive without faces.
bool isInCopy(const Primitive& primitive);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_COPY_H
