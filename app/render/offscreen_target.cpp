#include "app/render/offscreen_target.h"

#include <algorithm>
#include <cassert>
#include <string>

#include <glad/gl.h>

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

}  // namespace app
