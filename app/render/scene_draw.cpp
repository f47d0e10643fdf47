#include "app/render/scene_draw.h"

#include <cmath>

#include <glad/gl.h>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

float scaleOf(const glm::mat4& matrix) {
  return std::max(
      {glm::length(glm::vec3(matrix[0])), glm::length(glm::vec3(matrix[1])), glm::length(glm::vec3(matrix[2]))});
}

}  // namespace

glm::vec4 worldSphere(const CasterSphere& caster, const glm::mat4& matrix) {
  return {glm::vec3(matrix * glm::vec4(caster.center, 1.0f)), caster.radius * scaleOf(matrix)};
}

void appendWorldSpheres(std::span<const CasterSphere> casters, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders) {
  for (const CasterSphere& caster : casters) {
    const std::size_t index = matrices.size() == 1 ? 0 : static_cast<std::size_t>(std::max(caster.joint, 0));
    if (index >= matrices.size()) continue;
    const glm::mat4& matrix = matrices[index];
    const float scale = scaleOf(matrix);
    const glm::vec4 sphere(glm::vec3(matrix * glm::vec4(caster.center, 1.0f)), caster.radius * scale);
    if (!std::isfinite(sphere.x + sphere.y + sphere.z + sphere.w)) continue;
    spheres.push_back(sphere);
    occluders.emplace_back(glm::vec3(sphere), caster.occlusionRadius * scale);
  }
}

void CrowdCasters::append(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                          std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders) {
  if (item.copies <= kDetailedCopies) {
    for (int copy = 0; copy < item.copies; ++copy)
      appendWorldSpheres(primitive.casters, matricesOf(list, item, copy), spheres, occluders);
    return;
  }
  copies_.clear();
  const std::size_t joint = static_cast<std::size_t>(std::max(primitive.bounds.joint, 0));
  for (int copy = 0; copy < item.copies; ++copy) {
    const std::span<const glm::mat4> matrices = matricesOf(list, item, copy);
    if (joint >= matrices.size()) continue;
    const glm::vec4 sphere = worldSphere(primitive.bounds, matrices[joint]);
    const float distance = glm::length(glm::vec3(sphere) - list.eye);
    if (!std::isfinite(distance + sphere.w)) continue;
    spheres.push_back(sphere);
    copies_.push_back({.distance = distance, .index = copy});
  }
  appendNearest(primitive, list, item, spheres, occluders);
}

void CrowdCasters::appendNearest(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                                 std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders) {
  constexpr float kFade = 0.25f;  // as a fraction of the distance at which occluders have vanished
  float gone = INFINITY;
  if (copies_.size() > kDetailedCopies) {
    const auto last = copies_.begin() + kDetailedCopies;
    std::nth_element(copies_.begin(), last, copies_.end(),
                     [](const Copy& a, const Copy& b) { return a.distance < b.distance; });
    gone = last->distance;
    copies_.erase(last, copies_.end());
  }
  for (const Copy& copy : copies_) {
    const std::size_t before = occluders.size();
    appendWorldSpheres(primitive.casters, matricesOf(list, item, copy.index), spheres, occluders);
    if (!(gone < INFINITY)) continue;
    const float fade = std::clamp((gone - copy.distance) / std::max(kFade * gone, 1e-6f), 0.0f, 1.0f);
    for (std::size_t i = before; i < occluders.size(); ++i) occluders[i].w *= fade;
  }
}

DrawShare::Run DrawShare::take(int steps, std::int64_t cost) {
  const std::int64_t skipped = std::min<std::int64_t>(skip_, steps);
  skip_ -= skipped;
  const std::int64_t wanted = steps - skipped;
  if (wanted == 0 || isFull_) return {.first = static_cast<int>(skipped)};
  const std::int64_t fitting = cost > 0 ? std::max(left_, std::int64_t{0}) / cost : wanted;
  const std::int64_t taken = std::min(wanted, std::max(fitting, std::int64_t{isEmpty_}));
  isFull_ = taken < wanted;
  isEmpty_ = isEmpty_ && taken == 0;
  left_ -= taken * cost;
  end_ += taken;
  return {.first = static_cast<int>(skipped), .count = static_cast<int>(taken)};
}

namespace {

constexpr float kMinGhostAlpha = 0.1f;  // blended surfaces with a lower alpha have no ghost

int costOfOne(const GpuPrimitive& primitive, const GpuDetailLevel* level) {
  if (primitive.mode != GL_TRIANGLES) return std::max(primitive.indexCount, primitive.vertexCount);
  if (level != nullptr) return level->count / 3;
  return (primitive.indexCount > 0 ? primitive.indexCount : primitive.vertexCount) / 3;
}

/// With the fewest triangles that will do; null: with all. What is blended, or a morph target moves, is exact, as is
/// all at full quality.
const GpuDetailLevel* levelFor(const SceneContent& content, const DrawItem& item, const GpuPrimitive& primitive) {
  if (!content.lessDetail || primitive.levels.empty()) return nullptr;
  if (item.copies > 1) return &primitive.levels.back();
  const bool blended = content.model.material(item.material).values.alphaMode == AlphaMode::Blend;
  if (blended || content.morphs.run(item).count > 0) return nullptr;
  const GpuDetailLevel* fewest = nullptr;
  for (const GpuDetailLevel& level : primitive.levels)
    if (level.error <= content.surfaceError) fewest = &level;
  return fewest;
}

void activate(SceneUnit unit) { glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit)); }

void bindMaterial(const SceneProgram& program, const GpuMaterial& material) {
  const Material& values = material.values;
  const glm::vec4 baseColor = values.baseColor * values.tint;
  const glm::vec3 emission = values.emissive * values.emissiveStrength;
  glUniform4fv(program.baseColorFactor, 1, glm::value_ptr(baseColor));
  glUniform1f(program.alphaCutoff, values.alphaMode == AlphaMode::Blend ? kMinGhostAlpha : values.alphaCutoff);
  glUniform2f(program.metallicRoughnessFactor, values.metallic, values.roughness);
  glUniform3fv(program.emissiveFactor, 1, glm::value_ptr(emission));
  glUniform1f(program.normalScale, values.normalScale);
  glUniform1f(program.occlusionStrength, values.occlusionStrength);
  glUniform2f(program.clearcoatFactor, values.clearcoat, values.clearcoatRoughness);
  glUniform4f(program.sheenFactor, values.sheenColor.r, values.sheenColor.g, values.sheenColor.b,
              values.sheenRoughness);
  glUniform3fv(program.shadeColor, 1, glm::value_ptr(values.shadeColor));
  glUniform2f(program.shadeRange, values.shadeRange.x, values.shadeRange.y);
  for (std::size_t slot = 0; slot < kTextureSlots; ++slot) {
    const MaterialTexture& texture = material.textures[slot];
    if (program.uvRows[slot] < 0 || texture.bound.texture == 0) continue;
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(slot));
    glBindTexture(GL_TEXTURE_2D, texture.bound.texture);
    glBindSampler(static_cast<GLuint>(slot), texture.bound.sampler);
    glUniform1i(program.uvSets[slot], texture.uvSet);
    glUniformMatrix2x3fv(program.uvRows[slot], 1, GL_FALSE, glm::value_ptr(texture.rows[0]));
  }
}

void bindMorphs(const SceneProgram& program, const GpuPrimitive& primitive, const MorphUpload& morphs,
                const MorphRun& run) {
  activate(SceneUnit::MorphWeights);
  glBindTexture(GL_TEXTURE_BUFFER, run.count > 0 ? morphs.texture(run.slot.page) : 0);
  activate(SceneUnit::MorphDeltas);
  glBindTexture(GL_TEXTURE_2D, primitive.morphs.texture.id());
  glUniform2i(program.morphRange, run.slot.texel, run.count);
  glUniform4i(program.morphLayout, primitive.vertexCount, primitive.morphs.texelsPerVertex, primitive.morphs.widthLog2,
              primitive.morphs.targetCount);
}

}  // namespace

SceneVariant variantOf(const GpuModel& model, const DrawItem& item, const GpuPrimitive& primitive, SceneOutput output,
                       ViewMode view) {
  const GpuMaterial& material = model.material(item.material);
  SceneVariant variant{.output = output,
                       .skinSets = item.paletteOffset >= 0 ? primitive.skinSets : 0,
                       .morphed = primitive.morphs.targetCount > 0 && item.morphCount > 0};
  variant.copies = variant.skinSets > 0 ? item.copies > 1 : item.paletteOffset < 0 && item.worldOffset >= 0;
  if (output == SceneOutput::Capture) return variant;
  variant.masked = material.values.alphaMode == AlphaMode::Mask ||
                   (output == SceneOutput::Ghost && material.values.alphaMode == AlphaMode::Blend);
  variant.texture(TextureSlot::BaseColor) =
      material.has(TextureSlot::BaseColor) && (output == SceneOutput::Color || variant.masked);
  if (output != SceneOutput::Color) return variant;
  variant.view = view == ViewMode::BaseColor ? ViewMode::Shaded : view;  // unlit surfaces show just that
  // glTF 2.0, 3.7.2.1: points and lines without normals are drawn unlit.
  const bool lightless = view == ViewMode::BaseColor || view == ViewMode::Silhouette;
  variant.unlit = lightless || (view == ViewMode::Shaded &&
                                (material.values.unlit || (primitive.mode != GL_TRIANGLES && !primitive.hasNormals)));
  variant.toon = variant.unlit && !lightless && material.values.toon && primitive.mode == GL_TRIANGLES;
  if (variant.unlit && !variant.toon) return variant;
  variant.flat = primitive.mode == GL_TRIANGLES && !primitive.hasNormals;
  variant.texture(TextureSlot::Normal) = material.has(TextureSlot::Normal);
  variant.tangents = variant.texture(TextureSlot::Normal) && primitive.hasTangents;
  if (view == ViewMode::Normals) return variant;
  variant.texture(TextureSlot::Emissive) = material.has(TextureSlot::Emissive);
  if (variant.toon) return variant;
  for (const TextureSlot slot : {TextureSlot::MetallicRoughness, TextureSlot::Occlusion})
    variant.texture(slot) = material.has(slot);
  variant.fileLights = model.hasLights();
  variant.clearcoat = material.coated;
  for (const TextureSlot slot : {TextureSlot::Clearcoat, TextureSlot::ClearcoatRoughness})
    variant.texture(slot) = variant.clearcoat && material.has(slot);
  variant.sheen = material.hasSheen;
  for (const TextureSlot slot : {TextureSlot::SheenColor, TextureSlot::SheenRoughness})
    variant.texture(slot) = variant.sheen && material.has(slot);
  return variant;
}

BoundItem bindItem(const SceneContent& content, const DrawItem& item, SceneOutput output, ViewMode view,
                   const glm::vec4& ghostColor) {
  const GpuPrimitive* primitive = content.model.primitive(item.mesh, item.primitive);
  if (primitive == nullptr) return {};
  const SceneVariant variant = variantOf(content.model, item, *primitive, output, view);
  const SceneProgram* program = content.programs.find(variant);
  if (program == nullptr) return {};

  glUseProgram(program->program.id());
  bindMaterial(*program, content.model.material(item.material));
  if (output == SceneOutput::Ghost) glUniform4fv(program->ghostColor, 1, glm::value_ptr(ghostColor));
  glBindVertexArray(primitive->vertexArray.id());
  return {.primitive = primitive,
          .program = program,
          .movedByPalette = variant.skinSets > 0 || variant.copies,
          .morphed = variant.morphed};
}

CopyRun bindCopies(const SceneContent& content, const BoundItem& bound, const DrawItem& item, int first) {
  CopyRun run{.first = first, .count = first == 0 && item.copies > 0 ? 1 : 0, .morphs = content.morphs.run(item)};
  if (bound.movedByPalette) run = copyRunFrom(content.palettes, content.morphs, item, first);
  if (run.count == 0) return run;

  const SceneProgram& program = *bound.program;
  if (bound.movedByPalette) {
    activate(SceneUnit::Palettes);
    glBindTexture(GL_TEXTURE_BUFFER, content.palettes.texture(run.matrices.page));
    glUniform1i(program.firstPaletteTexel, run.matrices.texel);
    if (program.copyStride >= 0) glUniform2i(program.copyStride, run.matrixStride, run.morphStride);
  } else {
    glUniformMatrix4fv(program.worldFromLocal, 1, GL_FALSE, glm::value_ptr(item.world));
  }
  if (bound.morphed) bindMorphs(program, *bound.primitive, content.morphs, run.morphs);
  return run;
}

void drawPrimitive(const GpuPrimitive& primitive, int copies, const GpuDetailLevel* level) {
  const int count = level != nullptr ? level->count : primitive.indexCount;
  const auto bytes = static_cast<std::size_t>(level != nullptr ? level->first : 0) * sizeof(std::uint32_t);
  const auto* const first = reinterpret_cast<const void*>(bytes);  // GL takes an offset as a pointer
  if (count > 0 && copies > 1) {
    glDrawElementsInstanced(primitive.mode, count, GL_UNSIGNED_INT, first, copies);
  } else if (count > 0) {
    glDrawElements(primitive.mode, count, GL_UNSIGNED_INT, first);
  } else if (copies > 1) {
    glDrawArraysInstanced(primitive.mode, 0, primitive.vertexCount, copies);
  } else {
    glDrawArrays(primitive.mode, 0, primitive.vertexCount);
  }
}

bool castsShadow(const GpuModel& model, const DrawItem& item) {
  const GpuPrimitive* primitive = model.primitive(item.mesh, item.primitive);
  return primitive != nullptr && item.copies > 0 && primitive->mode == GL_TRIANGLES &&
         model.material(item.material).values.alphaMode != AlphaMode::Blend;
}

void drawItem(const SceneContent& content, const DrawItem& item, SceneOutput output, ViewMode view, DrawShare& share) {
  const GpuPrimitive* primitive = content.model.primitive(item.mesh, item.primitive);
  if (primitive == nullptr) return;
  const GpuDetailLevel* level = levelFor(content, item, *primitive);
  const DrawShare::Run copies = share.take(item.copies, costOfOne(*primitive, level));
  if (copies.count == 0) return;
  const BoundItem bound = bindItem(content, item, output, view);
  drawCopies(content, bound, item, copies, [&](int count) { drawPrimitive(*primitive, count, level); });
}

std::int64_t costOf(const SceneContent& content, const DrawItem& item) {
  const GpuPrimitive* primitive = content.model.primitive(item.mesh, item.primitive);
  if (primitive == nullptr) return 0;
  return std::int64_t{item.copies} * costOfOne(*primitive, levelFor(content, item, *primitive));
}

void drawMeshes(const SceneContent& content, const DrawList& list, bool blended, bool multisampled, DrawShare& share) {
  if (blended) {
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
  }
  for (const DrawItem& item : list.items) {
    const Material& material = content.model.material(item.material).values;
    if ((material.alphaMode == AlphaMode::Blend) != blended) continue;
    glFrontFace(item.mirrored ? GL_CW : GL_CCW);
    (material.alphaMode == AlphaMode::Mask && multisampled ? glEnable : glDisable)(GL_SAMPLE_ALPHA_TO_COVERAGE);
    (material.doubleSided && !blended ? glDisable : glEnable)(GL_CULL_FACE);
    if (blended && material.doubleSided) {
      // Back faces first, so that a closed transparent shape shows both sides.
      glCullFace(GL_FRONT);
      drawItem(content, item, SceneOutput::Color, list.mode, share);
    }
    glCullFace(GL_BACK);
    drawItem(content, item, SceneOutput::Color, list.mode, share);
  }
  glFrontFace(GL_CCW);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  if (blended) {
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
  }
}

}  // namespace app
