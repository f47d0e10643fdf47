// How much of a model is uploaded at once. Large meshes and images take many steps, spread over several frames.
#ifndef APP_RENDER_UPLOAD_STEP_H
#define APP_RENDER_UPLOAD_STEP_H

#include <cstddef>

namespace app {

/// Bytes that one step copies, about: this takes well below a millisecond.
inline constexpr std::size_t kUploadBytes = std::size_t{1} << 20;

}  // namespace app

#endif  // APP_RENDER_UPLOAD_STEP_H
