#include "app/render/stream_buffer.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>

namespace app {

GlVertexArray instancedVertexArray(unsigned int attributes) {
  GlVertexArray made = GlVertexArray::make();
  glBindVertexArray(made.id());
  for (GLuint attribute = 0; attribute < attributes; ++attribute) {
    glEnableVertexAttribArray(attribute);
    glVertexAttribDivisor(attribute, 1);
  }
  glBindVertexArray(0);
  return made;
}

unsigned int StreamBuffer::write(unsigned int target, std::span<const std::byte> bytes) {
  Slot& slot = slots_[next_];
  next_ = (next_ + 1) % slots_.size();
  if (!slot.buffer) slot.buffer = GlBuffer::make();
  slot.capacity = std::max(slot.capacity, std::bit_ceil(std::max<std::size_t>(bytes.size(), 256)));
  glBindBuffer(target, slot.buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(slot.capacity), nullptr, GL_STREAM_DRAW);
  glBufferSubData(target, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  return slot.buffer.id();
}

}  // namespace app
