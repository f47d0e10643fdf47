// A buffer refilled each frame without waiting for draws that still read it.
#ifndef APP_RENDER_STREAM_BUFFER_H
#define APP_RENDER_STREAM_BUFFER_H

#include <array>
#include <cstddef>
#include <span>

#include "app/render/gl_handle.h"

namespace app {

/// A vertex array with the first `attributes` attributes enabled, advancing once per instance. Point them at the buffer
/// after each StreamBuffer::write().
GlVertexArray instancedVertexArray(unsigned int attributes);

/// Three buffers used in turn, each orphaned before it is written.
class StreamBuffer {
 public:
  /// Writes `bytes` to the next buffer, leaves it bound to `target` (GL_UNIFORM_BUFFER, GL_ARRAY_BUFFER), returns its
  /// id.
  unsigned int write(unsigned int target, std::span<const std::byte> bytes);

 private:
  struct Slot {
    GlBuffer buffer;
    std::size_t capacity = 0;
  };
  std::array<Slot, 3> slots_;
  std::size_t next_ = 0;
};

}  // namespace app

#endif  // APP_RENDER_STREAM_BUFFER_H
