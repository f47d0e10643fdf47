// The state of an OpenGL context: defaults, and what the driver reports.
#ifndef APP_RENDER_GL_STATE_H
#define APP_RENDER_GL_STATE_H

#include <string>
#include <vector>

namespace app {

/// Everything that the scene's passes count on.
void beginCleanState();
/// What others count on: no program, vertex array or samplers, no depth test, culling or blending.
void leaveCleanState();

// ---- Collects messages of the OpenGL driver, where it supports KHR_debug.

/// Appends errors and messages of high severity to `messages`, at most a hundred. `messages` must live until
/// stopDriverMessages().
void collectDriverMessages(std::vector<std::string>& messages);
void stopDriverMessages();

}  // namespace app

#endif  // APP_RENDER_GL_STATE_H
