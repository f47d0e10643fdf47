#include "app/render/gl_state.h"

#include <glad/gl.h>

#include "app/render/gpu_model.h"
#include "app/render/scene_program.h"

namespace app {

void leaveCleanState() {
  for (unsigned int unit = 0; unit <= static_cast<unsigned int>(SceneUnit::Shadow); ++unit) glBindSampler(unit, 0);
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(0);
  glUseProgram(0);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glDisable(GL_SAMPLE_ALPHA_TO_ONE);
  glFrontFace(GL_CCW);
}

void beginCleanState() {
  leaveCleanState();
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_PROGRAM_POINT_SIZE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBlendEquation(GL_FUNC_ADD);
  glDepthRange(0.0, 1.0);
  glClearDepth(1.0);
  setAbsentAttributes();
}

namespace {

void GLAD_API_PTR receive(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                          const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && severity != GL_DEBUG_SEVERITY_HIGH) return;
  auto& messages = *static_cast<std::vector<std::string>*>(const_cast<void*>(user));
  constexpr std::size_t kMaxMessages = 100;
  if (messages.size() < kMaxMessages)
    messages.push_back("OpenGL: " +
                       (length > 0 ? std::string(text, static_cast<std::size_t>(length)) : std::string(text)));
}

}  // namespace

void collectDriverMessages(std::vector<std::string>& messages) {
  if (!GLAD_GL_KHR_debug || glDebugMessageCallback == nullptr) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(receive, &messages);
}

void stopDriverMessages() {
  if (GLAD_GL_KHR_debug && glDebugMessageCallback != nullptr) glDebugMessageCallback(nullptr, nullptr);
}

}  // namespace app
