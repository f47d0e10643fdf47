// The cameras and lights of an FBX scene, and what it hides.
#pragma once

#include "app/import/fbx/fbx_nodes.h"
#include "app/import/fbx/fbx_scene.h"
#include "app/model/model.h"

namespace app {

/// Adds those of its nodes, by the node's name. The model must have its skeleton and meshes.
void addFbxViews(const FbxScene& scene, const FbxNodes& nodes, Model& model);

/// Hides the meshes and lights of a model that has all of them, and says so in its report: of nodes whose Show is 0; of
/// nodes whose Visibility is 0, and of all below that inherit it. Visibilities with curves become Model::sceneValues,
/// with the file's own value as the rest value.
void addFbxVisibility(const FbxScene& scene, const FbxNodes& nodes, Model& model);

}  // namespace app
