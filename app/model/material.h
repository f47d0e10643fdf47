// How surfaces look: images, and materials that use them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace app {

/// 8-bit RGBA, sRGB as stored in the file, top row first; rgba.size() == 4 * width * height. A checkerboard
/// replaces a missing image.
struct Image {
  std::string name;
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

enum class Wrap { Repeat, MirroredRepeat, ClampToEdge };
enum class Filter { Nearest, Linear };

/// One use of an image: which texture coordinates, how they are transformed, and how the texture is sampled.
struct TextureRef {
  int image = -1;  // -1: none
  int uvSet = 0;   // 0 or 1
  glm::vec2 offset{0.0f};
  glm::vec2 scale{1.0f};
  float rotation = 0.0f;  // radians, counter-clockwise as KHR_texture_transform defines it
  Wrap wrapU = Wrap::Repeat;
  Wrap wrapV = Wrap::Repeat;
  Filter magnify = Filter::Linear;
  Filter minify = Filter::Linear;
  bool mipmaps = true;
};

enum class AlphaMode { Opaque, Mask, Blend };

/// glTF metallic-roughness; colors are linear.
struct Material {
  std::string name;
  glm::vec4 baseColor{1.0f};
  glm::vec4 tint{1.0f};  // times `baseColor`: what light that passes through glass keeps (KHR_materials_transmission)
  TextureRef baseColorTexture;
  float metallic = 1.0f;
  float roughness = 1.0f;
  TextureRef metallicRoughnessTexture;
  TextureRef normalTexture;
  float normalScale = 1.0f;
  TextureRef occlusionTexture;
  float occlusionStrength = 1.0f;
  glm::vec3 emissive{0.0f};
  float emissiveStrength = 1.0f;  // times `emissive`; KHR_materials_emissive_strength
  TextureRef emissiveTexture;
  AlphaMode alphaMode = AlphaMode::Opaque;
  float alphaCutoff = 0.5f;
  float clearcoat = 0.0f;  // KHR_materials_clearcoat; 0: none
  TextureRef clearcoatTexture;
  float clearcoatRoughness = 0.0f;
  TextureRef clearcoatRoughnessTexture;
  glm::vec3 sheenColor{0.0f};  // KHR_materials_sheen, the shine of fibers; black: none
  TextureRef sheenColorTexture;
  float sheenRoughness = 0.0f;
  TextureRef sheenRoughnessTexture;
  bool doubleSided = false;
  bool unlit = false;
  // MToon, the cel-shaded material of VRM; such a material is also unlit. Facing away from the sun, its color is
  // shadeColor (linear) instead of baseColor. shadeRange: cosines of the angle to the sun at which the surface is
  // entirely in the shade, and entirely lit.
  bool toon = false;
  glm::vec3 shadeColor{0.0f};
  glm::vec2 shadeRange{0.0f};
};

inline constexpr std::array kTexturesOfMaterial{
    &Material::baseColorTexture,          &Material::metallicRoughnessTexture, &Material::normalTexture,
    &Material::occlusionTexture,          &Material::emissiveTexture,          &Material::clearcoatTexture,
    &Material::clearcoatRoughnessTexture, &Material::sheenColorTexture,        &Material::sheenRoughnessTexture};

// The numbers and colors of materials that clips and expressions change.

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
