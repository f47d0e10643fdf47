#include "app/render/vertex_capture.h"

#include <glad/gl.h>

namespace app {
namespace {

/// A draw needs a complete framebuffer even when nothing is rasterised, and a context without a window has none of its own.
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

}  // namespace

std::vector<glm::vec3> captureWorldPositions(const SceneContent& content, const DrawItem& item) {
  const GpuPrimitive* primitive = bindItem(content, item, SceneOutput::Capture);
  if (primitive == nullptr) return {};
  std::vector<glm::vec3> positions(static_cast<std::size_t>(primitive->vertexCount));
  const GLsizeiptr bytes = static_cast<GLsizeiptr>(positions.size() * sizeof(glm::vec3));
  const GlBuffer buffer = GlBuffer::make();
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  const ScratchTarget target;
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, primitive->vertexCount);
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, positions.data());
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  glBindVertexArray(0);
  glUseProgram(0);
  return positions;
}

}  // namespace app
