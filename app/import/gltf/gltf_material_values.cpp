#include "app/import/gltf/gltf_material_values.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

struct NamedProperty {
  std::string_view name;
  MaterialProperty property;
};

constexpr std::array kFactors = std::to_array<NamedProperty>({
    {"pbrMetallicRoughness/baseColorFactor", MaterialProperty::BaseColor},
    {"pbrMetallicRoughness/metallicFactor", MaterialProperty::Metallic},
    {"pbrMetallicRoughness/roughnessFactor", MaterialProperty::Roughness},
    {"emissiveFactor", MaterialProperty::Emissive},
    {"extensions/KHR_materials_emissive_strength/emissiveStrength", MaterialProperty::EmissiveStrength},
    {"alphaCutoff", MaterialProperty::AlphaCutoff},
    {"normalTexture/scale", MaterialProperty::NormalScale},
    {"occlusionTexture/strength", MaterialProperty::OcclusionStrength},
    {"extensions/KHR_materials_clearcoat/clearcoatFactor", MaterialProperty::Clearcoat},
    {"extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor", MaterialProperty::ClearcoatRoughness},
    {"extensions/KHR_materials_sheen/sheenColorFactor", MaterialProperty::SheenColor},
    {"extensions/KHR_materials_sheen/sheenRoughnessFactor", MaterialProperty::SheenRoughness},
    {"extensions/VRMC_materials_mtoon/shadeColorFactor", MaterialProperty::ShadeColor},
});

constexpr std::array kTransforms = std::to_array<NamedProperty>({
    {"/extensions/KHR_texture_transform/offset", MaterialProperty::UvOffset},
    {"/extensions/KHR_texture_transform/scale", MaterialProperty::UvScale},
    {"/extensions/KHR_texture_transform/rotation", MaterialProperty::UvRotation},
});

/// In the order of kTexturesOfMaterial.
constexpr std::array<std::string_view, kTexturesOfMaterial.size()> kTextures{
    "pbrMetallicRoughness/baseColorTexture",
    "pbrMetallicRoughness/metallicRoughnessTexture",
    "normalTexture",
    "occlusionTexture",
    "emissiveTexture",
    "extensions/KHR_materials_clearcoat/clearcoatTexture",
    "extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture",
    "extensions/KHR_materials_sheen/sheenColorTexture",
    "extensions/KHR_materials_sheen/sheenRoughnessTexture"};

template <std::size_t kCount>
std::string_view nameIn(const std::array<NamedProperty, kCount>& all, MaterialProperty property) {
  const auto found = std::ranges::find(all, property, &NamedProperty::property);
  return found == all.end() ? std::string_view() : found->name;
}

}  // namespace

int GltfMaterialValues::add(int material, MaterialProperty property, int texture) {
  const auto [found, isNew] = indices_.try_emplace({material, property, texture}, static_cast<int>(all_.size()));
  if (!isNew) return found->second;
  if (all_.size() >= limits::kListEntries) {
    indices_.erase(found);
    refuse("it is one of more than ", limits::kListEntries, " animated values of materials");
  }
  all_.push_back({.material = material, .property = property, .texture = texture, .offset = end_});
  end_ += sizeOf(property);
  return found->second;
}

void GltfMaterialValues::appendTo(Model& model) const {
  const int first = static_cast<int>(model.restMorphWeights.size());
  model.materialValues = all_;
  for (MaterialValue& value : model.materialValues) {
    value.offset += first;
    const Material& material = model.materials[static_cast<std::size_t>(value.material)];
    const auto rest = componentsOf(material, value.property, value.texture);
    model.restMorphWeights.insert(model.restMorphWeights.end(), rest.begin(), rest.end());
    if (!isShown(material, value.property, value.texture))
      model.report.add(Finding::Ignored, concat("material ", value.material),
                       concat("clips animate its ", nameOf(value.property), ", which such a surface does not show"));
  }
}

std::optional<PointedProperty> materialPropertyAt(std::string_view pointer) {
  for (const NamedProperty& factor : kFactors)
    if (pointer == factor.name) return PointedProperty{.property = factor.property};
  for (std::size_t i = 0; i < kTextures.size(); ++i) {
    if (!pointer.starts_with(kTextures[i])) continue;
    for (const NamedProperty& transform : kTransforms)
      if (pointer.substr(kTextures[i].size()) == transform.name)
        return PointedProperty{
            .property = transform.property, .texture = static_cast<int>(i), .textureInfo = kTextures[i]};
  }
  return std::nullopt;
}

std::string pointerTo(const MaterialValue& value) {
  std::string pointer = "/materials/" + std::to_string(value.material) + "/";
  if (!isOfTexture(value.property)) return pointer.append(nameIn(kFactors, value.property));
  pointer += kTextures[static_cast<std::size_t>(value.texture)];
  return pointer.append(nameIn(kTransforms, value.property));
}

}  // namespace app
