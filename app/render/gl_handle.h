// Owning handles of OpenGL objects: move-only, 0 means empty. The context must be current.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <span>
#include <utility>

namespace app {

enum class GlKind { Buffer, Texture, VertexArray, Framebuffer, Renderbuffer, Sampler, Query, Shader, Program };

/// A new object, of any kind but Shader: scene_program.cpp creates those, as they need a stage.
unsigned int createGlObject(GlKind kind);
void deleteGlObject(GlKind kind, unsigned int id) noexcept;

template <GlKind kind>
class GlHandle {
 public:
  GlHandle() = default;
  explicit GlHandle(unsigned int id) : id_(id) {}
  static GlHandle make() { return GlHandle(createGlObject(kind)); }

  GlHandle(GlHandle&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  /// While an exception passes, the object is left to its context: if it came through the driver, which is C, the
  /// driver may still hold its locks, and the next call would wait forever.
  ~GlHandle() {
    if (id_ != 0 && std::uncaught_exceptions() == 0) deleteGlObject(kind, id_);
  }

  unsigned int id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  unsigned int id_ = 0;
};

using GlBuffer = GlHandle<GlKind::Buffer>;
using GlTexture = GlHandle<GlKind::Texture>;
using GlVertexArray = GlHandle<GlKind::VertexArray>;
using GlFramebuffer = GlHandle<GlKind::Framebuffer>;
using GlRenderbuffer = GlHandle<GlKind::Renderbuffer>;
using GlSampler = GlHandle<GlKind::Sampler>;
using GlQuery = GlHandle<GlKind::Query>;
using GlShader = GlHandle<GlKind::Shader>;
using GlProgram = GlHandle<GlKind::Program>;

// A buffer refilled each frame without waiting for draws that still read it.

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
