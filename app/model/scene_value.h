// What clips change besides joints, morph weights and materials: which nodes are shown, what cameras see, how lights
// shine.
#pragma once

#include <span>
#include <vector>

namespace app {

struct Model;
struct FileCamera;
struct FileLight;

enum class SceneProperty {
  Shown,  // of a node, and of all below it; hidden below one half
  VerticalFov,
  HalfWidth,
  HalfHeight,
  NearPlane,
  LightColor,
  LightIntensity,
  LightRange,
  InnerCone,
  OuterCone
};
inline constexpr int kScenePropertyCount = static_cast<int>(SceneProperty::OuterCone) + 1;

/// "visibility", "field of view".
const char* nameOf(SceneProperty property);
/// How many components there are.
int sizeOf(SceneProperty property);
constexpr bool isOfCamera(SceneProperty property) {
  return property >= SceneProperty::VerticalFov && property <= SceneProperty::NearPlane;
}
constexpr bool isOfLight(SceneProperty property) { return property >= SceneProperty::LightColor; }

/// One animated property: tracks of Channel::Values name it by its index in Model::sceneValues, behind all of
/// Model::materialValues.
struct SceneValue {
  SceneProperty property = SceneProperty::Shown;
  int of = 0;      // a joint; else FileCamera::inFile or FileLight::inFile
  int offset = 0;  // of its first component in Pose::morphWeights, after all material values
  friend bool operator==(const SceneValue&, const SceneValue&) = default;
};

/// Whether a mesh or a light is shown in a pose with these Pose::morphWeights. `shownBy`: offsets into them.
inline bool isShown(const std::vector<int>& shownBy, std::span<const float> values) {
  for (const int offset : shownBy)
    if (!(values[static_cast<std::size_t>(offset)] >= 0.5f)) return false;
  return true;
}

/// A camera or a light of the model in a pose, with its values clamped to valid ranges.
FileCamera cameraIn(const Model& model, int camera, std::span<const float> values);
FileLight lightIn(const Model& model, int light, std::span<const float> values);

/// The joint that a value belongs to for masks.
int jointOf(const Model& model, const SceneValue& value);

/// Appends the values to the rest values, and sets which of them hide each mesh and each light. `rests`: their
/// components, in order. Model::sceneValues must be complete.
void addSceneValues(Model& model, std::span<const float> rests);

}  // namespace app
