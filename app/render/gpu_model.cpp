#include "app/render/gpu_model.h"

#include <cmath>

namespace app {
namespace {

GpuMaterial uploadMaterial(const Model& model, const Material& material, GpuTextures& textures,
                           std::vector<std::string>& messages) {
  const auto upload = [&](const TextureRef& reference, TexelMeaning meaning) {
    if (reference.image < 0) return MaterialTexture{};
    return MaterialTexture{.bound = textures.bind(model.images, reference, meaning, messages),
                           .uvSet = reference.uvSet,
                           .rows = textureTransformRows(reference)};
  };
  return {.values = material,
          .textures = {upload(material.baseColorTexture, TexelMeaning::Color),
                       upload(material.metallicRoughnessTexture, TexelMeaning::Number),
                       upload(material.emissiveTexture, TexelMeaning::Color),
                       upload(material.normalTexture, TexelMeaning::Number),
                       upload(material.occlusionTexture, TexelMeaning::Number)}};
}

}  // namespace

// The specification's wording, its example and three.js (Matrix3.setUvTransform) agree on this direction of rotation; the GLSL in
// early drafts of the specification had the sines the other way round.
std::array<glm::vec3, 2> textureTransformRows(const TextureRef& reference) {
  const float c = std::cos(reference.rotation);
  const float s = std::sin(reference.rotation);
  return {glm::vec3(c * reference.scale.x, s * reference.scale.y, reference.offset.x),
          glm::vec3(-s * reference.scale.x, c * reference.scale.y, reference.offset.y)};
}

GpuModel::GpuModel(const Model& model, std::vector<std::string>& messages) {
  meshes_.resize(model.meshes.size());
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const Mesh& mesh = model.meshes[m];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      const std::string place = "mesh " + std::to_string(m) + " '" + mesh.name + "', primitive " + std::to_string(p);
      meshes_[m].push_back(uploadPrimitive(mesh.primitives[p], place, messages));
    }
  }
  for (const Material& material : model.materials)
    materials_.push_back(uploadMaterial(model, material, textures_, messages));
  materials_.push_back({});
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
