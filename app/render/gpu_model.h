// A model on the GPU: primitives, their upload step by step, materials and textures.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "app/model/mesh.h"
#include "app/model/model.h"
#include "app/render/gl_handle.h"

namespace app {

// ---- A model's images on the GPU: uploaded as color (sRGB) or as data (linear), with shared samplers.

// How much of a model is uploaded at once. Large meshes and images take many steps, spread over several frames.

/// Bytes that one step copies, about: this takes well below a millisecond.
inline constexpr std::size_t kUploadBytes = std::size_t{1} << 20;

enum class TexelMeaning { Color, Data };

/// Ids of a texture and a sampler owned by GpuTextures.
struct BoundTexture {
  unsigned int texture = 0;
  unsigned int sampler = 0;
};

class GpuTextures {
 public:
  GpuTextures();
  /// Uploads some rows of an image; false once all are uploaded. Always pass the same `images`, and do not begin
  /// another image before it returns false. One that cannot be used is replaced by a checkerboard and adds a sentence
  /// to `messages`.
  bool uploadNext(const std::vector<Image>& images, int image, TexelMeaning meaning,
                  std::vector<std::string>& messages);
  /// The image must be uploaded.
  BoundTexture bind(const TextureRef& reference, TexelMeaning meaning);

 private:
  struct KeyedSampler {
    int key = 0;
    GlSampler sampler;
  };
  unsigned int samplerOf(const TextureRef& reference);

  std::vector<GlTexture> textures_[2];  // by meaning, then image; the checkerboard last
  int rowsLeft_ = 0;                    // of the image that is being uploaded
  std::vector<KeyedSampler> samplers_;
  int sizeLimit_ = 0;
  float anisotropy_ = 1.0f;
};

// ---- One primitive's vertices, indices and morph targets on the GPU; see PrimitiveUpload.

/// Morph deltas as 32-bit floats, ordered by target, then vertex: a position and, if any target has normals, a normal;
/// missing ones are 0. In rows of 2^widthLog2 texels.
struct MorphTexture {
  GlTexture texture;
  int widthLog2 = 0;
  int texelsPerVertex = 1;
  int targetCount = 0;  // 0: no texture
};

/// In the buffer of indices.
struct GpuDetailLevel {
  int first = 0;
  int count = 0;
  float error = 0;  // DetailLevel::error
};

struct GpuPrimitive {
  GlVertexArray vertexArray;
  GlBuffer vertices;
  GlBuffer indices;
  unsigned int mode = 0;  // GL_TRIANGLES, GL_LINES, GL_POINTS
  int vertexCount = 0;
  int indexCount = 0;                  // 0: vertices in order
  std::vector<GpuDetailLevel> levels;  // of Primitive::detailLevels
  int skinSets = 0;                    // sets of four influences that the shader reads
  bool hasNormals = false;
  bool hasTangents = false;
  MorphTexture morphs;
  std::vector<CasterSphere> casters;
  CasterSphere bounds;  // boundingSphere(casters)
};

/// Maximum number of sets of four influences on the GPU: 8 joints per vertex.
inline constexpr int kMaxSkinSets = 2;

/// Attribute locations in scene.vert.
enum class VertexAttribute : unsigned int {
  Position,
  Normal,
  Uv0,
  Uv1,
  Color,
  Joints0,
  Weights0,
  Joints1,
  Weights1,
  Tangent
};

/// Sets the values that the shader reads for attributes a primitive lacks. This is context state: call it before
/// drawing.
void setAbsentAttributes();

// ---- Uploads a primitive to the GPU step by step, because a large one takes longer than a frame.

class PrimitiveUpload {
 public:
  /// Appends a sentence to `messages` for each thing the GPU cannot hold; `location` starts it. The primitive's arrays
  /// must outlive the upload.
  PrimitiveUpload(const Primitive& primitive, const std::string& location, std::vector<std::string>& messages);
  /// Copies up to kUploadBytes; false once everything is copied.
  bool next();
  /// Call it once next() has returned false.
  GpuPrimitive take() { return std::move(gpu_); }

 private:
  struct Piece {
    unsigned int buffer = 0;
    std::size_t offset = 0;
    std::span<const std::byte> bytes;
    std::size_t allocated = 0;  // bytes of the buffer, with its first piece
  };

  void add(const GlBuffer& buffer, std::span<const std::span<const std::byte>> arrays);
  void layOutVertices(const Primitive& primitive);
  void layOutIndices(const Primitive& primitive);
  void layOutMorphs(const Primitive& primitive, const std::string& location, std::vector<std::string>& messages);
  bool nextMorphRows();

  GpuPrimitive gpu_;
  std::vector<Piece> pieces_;
  std::size_t piece_ = 0;  // the next one
  std::span<const MorphTarget> targets_;
  std::size_t vertices_ = 0;  // of each target
  int morphHeight_ = 0, morphRow_ = 0;
};

// ---- A model on the GPU: primitives, materials and their textures.

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
inline constexpr std::size_t kTextureSlots = static_cast<std::size_t>(TextureSlot::SheenRoughness) + 1;

struct GpuMaterial {
  Material values;                                      // of this frame, see GpuModel::animate
  bool coated = false;                                  // its shader has a clearcoat; animation may set it to 0
  bool hasSheen = false;                                // the same for sheen
  std::array<MaterialTexture, kTextureSlots> textures;  // by TextureSlot

  const MaterialTexture& texture(TextureSlot slot) const { return nth(textures, slot); }
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
  /// Whether the file has lights.
  bool hasLights() const { return hasLights_; }

 private:
  void uploadPrimitive(const Model& model, std::vector<std::string>& messages);

  std::vector<std::vector<GpuPrimitive>> meshes_;
  GpuTextures textures_;
  std::vector<GpuMaterial> materials_;  // the default one last
  bool hasLights_ = false;
  std::vector<MaterialValue> animated_;                 // Model::materialValues
  std::vector<float> rest_;                             // Model::restMorphWeights, if anything is animated
  std::vector<std::array<std::size_t, 2>> primitives_;  // mesh index, primitive index
  std::optional<PrimitiveUpload> upload_;               // of the next primitive
  std::size_t done_ = 0;  // steps done: primitives, then the texture slots of each material
};

}  // namespace app
