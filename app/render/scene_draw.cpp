#include "app/render/scene_draw.h"

#include <glad/gl.h>

#include <algorithm>

#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

void activate(SceneUnit unit) { glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit)); }

void bindTexture(SceneUnit unit, const MaterialTexture& texture, int rowsLocation) {
  if (texture.bound.texture == 0) return;
  activate(unit);
  glBindTexture(GL_TEXTURE_2D, texture.bound.texture);
  glBindSampler(static_cast<GLuint>(unit), texture.bound.sampler);
  glUniformMatrix2x3fv(rowsLocation, 1, GL_FALSE, glm::value_ptr(texture.rows[0]));
}

void bindMaterial(const SceneProgram& program, const GpuMaterial& material) {
  const Material& values = material.values;
  glUniform4fv(program.baseColorFactor, 1, glm::value_ptr(values.baseColor));
  glUniform1f(program.alphaCutoff, values.alphaCutoff);
  glUniform2f(program.metallicRoughnessFactor, values.metallic, values.roughness);
  glUniform3fv(program.emissiveFactor, 1, glm::value_ptr(values.emissive));
  glUniform3i(program.uvSets, material.baseColor.uvSet, material.metallicRoughness.uvSet, material.emissive.uvSet);
  if (program.baseColorUvRows >= 0) bindTexture(SceneUnit::BaseColor, material.baseColor, program.baseColorUvRows);
  if (program.metallicRoughnessUvRows >= 0)
    bindTexture(SceneUnit::MetallicRoughness, material.metallicRoughness, program.metallicRoughnessUvRows);
  if (program.emissiveUvRows >= 0) bindTexture(SceneUnit::Emissive, material.emissive, program.emissiveUvRows);
}

void bindMorphs(const SceneProgram& program, const GpuPrimitive& primitive, const MorphUpload& morphs,
                const DrawItem& item) {
  const MorphRun run = morphs.run(item);
  activate(SceneUnit::MorphWeights);
  glBindTexture(GL_TEXTURE_BUFFER, run.count > 0 ? morphs.texture(run.slot.page) : 0);
  activate(SceneUnit::MorphDeltas);
  glBindTexture(GL_TEXTURE_2D, primitive.morphs.texture.id());
  glUniform2i(program.morphRange, run.slot.texel, run.count);
  glUniform4i(program.morphLayout, primitive.vertexCount, primitive.morphs.texelsPerVertex, primitive.morphs.widthLog2,
              primitive.morphs.targetCount);
}

}  // namespace

SceneVariant variantOf(const DrawItem& item, const GpuPrimitive& primitive, const GpuMaterial& material,
                       SceneOutput output) {
  SceneVariant variant{.output = output,
                       .skinSets = item.paletteOffset >= 0 ? primitive.skinSets : 0,
                       .morphed = primitive.morphs.targetCount > 0 && item.morphCount > 0};
  if (output == SceneOutput::Capture) return variant;
  variant.masked = material.values.alphaMode == AlphaMode::Mask;
  variant.baseColorTexture = material.baseColor.bound.texture != 0 && (output == SceneOutput::Color || variant.masked);
  if (output == SceneOutput::Depth) return variant;
  // glTF 2.0, 3.7.2.1: points and lines without normals are drawn unlit.
  variant.unlit = material.values.unlit || (primitive.mode != GL_TRIANGLES && !primitive.hasNormals);
  variant.metallicRoughnessTexture = !variant.unlit && material.metallicRoughness.bound.texture != 0;
  variant.emissiveTexture = !variant.unlit && material.emissive.bound.texture != 0;
  return variant;
}

const GpuPrimitive* bindItem(const SceneContent& content, const DrawItem& item, SceneOutput output) {
  const GpuPrimitive* primitive = content.model.primitive(item.mesh, item.primitive);
  if (primitive == nullptr) return nullptr;
  const GpuMaterial& material = content.model.material(item.material);
  const SceneVariant variant = variantOf(item, *primitive, material, output);
  const SceneProgram* program = content.programs.find(variant);
  if (program == nullptr) return nullptr;

  glUseProgram(program->program.id());
  if (variant.skinSets > 0) {
    const PageSlot slot = content.palettes.slot(item);
    if (slot.page < 0) return nullptr;
    activate(SceneUnit::Palettes);
    glBindTexture(GL_TEXTURE_BUFFER, content.palettes.texture(slot.page));
    glUniform1i(program->firstPaletteTexel, slot.texel);
  } else {
    glUniformMatrix4fv(program->worldFromLocal, 1, GL_FALSE, glm::value_ptr(item.world));
  }
  if (variant.morphed) bindMorphs(*program, *primitive, content.morphs, item);
  bindMaterial(*program, material);
  glBindVertexArray(primitive->vertexArray.id());
  return primitive;
}

void drawPrimitive(const GpuPrimitive& primitive) {
  if (primitive.indexCount > 0) {
    glDrawElements(primitive.mode, primitive.indexCount, GL_UNSIGNED_INT, nullptr);
  } else {
    glDrawArrays(primitive.mode, 0, primitive.vertexCount);
  }
}

}  // namespace app
