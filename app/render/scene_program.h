// The scene's shaders: programs from GLSL files, and the variants that a model needs, each compiled once.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "app/render/gl_handle.h"
#include "app/render/gpu_model.h"
#include "app/render/shadow_map.h"
#include "app/view/draw_list.h"
#include "crossfade/base/result.h"

namespace app {

// ---- Builds a program from GLSL files; errors name the file and quote the line.

/// Where GLSL files come from: a folder or, if `path` is empty, the files embedded in the program.
struct ShaderFolder {
  std::filesystem::path path;
  crossfade::Result<std::string> read(std::string_view name) const;
};

/// One stage with its #includes resolved. `files[i]` is the file that compiler messages call source i.
struct ShaderText {
  std::string text;
  std::vector<std::string> files;
  std::vector<std::string> contents;  // of each file, to quote a line
};

/// `defines` are lines without "#define ". Each file is included once, from any other; names are relative to the
/// folder.
crossfade::Result<ShaderText> assembleShader(const ShaderFolder& folder, std::string_view name,
                                             std::string_view defines);

/// The compiler's log with file names instead of numbers, followed by the first line it complains about.
std::string explainShaderLog(const ShaderText& shader, std::string_view log);

struct ProgramSource {
  std::string_view vertex;  // file names
  std::string_view fragment;
  std::string defines;             // "SKIN_SETS 1\nMASKED 0\n"
  const char* feedback = nullptr;  // vertex output to capture
};

crossfade::Result<GlProgram> buildProgram(const ShaderFolder& folder, const ProgramSource& source);

enum class SceneOutput { Color, Depth, Capture, Ghost };  // Capture: world positions by transform feedback

struct SceneVariant {
  SceneOutput output = SceneOutput::Color;
  int skinSets = 0;
  bool morphed = false;
  std::array<bool, kTextureSlots> textures{};  // by TextureSlot
  bool tangents = false;                       // vertices have tangents; else the shader derives them
  bool flat = false;                           // no normals: flat shading
  bool clearcoat = false;
  bool sheen = false;
  bool unlit = false;
  bool toon = false;  // unlit, with a shade
  bool masked = false;
  bool fileLights = false;
  bool copies = false;  // matrices and weights by gl_InstanceID, world matrices of unskinned copies included
  ViewMode view = ViewMode::Shaded;

  bool& texture(TextureSlot slot) { return nth(textures, slot); }

  std::uint32_t key() const;
  std::string defines() const;
};

/// Texture units of the scene programs, after those of TextureSlot.
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
  int sheenFactor = -1;
  int shadeColor = -1;
  int shadeRange = -1;
};

/// Binding point of the Frame block.
inline constexpr unsigned int kFrameBinding = 0;
void bindFrameBlock(const GlProgram& program);

class ScenePrograms {
 public:
  /// Compiles the simplest and the most complex variants, so that errors in the shaders show at once.
  static crossfade::Result<ScenePrograms> make(ShaderFolder folder);
  /// Compiles a variant on first use. A failure adds one sentence with file and line to `messages` and is not retried.
  void prepare(const SceneVariant& variant, std::vector<std::string>& messages);
  /// The program of a prepared variant; null when there is none.
  const SceneProgram* find(const SceneVariant& variant) const;

 private:
  ShaderFolder folder_;
  std::unordered_map<std::uint32_t, SceneProgram> programs_;  // by SceneVariant::key
};

// ---- The uniforms that stay constant during a frame, in the layout of shaders/frame.glsl (std140).

struct FrameUniforms {
  glm::mat4 clipFromWorld{1.0f};
  glm::mat4 shadowClipFromWorld{1.0f};
  glm::mat4 shadowTextureFromWorld{1.0f};
  glm::vec4 eye{0.0f};
  glm::vec4 sun{0.0f};
  glm::vec4 rim{0.0f};
  glm::vec4 ground{0.0f};
  glm::vec4 picture{0.0f};
  glm::vec4 grid{0.0f};
  glm::vec4 light{1.0f};
  glm::vec4 floorOffset{0.0f};
  glm::vec4 floorTurn{1.0f, 0.0f, 0.0f, 0.0f};
  glm::mat4 viewFromWorld{1.0f};
  std::array<glm::vec4, 9> irradiance{};  // LightProbe::irradiance
  glm::vec4 sunColor{0.0f};
  struct Light {
    glm::vec4 position{0.0f}, direction{0.0f}, color{0.0f}, cone{0.0f};
  };
  std::array<Light, kMaxLights> lights{};
};

/// `width` and `height` in pixels; `samples` of multisampling.
FrameUniforms frameUniforms(const DrawList& list, const ShadowFit& shadow, int width, int height, int samples);

}  // namespace app
