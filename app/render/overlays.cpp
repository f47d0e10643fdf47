#include "app/render/overlays.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <glad/gl.h>
#include <glm/gtc/type_ptr.hpp>

namespace app {

void beginNearestDepth() {
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LEQUAL);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
}

void beginNearestColor() {
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void endNearest() { glDisable(GL_BLEND); }

namespace {

std::span<const DrawItem> itemsOf(const DrawList& list, const GhostLayer& layer) {
  const int count = static_cast<int>(list.ghostItems.size());
  const int first = std::clamp(layer.firstItem, 0, count);
  return std::span(list.ghostItems)
      .subspan(static_cast<std::size_t>(first),
               static_cast<std::size_t>(std::clamp(layer.itemCount, 0, count - first)));
}

void drawItems(const SceneContent& content, std::span<const DrawItem> items, const glm::vec4& color) {
  for (const DrawItem& item : items) {
    const BoundItem bound = bindItem(content, item, SceneOutput::Ghost, ViewMode::Shaded, color);
    if (bound.primitive == nullptr) continue;
    glFrontFace(item.mirrored ? GL_CW : GL_CCW);
    (content.model.material(item.material).values.doubleSided ? glDisable : glEnable)(GL_CULL_FACE);
    drawCopies(content, bound, item, {.count = item.copies},
               [&](int copies) { drawPrimitive(*bound.primitive, copies); });
  }
}

}  // namespace

void drawGhosts(const SceneContent& content, const DrawList& list, SceneTarget& target, std::int64_t cost,
                DrawShare& share) {
  for (const GhostLayer& layer : list.ghosts) {
    const std::span<const DrawItem> items = itemsOf(list, layer);
    if (items.empty() || !(layer.color.a > 0) || !share.takes(cost)) continue;
    target.beginLayer();
    blendNearestSurface([&] { drawItems(content, items, layer.color); });
  }
  target.endLayers();
  glDisable(GL_CULL_FACE);
  glFrontFace(GL_CCW);
}

crossfade::Result<LineOverlay> LineOverlay::make(const ShaderFolder& shaders) {
  auto program = buildProgram(shaders, {.vertex = "line.vert", .fragment = "line.frag"});
  if (!program) return program.error();
  LineOverlay overlay;
  overlay.program_ = std::move(*program);
  bindFrameBlock(overlay.program_);
  overlay.halfWidth_ = glGetUniformLocation(overlay.program_.id(), "halfWidth");
  overlay.rimAlpha_ = glGetUniformLocation(overlay.program_.id(), "rimAlpha");
  overlay.vertexArray_ = instancedVertexArray(4);
  return overlay;
}

void LineOverlay::upload(std::span<const LineVertex> points) {
  lineCount_ = static_cast<int>(points.size() / 2);
  if (lineCount_ == 0) return;
  glBindVertexArray(vertexArray_.id());
  buffer_.write(GL_ARRAY_BUFFER, std::as_bytes(points));
  constexpr GLsizei kStride = 2 * sizeof(LineVertex);
  for (GLuint end = 0; end < 2; ++end) {
    const std::size_t start = end * sizeof(LineVertex);
    glVertexAttribPointer(2 * end, 3, GL_FLOAT, GL_FALSE, kStride,
                          reinterpret_cast<const void*>(start + offsetof(LineVertex, position)));
    glVertexAttribPointer(2 * end + 1, 4, GL_FLOAT, GL_FALSE, kStride,
                          reinterpret_cast<const void*>(start + offsetof(LineVertex, color)));
  }
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void LineOverlay::draw(float width) const {
  if (lineCount_ == 0) return;
  glUseProgram(program_.id());
  glBindVertexArray(vertexArray_.id());
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  constexpr float kRimAlpha = 0.55f;
  for (const bool rim : {true, false}) {
    glUniform1f(halfWidth_, 0.5f * width + (rim ? 1.2f : 0.0f));
    glUniform1f(rimAlpha_, rim ? kRimAlpha : 0.0f);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, lineCount_);
  }
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
}

namespace {

// As in bone.vert: eight faces; strips of four triangles for the core, the rims of twelve edges and of the axis.
constexpr int kVertices = 8 * 3 + (1 + 12 + 1) * 4 * 3;

}  // namespace

crossfade::Result<BoneOverlay> BoneOverlay::make(const ShaderFolder& shaders) {
  auto program = buildProgram(shaders, {.vertex = "bone.vert", .fragment = "bone.frag"});
  if (!program) return program.error();
  BoneOverlay overlay;
  overlay.program_ = std::move(*program);
  bindFrameBlock(overlay.program_);
  overlay.vertexArray_ = instancedVertexArray(4);
  return overlay;
}

void BoneOverlay::upload(std::span<const BoneShape> bones) {
  boneCount_ = static_cast<int>(bones.size());
  if (boneCount_ == 0) return;
  glBindVertexArray(vertexArray_.id());
  buffer_.write(GL_ARRAY_BUFFER, std::as_bytes(bones));
  const auto attribute = [](GLuint index, GLint count, std::size_t offset) {
    glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, sizeof(BoneShape), reinterpret_cast<const void*>(offset));
  };
  attribute(0, 3, offsetof(BoneShape, from));
  attribute(1, 3, offsetof(BoneShape, to));
  attribute(2, 1, offsetof(BoneShape, width));
  attribute(3, 4, offsetof(BoneShape, color));
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void BoneOverlay::draw() const {
  if (boneCount_ == 0) return;
  glClear(GL_DEPTH_BUFFER_BIT);
  glUseProgram(program_.id());
  glBindVertexArray(vertexArray_.id());
  glEnable(GL_CULL_FACE);
  blendNearestSurface([this] { glDrawArraysInstanced(GL_TRIANGLES, 0, kVertices, boneCount_); });
  glDisable(GL_CULL_FACE);
}

namespace {

struct ProgramSlot {
  const char* vertex;
  const char* fragment;
  GlProgram* program;
};

}  // namespace

crossfade::Result<Backdrop> Backdrop::make(const ShaderFolder& shaders, unsigned int shadowUnit,
                                           unsigned int shadowDepthUnit) {
  Backdrop backdrop;
  const ProgramSlot all[] = {{"fullscreen.vert", "background.frag", &backdrop.wall_},
                             {"ground.vert", "ground.frag", &backdrop.ground_.program},
                             {"ground.vert", "ground_shadow.frag", &backdrop.shadow_.program},
                             {"contact.vert", "contact.frag", &backdrop.contact_},
                             {"floor_band.vert", "floor_band.frag", &backdrop.band_}};
  for (const ProgramSlot& wanted : all) {
    auto program = buildProgram(shaders, {.vertex = wanted.vertex, .fragment = wanted.fragment});
    if (!program) return program.error();
    *wanted.program = std::move(*program);
    bindFrameBlock(*wanted.program);
  }
  for (Layer* layer : {&backdrop.ground_, &backdrop.shadow_})
    layer->rectangle = glGetUniformLocation(layer->program.id(), "rectangle");
  glUseProgram(backdrop.shadow_.program.id());
  glUniform1i(glGetUniformLocation(backdrop.shadow_.program.id(), "shadowMap"), static_cast<GLint>(shadowUnit));
  glUniform1i(glGetUniformLocation(backdrop.shadow_.program.id(), "shadowDepth"), static_cast<GLint>(shadowDepthUnit));
  glUseProgram(0);

  backdrop.noVertices_ = GlVertexArray::make();
  backdrop.occluderArray_ = instancedVertexArray(1);
  backdrop.bandArray_ = GlVertexArray::make();
  glBindVertexArray(backdrop.bandArray_.id());
  for (const GLuint attribute : {0u, 1u}) glEnableVertexAttribArray(attribute);
  glBindVertexArray(0);
  return backdrop;
}

void Backdrop::upload(std::span<const glm::vec4> occluders, std::span<const LineVertex> band) {
  occluderCount_ = static_cast<int>(occluders.size());
  bandCount_ = static_cast<int>(band.size());
  if (occluderCount_ > 0) {
    glBindVertexArray(occluderArray_.id());
    occluders_.write(GL_ARRAY_BUFFER, std::as_bytes(occluders));
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(glm::vec4), nullptr);
  }
  if (bandCount_ > 0) {
    glBindVertexArray(bandArray_.id());
    bandVertices_.write(GL_ARRAY_BUFFER, std::as_bytes(band));
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(LineVertex),
                          reinterpret_cast<const void*>(offsetof(LineVertex, position)));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(LineVertex),
                          reinterpret_cast<const void*>(offsetof(LineVertex, color)));
  }
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void Backdrop::drawWall() const {
  glUseProgram(wall_.id());
  glBindVertexArray(noVertices_.id());
  glDepthMask(GL_FALSE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
}

void Backdrop::drawFloor(const glm::vec4& all, const glm::vec4& shadow) const {
  glDepthMask(GL_FALSE);  // its layers are coplanar
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glEnable(GL_DEPTH_CLAMP);  // the floor ends where it fades out, not at the far plane
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 2.0f);  // a mesh that lies on the floor is in front of it
  drawLayer(ground_, all);
  if (bandCount_ > 0) {
    glUseProgram(band_.id());
    glBindVertexArray(bandArray_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, bandCount_);
  }
  if (shadow.z > shadow.x) drawLayer(shadow_, shadow);
  if (occluderCount_ > 0) {
    glUseProgram(contact_.id());
    glBindVertexArray(occluderArray_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, occluderCount_);
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_DEPTH_CLAMP);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
}

void Backdrop::drawLayer(const Layer& layer, const glm::vec4& rectangle) const {
  glUseProgram(layer.program.id());
  glUniform4fv(layer.rectangle, 1, glm::value_ptr(rectangle));
  glBindVertexArray(noVertices_.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace app
