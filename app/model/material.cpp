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
  const char* name;
  std::variant<float Material::*, glm::vec3 Material::*, glm::vec4 Material::*, float TextureRef::*,
               glm::vec2 TextureRef::*>
      member;
  Range range;
  On shownOn = On::Shaded;
};

/// In the order of MaterialProperty.
constexpr std::array kProperties = std::to_array<PropertyKind>({
    {"base color", &Material::baseColor, kPositive, On::All},
    {"metallic", &Material::metallic, kFraction},
    {"roughness", &Material::roughness, kFraction},
    {"emission", &Material::emissive, kPositive, On::ShadedOrToon},
    {"emission strength", &Material::emissiveStrength, kPositive, On::ShadedOrToon},
    {"alpha cutoff", &Material::alphaCutoff, kPositive, On::All},
    {"normal scale", &Material::normalScale, kAny, On::ShadedOrToon},
    {"occlusion strength", &Material::occlusionStrength, kFraction},
    {"clearcoat", &Material::clearcoat, kFraction},
    {"clearcoat roughness", &Material::clearcoatRoughness, kFraction},
    {"sheen color", &Material::sheenColor, kFraction},
    {"sheen roughness", &Material::sheenRoughness, kFraction},
    {"shade color", &Material::shadeColor, kPositive, On::Toon},
    {"texture offset", &TextureRef::offset, kAny},
    {"texture scale", &TextureRef::scale, kAny},
    {"texture rotation", &TextureRef::rotation, kAny},
});
static_assert(kProperties.size() == static_cast<std::size_t>(MaterialProperty::UvRotation) + 1);

const PropertyKind& kindOf(MaterialProperty property) { return kProperties[static_cast<std::size_t>(property)]; }

}  // namespace

const char* nameOf(MaterialProperty property) { return kindOf(property).name; }

std::span<float> componentsOf(Material& material, MaterialProperty property, int texture) {
  assert(texture >= 0 && static_cast<std::size_t>(texture) < kTexturesOfMaterial.size());
  TextureRef& used = material.*kTexturesOfMaterial[static_cast<std::size_t>(texture)];
  const auto spanOf = [&](auto member) -> std::span<float> {
    auto& value = [&]() -> auto& {
      if constexpr (requires { material.*member; })
        return material.*member;
      else
        return used.*member;
    }
    ();
    if constexpr (std::is_same_v<decltype(value), float&>)
      return {&value, 1};
    else
      return {glm::value_ptr(value), static_cast<std::size_t>(value.length())};
  };
  return std::visit(spanOf, kindOf(property).member);
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
