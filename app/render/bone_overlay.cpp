#include "app/render/bone_overlay.h"

#include <glad/gl.h>

#include <cstddef>
#include <utility>

#include "app/render/nearest_surface.h"
#include "app/render/scene_program.h"

namespace app {
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

}  // namespace app
