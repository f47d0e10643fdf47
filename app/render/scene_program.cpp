#include "app/render/scene_program.h"

#include "app/render/gpu_primitive.h"

#include <glad/gl.h>

#include <utility>

namespace app {
namespace {

engine::Result<SceneProgram> build(const ShaderFolder& folder, const SceneVariant& variant) {
  ProgramSource source{.vertex = "scene.vert",
                       .fragment = variant.output == SceneOutput::Color ? "scene.frag" : "depth.frag",
                       .defines = variant.defines(),
                       .feedback = variant.output == SceneOutput::Capture ? "worldPosition" : nullptr};
  auto built = buildProgram(folder, source);
  if (!built) return built.error();
  SceneProgram scene;
  scene.program = std::move(*built);
  const GLuint id = scene.program.id();
  bindFrameBlock(scene.program);
  glUseProgram(id);
  const std::pair<const char*, SceneUnit> units[] = {{"baseColorTexture", SceneUnit::BaseColor},
                                                     {"metallicRoughnessTexture", SceneUnit::MetallicRoughness},
                                                     {"emissiveTexture", SceneUnit::Emissive},
                                                     {"palettes", SceneUnit::Palettes},
                                                     {"morphWeights", SceneUnit::MorphWeights},
                                                     {"morphDeltas", SceneUnit::MorphDeltas},
                                                     {"shadowMap", SceneUnit::Shadow}};
  for (const auto& [name, unit] : units) glUniform1i(glGetUniformLocation(id, name), static_cast<int>(unit));
  glUseProgram(0);
  const std::pair<const char*, int*> locations[] = {{"worldFromLocal", &scene.worldFromLocal},
                                                    {"firstPaletteTexel", &scene.firstPaletteTexel},
                                                    {"morphRange", &scene.morphRange},
                                                    {"morphLayout", &scene.morphLayout},
                                                    {"uvSets", &scene.uvSets},
                                                    {"baseColorUvRows", &scene.baseColorUvRows},
                                                    {"metallicRoughnessUvRows", &scene.metallicRoughnessUvRows},
                                                    {"emissiveUvRows", &scene.emissiveUvRows},
                                                    {"baseColorFactor", &scene.baseColorFactor},
                                                    {"alphaCutoff", &scene.alphaCutoff},
                                                    {"metallicRoughnessFactor", &scene.metallicRoughnessFactor},
                                                    {"emissiveFactor", &scene.emissiveFactor}};
  for (const auto& [name, location] : locations) *location = glGetUniformLocation(id, name);
  return scene;
}

}  // namespace

std::uint32_t SceneVariant::key() const {
  const std::uint32_t flags = (morphed ? 1u : 0u) | (baseColorTexture ? 2u : 0u) |
                              (metallicRoughnessTexture ? 4u : 0u) | (emissiveTexture ? 8u : 0u) | (unlit ? 16u : 0u) |
                              (masked ? 32u : 0u);
  return flags | static_cast<std::uint32_t>(skinSets) << 8 | static_cast<std::uint32_t>(output) << 12;
}

std::string SceneVariant::defines() const {
  const auto line = [](const char* name, int value) { return std::string(name) + " " + std::to_string(value) + "\n"; };
  return line("DEPTH_ONLY", output == SceneOutput::Depth) + line("SKIN_SETS", skinSets) + line("MORPHED", morphed) +
         line("BASE_COLOR_TEXTURE", baseColorTexture) + line("METALLIC_ROUGHNESS_TEXTURE", metallicRoughnessTexture) +
         line("EMISSIVE_TEXTURE", emissiveTexture) + line("UNLIT", unlit) + line("MASKED", masked);
}

void bindFrameBlock(const GlProgram& program) {
  const GLuint block = glGetUniformBlockIndex(program.id(), "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program.id(), block, kFrameBinding);
}

engine::Result<ScenePrograms> ScenePrograms::make(ShaderFolder folder) {
  ScenePrograms programs;
  programs.folder_ = std::move(folder);
  const SceneVariant plain;
  const SceneVariant rich{.skinSets = kMaxSkinSets,
                          .morphed = true,
                          .baseColorTexture = true,
                          .metallicRoughnessTexture = true,
                          .emissiveTexture = true,
                          .masked = true};
  const SceneVariant unlit{.unlit = true};
  const SceneVariant depth{.output = SceneOutput::Depth, .skinSets = 1, .baseColorTexture = true, .masked = true};
  for (const SceneVariant& variant : {plain, rich, unlit, depth}) {
    auto program = build(programs.folder_, variant);
    if (!program) return program.error();
    programs.programs_.emplace(variant.key(), std::move(*program));
  }
  return programs;
}

void ScenePrograms::prepare(const SceneVariant& variant, std::vector<std::string>& messages) {
  if (programs_.contains(variant.key())) return;
  auto program = build(folder_, variant);
  if (!program) messages.push_back(program.error().message);
  programs_.emplace(variant.key(), program ? std::move(*program) : SceneProgram{});
}

const SceneProgram* ScenePrograms::find(const SceneVariant& variant) const {
  const auto found = programs_.find(variant.key());
  return found == programs_.end() || !found->second.program ? nullptr : &found->second;
}

}  // namespace app
