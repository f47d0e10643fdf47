// The numbers and colors of materials that clips and expressions change.
#ifndef APP_MODEL_MATERIAL_VALUE_H
#define APP_MODEL_MATERIAL_VALUE_H

#include <span>

#include "app/model/material.h"

namespace app {

/// None of them decides which shader draws a surface. The last three are of one texture.
enum class MaterialProperty {
  BaseColor,
  Metallic,
  Roughness,
  Emissive,
  EmissiveStrength,
  AlphaCutoff,
  NormalScale,
  OcclusionStrength,
  Clearcoat,
  ClearcoatRoughness,
  SheenColor,
  SheenRoughness,
  ShadeColor,
  UvOffset,
  UvScale,
  UvRotation
};
/// "base color", "texture offset".
const char* nameOf(MaterialProperty property);
constexpr bool isOfTexture(MaterialProperty property) { return property >= MaterialProperty::UvOffset; }

/// One property of one material, animated: tracks of Channel::Values name it by its index in Model::materialValues.
struct MaterialValue {
  int material = 0;
  MaterialProperty property = MaterialProperty::BaseColor;
  int texture = 0;  // into kTexturesOfMaterial, if it isOfTexture
  int offset = 0;   // of its first component in Pose::morphWeights, after all morph weights
  friend bool operator==(const MaterialValue&, const MaterialValue&) = default;
};

/// The components of a property, 1 to 4 floats of `material`. `texture` must exist (assert).
std::span<float> componentsOf(Material& material, MaterialProperty property, int texture);
std::span<const float> componentsOf(const Material& material, MaterialProperty property, int texture);
/// How many there are.
int sizeOf(MaterialProperty property);

/// Whether surfaces of `material` show it: unlit ones show few properties, cel-shaded ones some more.
bool isShown(const Material& material, MaterialProperty property, int texture);

/// Puts a blended value into a material, limited to what a surface can have: blends and cubic curves overshoot.
void setValue(Material& material, const MaterialValue& value, std::span<const float> components);

}  // namespace app

#endif  // APP_MODEL_MATERIAL_VALUE_H
