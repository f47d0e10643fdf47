#include "app/render/gl_handle.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include <glad/gl.h>

#include "app/fields/nth.h"

namespace app {
namespace {

/// The functions of a kind, as the driver has them. The table ends before shaders and programs, which come one by one.
struct GlFunctions {
  PFNGLGENBUFFERSPROC* generate;
  PFNGLDELETEBUFFERSPROC* remove;
};

/// In the order of GlKind.
constexpr GlFunctions kFunctions[] = {{&glGenBuffers, &glDeleteBuffers},
                                      {&glGenTextures, &glDeleteTextures},
                                      {&glGenVertexArrays, &glDeleteVertexArrays},
                                      {&glGenFramebuffers, &glDeleteFramebuffers},
                                      {&glGenRenderbuffers, &glDeleteRenderbuffers},
                                      {&glGenSamplers, &glDeleteSamplers},
                                      {&glGenQueries, &glDeleteQueries}};
static_assert(std::size(kFunctions) == static_cast<std::size_t>(GlKind::Shader));

}  // namespace

unsigned int createGlObject(GlKind kind) {
  assert(kind != GlKind::Shader);  // it needs its stage: see scene_program.cpp
  if (kind == GlKind::Program) return glCreateProgram();
  GLuint id = 0;
  (*nth(kFunctions, kind).generate)(1, &id);
  return id;
}

void deleteGlObject(GlKind kind, unsigned int id) noexcept {
  if (kind == GlKind::Program) return glDeleteProgram(id);
  if (kind == GlKind::Shader) return glDeleteShader(id);
  (*nth(kFunctions, kind).remove)(1, &id);
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
