#include "app/render/scene_program.h"

#include <glad/gl.h>

#include <utility>

namespace app {
namespace {

struct SlotNames {
  const char* name;    // prefix of its uniforms: nameTexture, nameUvSet, nameUvRows
  const char* define;  // 1 if the material has the texture
};
constexpr std::array<SlotNames, kTextureSlots> kSlots = {{{"baseColor", "BASE_COLOR_TEXTURE"},
                                                          {"metallicRoughness", "METALLIC_ROUGHNESS_TEXTURE"},
                                                          {"emissive", "EMISSIVE_TEXTURE"},
                                                          {"normal", "NORMAL_TEXTURE"},
                                                          {"occlusion", "OCCLUSION_TEXTURE"},
                                                          {"clearcoat", "CLEARCOAT_TEXTURE"},
                                                          {"clearcoatRoughness", "CLEARCOAT_ROUGHNESS_TEXTURE"},
                                                          {"sheenColor", "SHEEN_COLOR_TEXTURE"},
                                                          {"sheenRoughness", "SHEEN_ROUGHNESS_TEXTURE"}}};

const char* fragmentShader(SceneOutput output) {
  switch (output) {
    case SceneOutput::Color:
      return "scene.frag";
    case SceneOutput::Ghost:
      return "ghost.frag";
    case SceneOutput::Depth:
    case SceneOutput::Capture:
      return "depth.frag";
  }
  return "depth.frag";
}

crossfade::Result<SceneProgram> build(const ShaderFolder& folder, const SceneVariant& variant) {
  ProgramSource source{.vertex = "scene.vert",
                       .fragment = fragmentShader(variant.output),
                       .defines = variant.defines(),
                       .feedback = variant.output == SceneOutput::Capture ? "worldPosition" : nullptr};
  auto built = buildProgram(folder, source);
  if (!built) return built.error();
  SceneProgram scene;
  scene.program = std::move(*built);
  const GLuint id = scene.program.id();
  bindFrameBlock(scene.program);
  glUseProgram(id);
  const std::pair<const char*, SceneUnit> units[] = {
      {"palettes", SceneUnit::Palettes},        {"morphWeights", SceneUnit::MorphWeights},
      {"morphDeltas", SceneUnit::MorphDeltas},  {"environment", SceneUnit::Environment},
      {"reflectances", SceneUnit::Reflectance}, {"shadowMap", SceneUnit::Shadow}};
  for (const auto& [name, unit] : units) glUniform1i(glGetUniformLocation(id, name), static_cast<int>(unit));
  for (std::size_t slot = 0; slot < kTextureSlots; ++slot) {
    const std::string name = kSlots[slot].name;
    glUniform1i(glGetUniformLocation(id, (name + "Texture").c_str()), static_cast<int>(slot));
    scene.uvSets[slot] = glGetUniformLocation(id, (name + "UvSet").c_str());
    scene.uvRows[slot] = glGetUniformLocation(id, (name + "UvRows").c_str());
  }
  glUseProgram(0);
  const std::pair<const char*, int*> locations[] = {{"worldFromLocal", &scene.worldFromLocal},
                                                    {"firstPaletteTexel", &scene.firstPaletteTexel},
                                                    {"copyStride", &scene.copyStride},
                                                    {"morphRange", &scene.morphRange},
                                                    {"morphLayout", &scene.morphLayout},
                                                    {"baseColorFactor", &scene.baseColorFactor},
                                                    {"alphaCutoff", &scene.alphaCutoff},
                                                    {"metallicRoughnessFactor", &scene.metallicRoughnessFactor},
                                                    {"emissiveFactor", &scene.emissiveFactor},
                                                    {"normalScale", &scene.normalScale},
                                                    {"occlusionStrength", &scene.occlusionStrength},
                                                    {"ghostColor", &scene.ghostColor},
                                                    {"clearcoatFactor", &scene.clearcoatFactor},
                                                    {"sheenFactor", &scene.sheenFactor},
                                                    {"shadeColor", &scene.shadeColor},
                                                    {"shadeRange", &scene.shadeRange}};
  for (const auto& [name, location] : locations) *location = glGetUniformLocation(id, name);
  return scene;
}

}  // namespace

std::uint32_t SceneVariant::key() const {
  std::uint32_t key = 0;
  int bits = 0;
  const auto add = [&](auto value, int width) {
    key |= static_cast<std::uint32_t>(value) << bits;
    bits += width;
  };
  for (const bool flag : {morphed, unlit, masked, tangents, flat, clearcoat, sheen, toon, fileLights, copies})
    add(flag, 1);
  for (const bool texture : textures) add(texture, 1);
  add(skinSets, 2);
  add(output, 2);
  add(view, 3);
  return key;
}

std::string SceneVariant::defines() const {
  const auto line = [](const char* name, int value) { return std::string(name) + " " + std::to_string(value) + "\n"; };
  std::string lines = line("DEPTH_ONLY", output == SceneOutput::Depth) + line("GHOST", output == SceneOutput::Ghost) +
                      line("SKIN_SETS", skinSets) + line("COPIES", copies) + line("MORPHED", morphed) +
                      line("TANGENTS", tangents) + line("FLAT", flat) + line("CLEARCOAT", clearcoat) +
                      line("SHEEN", sheen) + line("FILE_LIGHTS", fileLights) + line("UNLIT", unlit) +
                      line("TOON", toon) + line("MASKED", masked) + line("VIEW_NORMALS", view == ViewMode::Normals) +
                      line("VIEW_SILHOUETTE", view == ViewMode::Silhouette);
  for (std::size_t slot = 0; slot < kTextureSlots; ++slot) lines += line(kSlots[slot].define, textures[slot]);
  return lines;
}

void bindFrameBlock(const GlProgram& program) {
  const GLuint block = glGetUniformBlockIndex(program.id(), "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program.id(), block, kFrameBinding);
}

crossfade::Result<ScenePrograms> ScenePrograms::make(ShaderFolder folder) {
  ScenePrograms programs;
  programs.folder_ = std::move(folder);
  const SceneVariant plain;
  SceneVariant rich{.skinSets = kMaxSkinSets,
                    .morphed = true,
                    .tangents = true,
                    .clearcoat = true,
                    .sheen = true,
                    .masked = true,
                    .fileLights = true};
  rich.textures.fill(true);
  const SceneVariant unlit{.unlit = true};
  const SceneVariant toon{.unlit = true, .toon = true};
  SceneVariant depth{.output = SceneOutput::Depth, .skinSets = 1, .masked = true};
  depth.texture(TextureSlot::BaseColor) = true;
  SceneVariant ghost = depth;
  ghost.output = SceneOutput::Ghost;
  for (const SceneVariant& variant : {plain, rich, unlit, toon, depth, ghost}) {
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
