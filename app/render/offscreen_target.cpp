#include "app/render/offscreen_target.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string>

#include <glad/gl.h>

#include "app/fields/nth.h"

namespace app {

crossfade::Result<OffscreenTarget> OffscreenTarget::make(PictureSize size) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  const std::string text = std::to_string(size.width) + " x " + std::to_string(size.height);
  if (size.width <= 0 || size.height <= 0 || size.width > limit || size.height > limit) {
    return crossfade::Error{"a picture of " + text + " pixels is not possible: each side must be 1 to " +
                            std::to_string(limit)};
  }
  OffscreenTarget target;
  target.size_ = size;
  target.color_ = GlTexture::make();
  glBindTexture(GL_TEXTURE_2D, target.color_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  target.framebuffer_ = GlFramebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.color_.id(), 0);
  const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (!complete) return crossfade::Error{"the driver refuses a picture of " + text + " pixels"};
  return target;
}

void OffscreenTarget::copyFrom(unsigned int other, PictureSize otherSize) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, other);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.id());
  glBlitFramebuffer(0, 0, otherSize.width, otherSize.height, 0, 0, size_.width, size_.height, GL_COLOR_BUFFER_BIT,
                    otherSize == size_ ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, other);
}

std::vector<std::uint8_t> OffscreenTarget::readPixels() const {
  const std::size_t rowBytes = static_cast<std::size_t>(size_.width) * 4;
  const std::size_t rows = static_cast<std::size_t>(size_.height);
  std::vector<std::uint8_t> pixels(rowBytes * rows);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  // OpenGL's first row is the bottom one.
  for (std::size_t low = 0, high = rows - 1; low < high; ++low, --high) {
    std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(low * rowBytes),
                     pixels.begin() + static_cast<std::ptrdiff_t>((low + 1) * rowBytes),
                     pixels.begin() + static_cast<std::ptrdiff_t>(high * rowBytes));
  }
  return pixels;
}

GlTexture makePictureTexture(PictureSize size, std::span<const std::uint8_t> rgba) {
  assert(rgba.size() == std::size_t{4} * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
  GlTexture texture = GlTexture::make();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

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
  Slot& slot = nth(slots_, (first_ + count_++) % kMaxPending);
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
  const Slot& slot = nth(slots_, first_);
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
  Slot& slot = nth(slots_, first_);
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
