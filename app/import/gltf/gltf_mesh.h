// Reads meshes from a glTF document itself: attributes of any component type, morph targets, joints, weights, indices.
#ifndef APP_IMPORT_GLTF_GLTF_MESH_H
#define APP_IMPORT_GLTF_GLTF_MESH_H

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Vertex i is element i of POSITION. Attributes that do not match POSITION are left out and reported. A
/// vertex has four joints (JOINTS_0), with `allInfluences` (--influences all) those of every set; what is left out is
/// reported. Throws ImportError for a vertex index out of range.
Mesh readGltfMesh(const GltfDocument& document, std::size_t meshIndex, bool allInfluences, ImportReport& report,
                  const ImportWatch& watch = {});

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_MESH_H
