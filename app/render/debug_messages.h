// Collects messages of the OpenGL driver, where it supports KHR_debug.
#ifndef APP_RENDER_DEBUG_MESSAGES_H
#define APP_RENDER_DEBUG_MESSAGES_H

#include <string>
#include <vector>

namespace app {

/// Appends errors and messages of high severity to `messages`, at most a hundred. `messages` must live until
/// stopDriverMessages().
void collectDriverMessages(std::vector<std::string>& messages);
void stopDriverMessages();

}  // namespace app

#endif  // APP_RENDER_DEBUG_MESSAGES_H
