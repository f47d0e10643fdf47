#include "app/import/fbx/fbx_visibility.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "app/import/file/import_limits.h"
#include "app/model/hidden_meshes.h"

namespace app {
namespace {

bool hasCurve(const FbxScene& scene, const FbxObject& model) {
  for (const FbxLink& node : scene.sourcesOf(model.id)) {
    if (node.property != "Visibility" || node.object->kind != "AnimationCurveNode") continue;
    const std::vector<FbxLink>& curves = scene.sourcesOf(node.object->id);
    if (std::ranges::any_of(curves, [](const FbxLink& link) { return link.object->kind == "AnimationCurve"; }))
      return true;
  }
  return false;
}

}  // namespace

void addFbxVisibility(const FbxScene& scene, const FbxNodes& nodes, Model& model) {
  std::vector<bool> isHidden(nodes.nodes.size()), hidesMeshes(nodes.nodes.size());
  std::vector<float> rests;
  for (std::size_t i = 0; i < nodes.nodes.size(); ++i) {  // parents first
    const FbxNode& node = nodes.nodes[i];
    const FbxObject* const object = node.model;
    const bool inherits = object == nullptr || scene.number(*object, "Visibility Inheritance", 1) != 0;
    isHidden[i] = inherits && node.parent >= 0 && isHidden[static_cast<std::size_t>(node.parent)];
    if (object == nullptr) continue;
    const bool isVisible = scene.number(*object, "Visibility", 1) >= 0.5;
    const bool isFirst = nodes.nodeOf(object) == static_cast<int>(i);
    if (isFirst && model.sceneValues.size() < limits::kSceneValues && hasCurve(scene, *object)) {
      model.sceneValues.push_back({.property = SceneProperty::Shown, .of = static_cast<int>(i)});
      rests.push_back(isVisible ? 1.0f : 0.0f);
    } else if (!isVisible) {
      isHidden[i] = true;
    }
    hidesMeshes[i] = isHidden[i] || scene.number(*object, "Show", 1) == 0;
  }
  hideMeshes(model, hidesMeshes, "hidden in the file, so it is not drawn", "hidden in the file, so they are not drawn");
  std::erase_if(model.lights,
                [&](const FileLight& light) { return hidesMeshes[static_cast<std::size_t>(light.node)]; });
  addSceneValues(model, rests);
}

}  // namespace app
