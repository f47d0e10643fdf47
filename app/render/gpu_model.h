// A model on the GPU: primitives, materials and their textures.
#ifndef APP_RENDER_GPU_MODEL_H
#define APP_RENDER_GPU_MODEL_H

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/render/gpu_primitive.h"
#include "app/render/gpu_textures.h"
#include "app/render/primitive_upload.h"

namespace app {

/// One texture of a material; texture 0: none. `rows` map (u, v, 1) to the coordinates for sampling.
struct MaterialTexture {
  BoundTexture bound;
  int uvSet = 0;
  std::array<glm::vec3, 2> rows{glm::vec3(1, 0, 0), glm::vec3(0, 1, 0)};
};

/// The textures of a material; the value is the texture unit.
enum class TextureSlot : int {
  BaseColor,
  MetallicRoughness,
  Emissive,
  Normal,
  Occlusion,
  Clearcoat,
  ClearcoatRoughness,
  SheenColor,
  SheenRoughness
};
inline constexpr std::size_t kTextureSlots = 9;

struct GpuMaterial {
  Material values;                                      // of this frame, see GpuModel::animate
  bool coated = false;                                  // its shader has a clearcoat; animation may set it to 0
  bool hasSheen = false;                                // the same for sheen
  std::array<MaterialTexture, kTextureSlots> textures;  // by TextureSlot

  const MaterialTexture& texture(TextureSlot slot) const { return textures[static_cast<std::size_t>(slot)]; }
  bool has(TextureSlot slot) const { return texture(slot).bound.texture != 0; }
};

/// The two rows of the matrix of KHR_texture_transform: offset * rotation * scale.
std::array<glm::vec3, 2> textureTransformRows(const TextureRef& reference);

class GpuModel {
 public:
  /// Uploads everything.
  GpuModel(const Model& model, std::vector<std::string>& messages);
  /// Uploads nothing yet: call uploadNext() until it returns false.
  explicit GpuModel(const Model& model);
  /// Uploads a piece of a primitive or of a texture; false when nothing is left. Always pass the same `model`.
  bool uploadNext(const Model& model, std::vector<std::string>& messages);
  /// Progress of the upload, 0 to 1.
  double fraction() const;

  /// Sets the animated values of materials to those that follow the morph weights of the first pose in `morphWeights`
  /// (DrawList); where these are missing, to the file's.
  void animate(std::span<const float> morphWeights);

  /// Null when there is no such primitive or it has no vertices.
  const GpuPrimitive* primitive(int mesh, int primitive) const;
  /// glTF's default material for -1 or out of range.
  const GpuMaterial& material(int index) const;

 private:
  void uploadPrimitive(const Model& model, std::vector<std::string>& messages);

  std::vector<std::vector<GpuPrimitive>> meshes_;
  GpuTextures textures_;
  std::vector<GpuMaterial> materials_;                  // the default one last
  std::vector<MaterialValue> animated_;                 // Model::materialValues
  std::vector<float> rest_;                             // Model::restMorphWeights, if anything is animated
  std::vector<std::array<std::size_t, 2>> primitives_;  // mesh index, primitive index
  std::optional<PrimitiveUpload> upload_;               // of the next primitive
  std::size_t done_ = 0;  // steps done: primitives, then the texture slots of each material
};

}  // namespace app

#endif  // APP_RENDER_GPU_MODEL_H
