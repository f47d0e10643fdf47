#include "app/render/scene_program.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <glad/gl.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "embedded_shaders.h"

namespace app {
namespace {

std::string_view takeLine(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

crossfade::Result<void> append(const ShaderFolder& folder, std::string_view name, ShaderText& out) {
  if (std::find(out.files.begin(), out.files.end(), name) != out.files.end()) return {};
  auto content = folder.read(name);
  if (!content) return content.error();
  const std::string file = std::to_string(out.files.size());
  out.files.emplace_back(name);
  out.contents.push_back(*content);
  out.text += "#line 1 " + file + "\n";

  constexpr std::string_view kInclude = "#include \"";
  std::string_view rest = *content;
  for (int lineNumber = 1; !rest.empty(); ++lineNumber) {
    const std::string_view line = takeLine(rest);
    if (!line.starts_with(kInclude)) {
      out.text.append(line) += '\n';
      continue;
    }
    const std::string_view included = line.substr(kInclude.size(), line.rfind('"') - kInclude.size());
    if (auto done = append(folder, included, out); !done) return done;
    out.text += "#line " + std::to_string(lineNumber + 1) + " " + file + "\n";
  }
  return {};
}

std::optional<std::size_t> takeNumber(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::string_view lineOf(std::string_view text, std::size_t lineNumber) {
  std::string_view line;
  for (std::size_t i = 0; i < lineNumber; ++i) line = takeLine(text);
  return line;
}

crossfade::Result<GlShader> compile(const ShaderFolder& folder, unsigned int stage, std::string_view name,
                                    std::string_view defines) {
  auto shader = assembleShader(folder, name, defines);
  if (!shader) return shader.error();
  GlShader handle(glCreateShader(stage));
  const char* text = shader->text.c_str();
  glShaderSource(handle.id(), 1, &text, nullptr);
  glCompileShader(handle.id());
  GLint compiled = 0;
  glGetShaderiv(handle.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled) return handle;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(handle.id(), static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return crossfade::Error{"shader '" + std::string(name) + "' does not compile: " + explainShaderLog(*shader, log)};
}

}  // namespace

crossfade::Result<std::string> ShaderFolder::read(std::string_view name) const {
  if (path.empty()) {
    const std::string_view text = embeddedShader(name);
    if (text.empty()) return crossfade::Error{"no shader '" + std::string(name) + "' is built into this program"};
    return std::string(text);
  }
  constexpr std::uintmax_t kLargest = 1 << 20;  // bytes; opening a pipe would wait for a writer
  const std::filesystem::path file = path / name;
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown) && !std::filesystem::is_regular_file(file, unknown))
    return crossfade::Error{"shader file '" + file.string() + "' is not a regular file"};
  if (const std::uintmax_t size = std::filesystem::file_size(file, unknown); !unknown && size > kLargest)
    return crossfade::Error{"shader file '" + file.string() + "' has " + std::to_string(size) +
                            " bytes; the limit is " + std::to_string(kLargest)};
  std::ifstream stream(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream || text.empty())
    return crossfade::Error{"shader file '" + file.string() + "' cannot be read or is empty"};
  return text;
}

crossfade::Result<ShaderText> assembleShader(const ShaderFolder& folder, std::string_view name,
                                             std::string_view defines) {
  ShaderText shader;
  shader.text = "#version 410 core\n";
  while (!defines.empty()) shader.text.append("#define ").append(takeLine(defines)) += '\n';
  if (auto done = append(folder, name, shader); !done) return done.error();
  return shader;
}

// Mesa and Apple write "0:12(5): error", NVIDIA "0(12) : error", AMD "ERROR: 0:12:".
std::string explainShaderLog(const ShaderText& shader, std::string_view log) {
  std::string explained;
  std::string quote;
  std::string_view rest = log;
  while (!rest.empty()) {
    const std::string_view line = takeLine(rest);
    const std::size_t digit = line.find_first_of("0123456789");
    std::string_view tail = line.substr(std::min(digit, line.size()));
    const auto file = takeNumber(tail);
    const bool hasLocation =
        file && *file < shader.files.size() && !tail.empty() && (tail.front() == ':' || tail.front() == '(');
    explained += explained.empty() ? "" : "\n";
    if (!hasLocation) {
      explained += line;
      continue;
    }
    explained.append(line.substr(0, digit)).append(shader.files[*file]).append(tail);
    tail.remove_prefix(1);
    if (const auto lineNumber = takeNumber(tail); lineNumber && quote.empty())
      quote = lineOf(shader.contents[*file], *lineNumber);
  }
  return quote.empty() ? explained : explained + "\n  > " + quote;
}

crossfade::Result<GlProgram> buildProgram(const ShaderFolder& folder, const ProgramSource& source) {
  auto vertex = compile(folder, GL_VERTEX_SHADER, source.vertex, source.defines);
  if (!vertex) return vertex.error();
  auto fragment = compile(folder, GL_FRAGMENT_SHADER, source.fragment, source.defines);
  if (!fragment) return fragment.error();

  GlProgram program = GlProgram::make();
  glAttachShader(program.id(), vertex->id());
  glAttachShader(program.id(), fragment->id());
  if (source.feedback != nullptr)
    glTransformFeedbackVaryings(program.id(), 1, &source.feedback, GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(program.id());
  GLint linked = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
  if (linked) return program;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetProgramInfoLog(program.id(), static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return crossfade::Error{"shaders '" + std::string(source.vertex) + "' and '" + std::string(source.fragment) +
                          "' do not link: " + log};
}

namespace {

struct SlotNames {
  const char* name;    // prefix of its uniforms: nameTexture, nameUvSet, nameUvRows
  const char* define;  // 1 if the material has the texture
};
constexpr auto kSlots = std::to_array<SlotNames>({{"baseColor", "BASE_COLOR_TEXTURE"},
                                                  {"metallicRoughness", "METALLIC_ROUGHNESS_TEXTURE"},
                                                  {"emissive", "EMISSIVE_TEXTURE"},
                                                  {"normal", "NORMAL_TEXTURE"},
                                                  {"occlusion", "OCCLUSION_TEXTURE"},
                                                  {"clearcoat", "CLEARCOAT_TEXTURE"},
                                                  {"clearcoatRoughness", "CLEARCOAT_ROUGHNESS_TEXTURE"},
                                                  {"sheenColor", "SHEEN_COLOR_TEXTURE"},
                                                  {"sheenRoughness", "SHEEN_ROUGHNESS_TEXTURE"}});
static_assert(kSlots.size() == kTextureSlots);

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

namespace {

constexpr glm::vec3 kUp(0.0f, 1.0f, 0.0f);

glm::vec3 unitOr(const glm::vec3& direction, const glm::vec3& fallback) {
  const float length = glm::length(direction);
  return length > 1e-6f ? direction / length : fallback;
}

// Behind the model as seen from the camera, above and slightly left: a bright edge from every side.
glm::vec3 rimDirection(const glm::mat4& view) {
  const glm::vec3 right(view[0][0], view[1][0], view[2][0]);
  const glm::vec3 forward(-view[0][2], -view[1][2], -view[2][2]);
  return unitOr(forward * 0.75f - right * 0.55f + kUp * 0.55f, kUp);
}

}  // namespace

FrameUniforms frameUniforms(const DrawList& list, const ShadowFit& shadow, int width, int height, int samples) {
  const float radius = std::isfinite(list.sceneRadius) && list.sceneRadius > 0 ? list.sceneRadius : 1.0f;
  const float lineWidth = std::max(0.7f, static_cast<float>(height) / 720.0f);
  FrameUniforms frame;
  frame.clipFromWorld = list.projection * list.view;
  frame.shadowClipFromWorld = shadow.clipFromWorld;
  frame.shadowTextureFromWorld = shadow.textureFromWorld;
  frame.eye = glm::vec4(list.eye, radius);
  frame.sun = glm::vec4(unitOr(list.sunDirection, kUp), shadow.empty ? 0.0f : 1.0f);
  frame.rim = glm::vec4(rimDirection(list.view), 0.0f);
  frame.ground = glm::vec4(shadow.center.x, list.groundHeight, shadow.center.z, 9.0f * radius);
  frame.picture =
      glm::vec4(static_cast<float>(width), static_cast<float>(height), lineWidth, list.darkBackground ? 1.0f : 0.0f);
  const float largeCell = std::pow(10.0f, std::round(std::log10(radius)));
  frame.grid = glm::vec4(largeCell, shadow.texelSize, samples > 1 ? 1.0f : 0.0f, list.grid ? 1.0f : 0.0f);
  const glm::dvec2 axes = list.floor.offset,
                   cells = axes - static_cast<double>(largeCell) * glm::floor(axes / static_cast<double>(largeCell));
  frame.floorOffset = glm::vec4(glm::vec2(cells), glm::vec2(axes));
  frame.floorTurn = glm::vec4(std::cos(list.floor.turn), std::sin(list.floor.turn), 0, 0);
  frame.viewFromWorld = list.view;
  frame.rim.w = list.lighting.studio;
  frame.sunColor =
      glm::vec4(list.lighting.sunColor, static_cast<float>(std::min<std::size_t>(list.lights.size(), kMaxLights)));
  for (std::size_t i = 0; i < list.lights.size() && i < frame.lights.size(); ++i) {
    const PunctualLight& light = list.lights[i];
    const float point = light.kind == LightKind::Directional ? 0.0f : 1.0f;
    frame.lights[i] = {.position = glm::vec4(light.position, point),
                       .direction = glm::vec4(light.direction, 0),
                       .color = glm::vec4(light.color, light.range),
                       .cone = {light.coneScale, light.coneOffset, 0, 0}};
  }
  frame.light =
      glm::vec4(list.lighting.sun, list.lighting.rim, list.lighting.exposure, list.lighting.toneCurve ? 1.0f : 0.0f);
  return frame;
}

}  // namespace app
