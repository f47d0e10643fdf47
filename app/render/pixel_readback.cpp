#include "app/render/pixel_readback.h"

#include <glad/gl.h>

#include <cassert>
#include <cstring>

namespace app {
namespace {

std::size_t byteCount(PictureSize size) {
  return std::size_t{4} * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
}

}  // namespace

PixelReadback::~PixelReadback() {
  for (Slot& slot : slots_)
    if (slot.fence) glDeleteSync(static_cast<GLsync>(slot.fence));
}

void PixelReadback::request(unsigned int framebuffer, PictureSize size, int tag) {
  assert(hasRoom());
  Slot& slot = slots_[static_cast<std::size_t>((first_ + count_++) % kMaxPending)];
  if (!slot.buffer) slot.buffer = GlBuffer::make();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
  if (slot.size != size)
    glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(byteCount(size)), nullptr, GL_STREAM_READ);
  slot.size = size;
  slot.tag = tag;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

bool PixelReadback::isOldestReady(std::uint64_t nanoseconds) {
  const Slot& slot = slots_[static_cast<std::size_t>(first_)];
  return glClientWaitSync(static_cast<GLsync>(slot.fence), GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds) !=
         GL_TIMEOUT_EXPIRED;
}

std::optional<FetchedPicture> PixelReadback::fetch() {
  if (count_ == 0 || !isOldestReady(0)) return std::nullopt;
  return takeOldest();
}

FetchedPicture PixelReadback::fetchNow() {
  assert(count_ > 0);
  constexpr std::uint64_t kSecond = 1'000'000'000;
  while (!isOldestReady(kSecond)) {
  }
  return takeOldest();
}

FetchedPicture PixelReadback::takeOldest() {
  Slot& slot = slots_[static_cast<std::size_t>(first_)];
  glDeleteSync(static_cast<GLsync>(slot.fence));
  slot.fence = nullptr;
  first_ = (first_ + 1) % kMaxPending;
  --count_;

  pixels_.resize(byteCount(slot.size));
  const std::size_t row = static_cast<std::size_t>(slot.size.width) * 4,
                    rows = static_cast<std::size_t>(slot.size.height);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
  if (const void* mapped =
          glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(pixels_.size()), GL_MAP_READ_BIT)) {
    for (std::size_t y = 0; y < rows; ++y)  // OpenGL's first row is the bottom one
      std::memcpy(pixels_.data() + (rows - 1 - y) * row, static_cast<const std::uint8_t*>(mapped) + y * row, row);
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
  }
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return {slot.tag, slot.size, &pixels_};
}

}  // namespace app
