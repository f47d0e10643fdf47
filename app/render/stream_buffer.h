// A buffer that is filled anew each frame without waiting for the draws that still read it.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "app/render/gl_handle.h"

namespace app {

/// A vertex array whose first `attributes` attributes are there and go on by one with each instance; which of a
/// StreamBuffer's bytes they are is said with every write.
GlVertexArray instancedVertexArray(unsigned int attributes);

/// Three buffers in turn, each given up before it is written.
class StreamBuffer {
 public:
  /// The next buffer now holds `bytes` and is bound to `target` (GL_UNIFORM_BUFFER, GL_ARRAY_BUFFER). Returns its name.
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
