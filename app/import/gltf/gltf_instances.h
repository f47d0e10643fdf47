// Reads EXT_mesh_gpu_instancing: a node whose mesh is drawn many times.
#ifndef APP_IMPORT_GLTF_GLTF_INSTANCES_H
#define APP_IMPORT_GLTF_GLTF_INSTANCES_H

#include "app/import/gltf/gltf_document.h"

namespace app {

/// Adds one child node per instance to the node that is instanced; the new nodes come after the file's. Instances above
/// limits::kInstances are dropped; if the instance attributes cannot be read, the mesh is drawn once. Both are
/// reported.
void addInstanceNodes(GltfDocument& document, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_INSTANCES_H
