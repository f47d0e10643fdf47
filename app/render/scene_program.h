// The scene's shader in the variants that a model needs: compiled once each, by what a draw has and its material wants.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/render/gl_handle.h"
#include "app/render/gpu_model.h"
#include "app/render/shader_program.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

enum class SceneOutput { Color, Depth, Capture, Ghost };  // capture: world positions by transform feedback

struct SceneVariant {
  SceneOutput output = SceneOutput::Color;
  int skinSets = 0;
  bool morphed = false;
  std::array<bool, kTextureSlots> textures{};  // by TextureSlot
  bool tangents = false;  // of the vertices; without them the normal map's axes come from the triangle
  bool flat = false;      // no normals: each triangle has its own
  bool clearcoat = false;
  bool unlit = false;
  bool masked = false;
  bool copies = false;  // matrices and weights by gl_InstanceID; unskinned: the world matrix too
  ViewMode view = ViewMode::Shaded;

  bool& texture(TextureSlot slot) { return textures[static_cast<std::size_t>(slot)]; }

  std::uint32_t key() const;
  std::string defines() const;
};

/// Texture units of every scene program, after those of the material.
enum class SceneUnit : int {
  Palettes = kTextureSlots,
  MorphWeights,
  MorphDeltas,
  Environment,
  Reflectance,
  ShadowDepth,
  Shadow
};

struct SceneProgram {
  GlProgram program;
  int worldFromLocal = -1;
  int firstPaletteTexel = -1;
  int copyStride = -1;
  int morphRange = -1;
  int morphLayout = -1;
  std::array<int, kTextureSlots> uvSets{};  // by TextureSlot
  std::array<int, kTextureSlots> uvRows{};
  int baseColorFactor = -1;
  int alphaCutoff = -1;
  int metallicRoughnessFactor = -1;
  int emissiveFactor = -1;
  int normalScale = -1;
  int occlusionStrength = -1;
  int ghostColor = -1;
  int clearcoatFactor = -1;
};

/// Where the Frame block is bound.
inline constexpr unsigned int kFrameBinding = 0;
void bindFrameBlock(const GlProgram& program);

class ScenePrograms {
 public:
  /// Compiles the plainest and the richest variants, so that what is wrong with the shaders shows at once.
  static crossfade::Result<ScenePrograms> make(ShaderFolder folder);
  /// Compiles on first use. What fails leaves one sentence with file and line in `messages`, and is not tried again.
  void prepare(const SceneVariant& variant, std::vector<std::string>& messages);
  /// The program of a prepared variant; null when there is none.
  const SceneProgram* find(const SceneVariant& variant) const;

 private:
  ShaderFolder folder_;
  std::unordered_map<std::uint32_t, SceneProgram> programs_;  // by SceneVariant::key
};

}  // namespace app
