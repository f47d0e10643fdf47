// What VRM 0.x, VRM 1.0 and VRM animations say beside glTF: the body, its expressions and where it faces.
#ifndef APP_IMPORT_GLTF_GLTF_VRM_H
#define APP_IMPORT_GLTF_GLTF_VRM_H

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// Fills the body, expressions and frontYaw of a model that has its skeleton and instances. Entries that name no node,
/// mesh or morph target are left out and reported.
void readVrm(const GltfDocument& document, Model& model);

}  // namespace app

#endif  // APP_IMPORT_GLTF_GLTF_VRM_H
