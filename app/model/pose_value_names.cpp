#include "app/model/pose_value_names.h"

#include <algorithm>
#include <cstddef>

#include "app/model/material.h"

namespace app {

std::vector<std::string> poseValueNames(const Model& model) {
  std::vector<std::string> names(model.restMorphWeights.size());
  for (const MeshInstance& instance : model.instances) {
    const std::string node = model.skeleton.name(instance.node);
    const std::vector<std::string>& targets = model.meshes[static_cast<std::size_t>(instance.mesh)].morphTargetNames;
    for (std::size_t i = 0; i < targets.size(); ++i)
      names[static_cast<std::size_t>(instance.morphOffset) + i] = node + "/" + targets[i];
  }
  for (const MaterialValue& value : model.materialValues) {
    std::string start = model.materials[static_cast<std::size_t>(value.material)].name + "/" + nameOf(value.property);
    if (isOfTexture(value.property)) start += " " + std::to_string(value.texture);
    for (int i = 0; i < sizeOf(value.property); ++i)
      names[static_cast<std::size_t>(value.offset + i)] = start + "/" + std::to_string(i);
  }
  for (const SceneValue& value : model.sceneValues)
    for (int i = 0; i < sizeOf(value.property); ++i)
      names[static_cast<std::size_t>(value.offset + i)] = model.skeleton.name(jointOf(model, value)) + "/" +
                                                          nameOf(value.property) +
                                                          (sizeOf(value.property) > 1 ? "/" + std::to_string(i) : "");
  return names;
}

double strengthOf(const Expression& expression, std::span<const float> values) {
  const ExpressionBind& bind = expression.binds.front();
  const float value = values[static_cast<std::size_t>(bind.morph)];
  return std::clamp(static_cast<double>((value - bind.rest) / bind.weight), 0.0, 1.0);
}

std::string nameOfJointOrValue(const Model& model, int joint, int value) {
  if (joint >= 0) return model.skeleton.name(joint);
  return value >= 0 ? poseValueNames(model)[static_cast<std::size_t>(value)] : "";
}

}  // namespace app
