#include "app/render/debug_messages.h"

#include <glad/gl.h>

namespace app {
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
