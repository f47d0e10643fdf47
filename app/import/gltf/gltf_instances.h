// Reads EXT_mesh_gpu_instancing: a node whose mesh is drawn many times.
#ifndef APP_IMPORT_GLTF_GLTF_INSTANCES_H
#define APP_IMPORT_GLTF_GLTF_INSTANCES_H

#include "app/import/gltf/gltf_document.h"

namespace app {

/// Gives each instance a node of its own below the node that has them, after the nodes of the file. Instances above
/// limits::kInstances are dropped; if the instance attributes cannot be read, the mesh is drawn once. Both are
/// reported.
void addInstanceNodes(GltfDocument& document, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_INSTANCES_H
