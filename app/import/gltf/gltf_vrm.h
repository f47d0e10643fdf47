// What VRM 0.x, VRM 1.0 and VRM animations say beside glTF: the body, its expressions and where it faces.
#ifndef APP_IMPORT_GLTF_GLTF_VRM_H
#define APP_IMPORT_GLTF_GLTF_VRM_H

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Fills the body, expressions and frontYaw of a model that has its skeleton, instances and materials. Entries that
/// name no node, mesh, morph target or material are left out and reported. What expressions change of materials is
/// added to `values`, which will follow the morph weights.
void readVrm(const GltfDocument& document, Model& model, GltfMaterialValues& values);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_VRM_H
