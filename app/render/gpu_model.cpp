#include "app/render/gpu_model.h"

#include <cmath>

namespace app {
namespace {

const TextureRef& referenceOf(const Material& material, TextureSlot slot) {
  switch (slot) {
    case TextureSlot::BaseColor:
      return material.baseColorTexture;
    case TextureSlot::MetallicRoughness:
      return material.metallicRoughnessTexture;
    case TextureSlot::Emissive:
      return material.emissiveTexture;
    case TextureSlot::Normal:
      return material.normalTexture;
    case TextureSlot::Occlusion:
      return material.occlusionTexture;
    case TextureSlot::Clearcoat:
      return material.clearcoatTexture;
    case TextureSlot::ClearcoatRoughness:
      return material.clearcoatRoughnessTexture;
    case TextureSlot::SheenColor:
      return material.sheenColorTexture;
    case TextureSlot::SheenRoughness:
      return material.sheenRoughnessTexture;
  }
  return material.baseColorTexture;
}

TexelMeaning meaningOf(TextureSlot slot) {
  const bool isColor =
      slot == TextureSlot::BaseColor || slot == TextureSlot::Emissive || slot == TextureSlot::SheenColor;
  return isColor ? TexelMeaning::Color : TexelMeaning::Data;
}

}  // namespace

// The specification's text, its example and three.js (Matrix3.setUvTransform) agree on this direction of rotation; the
// GLSL in early drafts of the specification had the opposite signs.
std::array<glm::vec3, 2> textureTransformRows(const TextureRef& reference) {
  const float c = std::cos(reference.rotation);
  const float s = std::sin(reference.rotation);
  return {glm::vec3(c * reference.scale.x, s * reference.scale.y, reference.offset.x),
          glm::vec3(-s * reference.scale.x, c * reference.scale.y, reference.offset.y)};
}

GpuModel::GpuModel(const Model& model, std::vector<std::string>& messages) : GpuModel(model) {
  while (uploadNext(model, messages)) {
  }
}

GpuModel::GpuModel(const Model& model) {
  meshes_.resize(model.meshes.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    meshes_[m].resize(model.meshes[m].primitives.size());
    for (std::size_t p = 0; p < meshes_[m].size(); ++p) primitives_.push_back({m, p});
  }
  for (const Material& material : model.materials)
    materials_.push_back({.values = material,
                          .coated = material.clearcoat > 0,
                          .hasSheen = material.sheenColor != glm::vec3(0),
                          .textures = {}});
  materials_.push_back({});
  animated_ = model.materialValues;
  if (animated_.empty()) return;
  rest_ = model.restMorphWeights;
  for (const MaterialValue& value : animated_) {
    GpuMaterial& material = materials_[static_cast<std::size_t>(value.material)];
    if (value.property == MaterialProperty::Clearcoat) material.coated = true;
    if (value.property == MaterialProperty::SheenColor) material.hasSheen = true;
  }
}

void GpuModel::animate(std::span<const float> morphWeights) {
  for (const MaterialValue& value : animated_) {
    const auto first = static_cast<std::size_t>(value.offset), count = static_cast<std::size_t>(sizeOf(value.property));
    const std::span<const float> from = first + count <= morphWeights.size() ? morphWeights : rest_;
    GpuMaterial& material = materials_[static_cast<std::size_t>(value.material)];
    setValue(material.values, value, from.subspan(first, count));
    if (!isOfTexture(value.property)) continue;
    const TextureRef& moved = material.values.*kTexturesOfMaterial[static_cast<std::size_t>(value.texture)];
    for (std::size_t slot = 0; slot < kTextureSlots; ++slot)
      if (&referenceOf(material.values, static_cast<TextureSlot>(slot)) == &moved)
        material.textures[slot].rows = textureTransformRows(moved);
  }
}

bool GpuModel::uploadNext(const Model& model, std::vector<std::string>& messages) {
  if (done_ < primitives_.size()) {
    uploadPrimitive(model, messages);
    return true;
  }
  const std::size_t step = done_ - primitives_.size(), material = step / kTextureSlots;
  if (material >= model.materials.size()) return false;
  const auto slot = static_cast<TextureSlot>(step % kTextureSlots);
  const TextureRef& reference = referenceOf(model.materials[material], slot);
  if (reference.image >= 0) {
    if (textures_.uploadNext(model.images, reference.image, meaningOf(slot), messages)) return true;
    materials_[material].textures[step % kTextureSlots] = {.bound = textures_.bind(reference, meaningOf(slot)),
                                                           .uvSet = reference.uvSet,
                                                           .rows = textureTransformRows(reference)};
  }
  ++done_;
  return true;
}

void GpuModel::uploadPrimitive(const Model& model, std::vector<std::string>& messages) {
  const auto [m, p] = primitives_[done_];
  if (!upload_) {
    const std::string location =
        "mesh " + std::to_string(m) + " '" + model.meshes[m].name + "', primitive " + std::to_string(p);
    upload_.emplace(model.meshes[m].primitives[p], location, messages);
  }
  if (upload_->next()) return;
  meshes_[m][p] = upload_->take();
  upload_.reset();
  ++done_;
}

double GpuModel::fraction() const {
  const std::size_t steps = primitives_.size() + (materials_.size() - 1) * kTextureSlots;
  return steps == 0 ? 1 : static_cast<double>(done_) / static_cast<double>(steps);
}

const GpuPrimitive* GpuModel::primitive(int mesh, int primitive) const {
  if (static_cast<std::size_t>(mesh) >= meshes_.size()) return nullptr;
  const std::vector<GpuPrimitive>& primitives = meshes_[static_cast<std::size_t>(mesh)];
  if (static_cast<std::size_t>(primitive) >= primitives.size()) return nullptr;
  const GpuPrimitive& found = primitives[static_cast<std::size_t>(primitive)];
  return found.vertexCount > 0 ? &found : nullptr;
}

const GpuMaterial& GpuModel::material(int index) const {
  const bool known = index >= 0 && static_cast<std::size_t>(index) < materials_.size();
  return known ? materials_[static_cast<std::size_t>(index)] : materials_.back();
}

}  // namespace app
