#include "app/model/material.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <variant>

#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

constexpr float kEndless = std::numeric_limits<float>::max();

struct Range {
  float min, max;
};
constexpr Range kFraction{0, 1}, kPositive{0, kEndless}, kAny{-kEndless, kEndless};

/// The surfaces that show a property.
enum class On { All, Shaded, ShadedOrToon, Toon };

struct PropertyKind {
  MaterialProperty property;
  const char* name;
  std::variant<float Material::*, glm::vec3 Material::*, glm::vec4 Material::*, float TextureRef::*,
               glm::vec2 TextureRef::*>
      member;
  Range range;
  On shownOn = On::Shaded;
};

using enum MaterialProperty;
constexpr std::array kProperties = std::to_array<PropertyKind>({
    {BaseColor, "base color", &Material::baseColor, kPositive, On::All},
    {Metallic, "metallic", &Material::metallic, kFraction},
    {Roughness, "roughness", &Material::roughness, kFraction},
    {Emissive, "emission", &Material::emissive, kPositive, On::ShadedOrToon},
    {EmissiveStrength, "emission strength", &Material::emissiveStrength, kPositive, On::ShadedOrToon},
    {AlphaCutoff, "alpha cutoff", &Material::alphaCutoff, kPositive, On::All},
    {NormalScale, "normal scale", &Material::normalScale, kAny, On::ShadedOrToon},
    {OcclusionStrength, "occlusion strength", &Material::occlusionStrength, kFraction},
    {Clearcoat, "clearcoat", &Material::clearcoat, kFraction},
    {ClearcoatRoughness, "clearcoat roughness", &Material::clearcoatRoughness, kFraction},
    {SheenColor, "sheen color", &Material::sheenColor, kFraction},
    {SheenRoughness, "sheen roughness", &Material::sheenRoughness, kFraction},
    {ShadeColor, "shade color", &Material::shadeColor, kPositive, On::Toon},
    {UvOffset, "texture offset", &TextureRef::offset, kAny},
    {UvScale, "texture scale", &TextureRef::scale, kAny},
    {UvRotation, "texture rotation", &TextureRef::rotation, kAny},
});

constexpr bool inOrder() {
  for (std::size_t i = 0; i < kProperties.size(); ++i)
    if (kProperties[i].property != static_cast<MaterialProperty>(i)) return false;
  return kProperties.back().property == UvRotation;
}
static_assert(inOrder(), "one row per property, in the order of the enum");

const PropertyKind& kindOf(MaterialProperty property) { return kProperties[static_cast<std::size_t>(property)]; }

}  // namespace

const char* nameOf(MaterialProperty property) { return kindOf(property).name; }

std::span<float> componentsOf(Material& material, MaterialProperty property, int texture) {
  assert(texture >= 0 && static_cast<std::size_t>(texture) < kTexturesOfMaterial.size());
  TextureRef& used = material.*kTexturesOfMaterial[static_cast<std::size_t>(texture)];
  const auto spanOf = [](auto& value) -> std::span<float> {
    if constexpr (std::is_same_v<decltype(value), float&>)
      return {&value, 1};
    else
      return {glm::value_ptr(value), static_cast<std::size_t>(value.length())};
  };
  const auto spanIn = [&](auto member) {
    if constexpr (requires { material.*member; })
      return spanOf(material.*member);
    else
      return spanOf(used.*member);
  };
  return std::visit(spanIn, kindOf(property).member);
}

std::span<const float> componentsOf(const Material& material, MaterialProperty property, int texture) {
  return componentsOf(const_cast<Material&>(material), property, texture);  // which it does not change
}

int sizeOf(MaterialProperty property) {
  static const Material kAnyMaterial;
  return static_cast<int>(componentsOf(kAnyMaterial, property, 0).size());
}

bool isShown(const Material& material, MaterialProperty property, int texture) {
  const bool isShaded = !material.unlit, hasSurface = isShaded || material.toon;
  if (isOfTexture(property)) {
    const auto used = kTexturesOfMaterial[static_cast<std::size_t>(texture)];
    if ((material.*used).image < 0) return false;
    if (used == &Material::normalTexture || used == &Material::emissiveTexture) return hasSurface;
    return isShaded || used == &Material::baseColorTexture;
  }
  const On on = kindOf(property).shownOn;
  if (on == On::Toon) return material.toon;
  return on == On::All || (on == On::ShadedOrToon ? hasSurface : isShaded);
}

void setValue(Material& material, const MaterialValue& value, std::span<const float> components) {
  const Range range = kindOf(value.property).range;
  const std::span<float> to = componentsOf(material, value.property, value.texture);
  assert(components.size() == to.size());
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = components[i] > range.min ? std::min(components[i], range.max) : range.min;  // NaN: the minimum
}

}  // namespace app
