// The cameras and lights of an FBX scene.
#ifndef APP_IMPORT_FBX_FBX_VIEWS_H
#define APP_IMPORT_FBX_FBX_VIEWS_H

#include "app/import/fbx/fbx_nodes.h"
#include "app/model/model.h"

namespace app {

/// Adds those of its nodes, by the node's name. The model must have its skeleton and meshes.
void addFbxViews(const FbxScene& scene, const FbxNodes& nodes, Model& model);

}  // namespace app

#endif  // APP_IMPORT_FBX_FBX_VIEWS_H
