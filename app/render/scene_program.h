// The scene's shader in the variants that a model needs: compiled once each, by what a draw has and its material wants.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/render/gl_handle.h"
#include "app/render/shader_program.h"
#include "engine/base/result.h"

namespace app {

enum class SceneOutput { Color, Depth, Capture };  // capture: world positions by transform feedback

struct SceneVariant {
  SceneOutput output = SceneOutput::Color;
  int skinSets = 0;
  bool morphed = false;
  bool baseColorTexture = false;
  bool metallicRoughnessTexture = false;
  bool emissiveTexture = false;
  bool unlit = false;
  bool masked = false;

  std::uint32_t key() const;
  std::string defines() const;
};

/// Texture units of every scene program.
enum class SceneUnit : int { BaseColor, MetallicRoughness, Emissive, Palettes, MorphWeights, MorphDeltas, Shadow };

struct SceneProgram {
  GlProgram program;
  int worldFromLocal = -1;
  int firstPaletteTexel = -1;
  int morphRange = -1;
  int morphLayout = -1;
  int uvSets = -1;
  int baseColorUvRows = -1;
  int metallicRoughnessUvRows = -1;
  int emissiveUvRows = -1;
  int baseColorFactor = -1;
  int alphaCutoff = -1;
  int metallicRoughnessFactor = -1;
  int emissiveFactor = -1;
};

/// Where the Frame block is bound.
inline constexpr unsigned int kFrameBinding = 0;
void bindFrameBlock(const GlProgram& program);

class ScenePrograms {
 public:
  /// Compiles the plainest and the richest variants, so that what is wrong with the shaders shows at once.
  static engine::Result<ScenePrograms> make(ShaderFolder folder);
  /// Compiles on first use. What fails leaves one sentence with file and line in `messages`, and is not tried again.
  void prepare(const SceneVariant& variant, std::vector<std::string>& messages);
  /// The program of a prepared variant; null when there is none.
  const SceneProgram* find(const SceneVariant& variant) const;

 private:
  ShaderFolder folder_;
  std::unordered_map<std::uint32_t, SceneProgram> programs_;  // by SceneVariant::key
};

}  // namespace app
