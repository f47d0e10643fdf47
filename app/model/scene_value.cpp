#include "app/model/scene_value.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/model/model.h"

namespace app {
namespace {

constexpr std::array kNames{"visibility",  "field of view",   "width of view", "height of view", "near plane",
                            "light color", "light intensity", "light range",   "inner cone",     "outer cone"};
static_assert(kNames.size() == kScenePropertyCount);

constexpr float kLeastFov = 1e-3f, kMostFov = 3.1f;  // radians
constexpr float kLeastSize = 1e-6f;                  // meters

float componentOf(const SceneValue& value, std::span<const float> values, int component = 0) {
  return values[static_cast<std::size_t>(value.offset + component)];
}

/// For each joint: the offsets of the values that hide it, its own and those of the joints above.
std::vector<std::vector<int>> hidersOf(const Model& model) {
  std::vector<std::vector<int>> all(static_cast<std::size_t>(model.skeleton.jointCount()));
  for (const SceneValue& value : model.sceneValues)
    if (value.property == SceneProperty::Shown) all[static_cast<std::size_t>(value.of)].push_back(value.offset);
  for (std::size_t joint = 0; joint < all.size(); ++joint)
    if (const int parent = model.skeleton.parents()[joint]; parent >= 0) {
      const std::vector<int>& above = all[static_cast<std::size_t>(parent)];
      all[joint].insert(all[joint].end(), above.begin(), above.end());
    }
  return all;
}

}  // namespace

const char* nameOf(SceneProperty property) { return kNames[static_cast<std::size_t>(property)]; }

int sizeOf(SceneProperty property) { return property == SceneProperty::LightColor ? 3 : 1; }

FileCamera cameraIn(const Model& model, int camera, std::span<const float> values) {
  FileCamera result = model.cameras[static_cast<std::size_t>(camera)];
  for (const SceneValue& value : model.sceneValues) {
    if (!isOfCamera(value.property) || value.of != result.inFile) continue;
    const float now = componentOf(value, values);
    if (value.property == SceneProperty::VerticalFov) result.verticalFov = std::clamp(now, kLeastFov, kMostFov);
    if (value.property == SceneProperty::HalfWidth) result.halfSize.x = std::max(now, kLeastSize);
    if (value.property == SceneProperty::HalfHeight) result.halfSize.y = std::max(now, kLeastSize);
    if (value.property == SceneProperty::NearPlane) result.nearPlane = std::max(now, 0.0f);
  }
  return result;
}

FileLight lightIn(const Model& model, int light, std::span<const float> values) {
  FileLight result = model.lights[static_cast<std::size_t>(light)];
  for (const SceneValue& value : model.sceneValues) {
    if (!isOfLight(value.property) || value.of != result.inFile) continue;
    const float now = std::max(componentOf(value, values), 0.0f);
    if (value.property == SceneProperty::LightColor)
      for (int i = 0; i < 3; ++i) result.color[i] = std::max(componentOf(value, values, i), 0.0f);
    if (value.property == SceneProperty::LightIntensity) result.intensity = now;
    if (value.property == SceneProperty::LightRange) result.range = now;
    if (value.property == SceneProperty::InnerCone) result.innerCone = now;
    if (value.property == SceneProperty::OuterCone) result.outerCone = now;
  }
  return result;
}

int jointOf(const Model& model, const SceneValue& value) {
  if (value.property == SceneProperty::Shown) return value.of;
  for (const FileCamera& camera : model.cameras)
    if (isOfCamera(value.property) && camera.inFile == value.of) return camera.node;
  for (const FileLight& light : model.lights)
    if (isOfLight(value.property) && light.inFile == value.of) return light.node;
  return 0;
}

void addSceneValues(Model& model, std::span<const float> rests) {
  auto offset = static_cast<int>(model.restMorphWeights.size());
  for (SceneValue& value : model.sceneValues) {
    value.offset = offset;
    offset += sizeOf(value.property);
  }
  model.restMorphWeights.insert(model.restMorphWeights.end(), rests.begin(), rests.end());
  if (model.sceneValues.empty()) return;
  const std::vector<std::vector<int>> hiders = hidersOf(model);
  for (MeshInstance& instance : model.instances) instance.shownBy = hiders[static_cast<std::size_t>(instance.node)];
  for (FileLight& light : model.lights) light.shownBy = hiders[static_cast<std::size_t>(light.node)];
}

}  // namespace app
