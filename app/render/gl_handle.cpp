#include "app/render/gl_handle.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include <glad/gl.h>

namespace app {

unsigned int createGlObject(GlKind kind) {
  GLuint id = 0;
  switch (kind) {
    case GlKind::Buffer:
      glGenBuffers(1, &id);
      break;
    case GlKind::Texture:
      glGenTextures(1, &id);
      break;
    case GlKind::VertexArray:
      glGenVertexArrays(1, &id);
      break;
    case GlKind::Framebuffer:
      glGenFramebuffers(1, &id);
      break;
    case GlKind::Renderbuffer:
      glGenRenderbuffers(1, &id);
      break;
    case GlKind::Sampler:
      glGenSamplers(1, &id);
      break;
    case GlKind::Query:
      glGenQueries(1, &id);
      break;
    case GlKind::Program:
      id = glCreateProgram();
      break;
    case GlKind::Shader:
      assert(!"a shader needs its stage: see scene_program.cpp");
      break;
  }
  return id;
}

void deleteGlObject(GlKind kind, unsigned int id) noexcept {
  switch (kind) {
    case GlKind::Buffer:
      glDeleteBuffers(1, &id);
      break;
    case GlKind::Texture:
      glDeleteTextures(1, &id);
      break;
    case GlKind::VertexArray:
      glDeleteVertexArrays(1, &id);
      break;
    case GlKind::Framebuffer:
      glDeleteFramebuffers(1, &id);
      break;
    case GlKind::Renderbuffer:
      glDeleteRenderbuffers(1, &id);
      break;
    case GlKind::Sampler:
      glDeleteSamplers(1, &id);
      break;
    case GlKind::Query:
      glDeleteQueries(1, &id);
      break;
    case GlKind::Program:
      glDeleteProgram(id);
      break;
    case GlKind::Shader:
      glDeleteShader(id);
      break;
  }
}

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
