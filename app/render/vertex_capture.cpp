#include "app/render/vertex_capture.h"

#include <glad/gl.h>

namespace app {
namespace {

/// A draw call needs a complete framebuffer even if nothing is rasterized, and a context without a window has none.
class ScratchTarget {
 public:
  ScratchTarget() : color_(GlRenderbuffer::make()), framebuffer_(GlFramebuffer::make()) {
    glBindRenderbuffer(GL_RENDERBUFFER, color_.id());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_.id());
  }

 private:
  GlRenderbuffer color_;
  GlFramebuffer framebuffer_;
};

void appendPositions(int vertexCount, int copies, std::vector<glm::vec3>& positions) {
  const std::size_t before = positions.size();
  positions.resize(before + static_cast<std::size_t>(vertexCount) * static_cast<std::size_t>(copies));
  const GLsizeiptr bytes = static_cast<GLsizeiptr>((positions.size() - before) * sizeof(glm::vec3));
  const GlBuffer buffer = GlBuffer::make();
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArraysInstanced(GL_POINTS, 0, vertexCount, copies);
  glEndTransformFeedback();
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, positions.data() + before);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
}

}  // namespace

std::vector<glm::vec3> captureWorldPositions(const SceneContent& content, const DrawItem& item) {
  std::vector<glm::vec3> positions;
  const ScratchTarget target;
  glEnable(GL_RASTERIZER_DISCARD);
  const BoundItem bound = bindItem(content, item, SceneOutput::Capture);
  drawCopies(content, bound, item, {.count = item.copies},
             [&](int copies) { appendPositions(bound.primitive->vertexCount, copies, positions); });
  glDisable(GL_RASTERIZER_DISCARD);
  glBindVertexArray(0);
  glUseProgram(0);
  return positions;
}

}  // namespace app
