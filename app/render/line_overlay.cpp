#include "app/render/line_overlay.h"

#include <glad/gl.h>

#include "app/render/scene_program.h"

namespace app {

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

}  // namespace app
