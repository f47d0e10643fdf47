#include "app/model/material.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>

#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

struct Range {
  float min, max;
};
constexpr float kEndless = std::numeric_limits<float>::max();

Range rangeOf(MaterialProperty property) {
  switch (property) {
    case MaterialProperty::Metallic:
    case MaterialProperty::Roughness:
    case MaterialProperty::OcclusionStrength:
    case MaterialProperty::Clearcoat:
    case MaterialProperty::ClearcoatRoughness:
    case MaterialProperty::SheenColor:
    case MaterialProperty::SheenRoughness:
      return {0, 1};
    case MaterialProperty::BaseColor:
    case MaterialProperty::Emissive:
    case MaterialProperty::EmissiveStrength:
    case MaterialProperty::AlphaCutoff:
    case MaterialProperty::ShadeColor:
      return {0, kEndless};
    case MaterialProperty::NormalScale:
    case MaterialProperty::UvOffset:
    case MaterialProperty::UvScale:
    case MaterialProperty::UvRotation:
      return {-kEndless, kEndless};
  }
  return {-kEndless, kEndless};
}

}  // namespace

const char* nameOf(MaterialProperty property) {
  constexpr std::array kNames{
      "base color",      "metallic",        "roughness",          "emission",       "emission strength",
      "alpha cutoff",    "normal scale",    "occlusion strength", "clearcoat",      "clearcoat roughness",
      "sheen color",     "sheen roughness", "shade color",        "texture offset", "texture scale",
      "texture rotation"};
  static_assert(kNames.size() == static_cast<std::size_t>(MaterialProperty::UvRotation) + 1);
  return kNames[static_cast<std::size_t>(property)];
}

std::span<float> componentsOf(Material& material, MaterialProperty property, int texture) {
  const auto one = [](float& value) { return std::span<float>(&value, 1); };
  const auto all = [](auto& vector) {
    return std::span<float>(glm::value_ptr(vector), static_cast<std::size_t>(vector.length()));
  };
  assert(texture >= 0 && static_cast<std::size_t>(texture) < kTexturesOfMaterial.size());
  TextureRef& used = material.*kTexturesOfMaterial[static_cast<std::size_t>(texture)];
  switch (property) {
    case MaterialProperty::BaseColor:
      return all(material.baseColor);
    case MaterialProperty::Metallic:
      return one(material.metallic);
    case MaterialProperty::Roughness:
      return one(material.roughness);
    case MaterialProperty::Emissive:
      return all(material.emissive);
    case MaterialProperty::EmissiveStrength:
      return one(material.emissiveStrength);
    case MaterialProperty::AlphaCutoff:
      return one(material.alphaCutoff);
    case MaterialProperty::NormalScale:
      return one(material.normalScale);
    case MaterialProperty::OcclusionStrength:
      return one(material.occlusionStrength);
    case MaterialProperty::Clearcoat:
      return one(material.clearcoat);
    case MaterialProperty::ClearcoatRoughness:
      return one(material.clearcoatRoughness);
    case MaterialProperty::SheenColor:
      return all(material.sheenColor);
    case MaterialProperty::SheenRoughness:
      return one(material.sheenRoughness);
    case MaterialProperty::ShadeColor:
      return all(material.shadeColor);
    case MaterialProperty::UvOffset:
      return all(used.offset);
    case MaterialProperty::UvScale:
      return all(used.scale);
    case MaterialProperty::UvRotation:
      return one(used.rotation);
  }
  return {};
}

std::span<const float> componentsOf(const Material& material, MaterialProperty property, int texture) {
  return componentsOf(const_cast<Material&>(material), property, texture);  // which it does not change
}

int sizeOf(MaterialProperty property) {
  static const Material kAny;
  return static_cast<int>(componentsOf(kAny, property, 0).size());
}

bool isShown(const Material& material, MaterialProperty property, int texture) {
  const bool isShaded = !material.unlit, hasSurface = isShaded || material.toon;
  if (isOfTexture(property)) {
    const auto used = kTexturesOfMaterial[static_cast<std::size_t>(texture)];
    if ((material.*used).image < 0) return false;
    if (used == &Material::normalTexture || used == &Material::emissiveTexture) return hasSurface;
    return isShaded || used == &Material::baseColorTexture;
  }
  switch (property) {
    case MaterialProperty::BaseColor:
    case MaterialProperty::AlphaCutoff:
      return true;
    case MaterialProperty::Emissive:
    case MaterialProperty::EmissiveStrength:
    case MaterialProperty::NormalScale:
      return hasSurface;
    case MaterialProperty::ShadeColor:
      return material.toon;
    default:
      return isShaded;
  }
}

void setValue(Material& material, const MaterialValue& value, std::span<const float> components) {
  const Range range = rangeOf(value.property);
  const std::span<float> to = componentsOf(material, value.property, value.texture);
  assert(components.size() == to.size());
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = components[i] > range.min ? std::min(components[i], range.max) : range.min;  // NaN: the minimum
}

}  // namespace app
