// A model on the GPU: primitives, materials and their textures.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/render/gpu_primitive.h"
#include "app/render/gpu_textures.h"

namespace app {

/// One texture of a material; texture 0: none. `rows` take (u, v, 1) to where the texture is sampled.
struct MaterialTexture {
  BoundTexture bound;
  int uvSet = 0;
  std::array<glm::vec3, 2> rows{glm::vec3(1, 0, 0), glm::vec3(0, 1, 0)};
};

/// The textures that a material can have, and the texture units they are bound to.
enum class TextureSlot : int {
  BaseColor,
  MetallicRoughness,
  Emissive,
  Normal,
  Occlusion,
  Clearcoat,
  ClearcoatRoughness
};
inline constexpr std::size_t kTextureSlots = 7;

struct GpuMaterial {
  Material values;
  std::array<MaterialTexture, kTextureSlots> textures;  // by TextureSlot

  const MaterialTexture& texture(TextureSlot slot) const { return textures[static_cast<std::size_t>(slot)]; }
  bool has(TextureSlot slot) const { return texture(slot).bound.texture != 0; }
};

/// KHR_texture_transform as the two rows of its matrix: offset * rotation * scale.
std::array<glm::vec3, 2> textureTransformRows(const TextureRef& reference);

class GpuModel {
 public:
  /// All of it at once.
  GpuModel(const Model& model, std::vector<std::string>& messages);
  /// Room for it, to be filled in steps.
  explicit GpuModel(const Model& model);
  /// One step: a primitive, or a texture of a material. `model` must be the same every time. False when there is none
  /// left.
  bool uploadNext(const Model& model, std::vector<std::string>& messages);
  /// How much of it is there, 0 to 1.
  double fraction() const;

  /// Null when there is no such primitive or it has no vertices.
  const GpuPrimitive* primitive(int mesh, int primitive) const;
  /// -1 or out of range: glTF's default material.
  const GpuMaterial& material(int index) const;

 private:
  std::vector<std::vector<GpuPrimitive>> meshes_;
  GpuTextures textures_;
  std::vector<GpuMaterial> materials_;                  // the default one last
  std::vector<std::array<std::size_t, 2>> primitives_;  // mesh and primitive of each
  std::size_t done_ = 0;                                // steps: primitives, then materials slot by slot
};

}  // namespace app
