// A framebuffer for drawing without a window, and its pixels.
#ifndef APP_RENDER_OFFSCREEN_TARGET_H
#define APP_RENDER_OFFSCREEN_TARGET_H

#include <cstdint>
#include <vector>

#include "app/render/gl_handle.h"
#include "app/render/picture_size.h"
#include "crossfade/base/result.h"

namespace app {

class OffscreenTarget {
 public:
  /// The error names the size that the driver refuses.
  static crossfade::Result<OffscreenTarget> make(PictureSize size);

  unsigned int framebuffer() const { return framebuffer_.id(); }
  PictureSize size() const { return size_; }

  /// Copies another framebuffer (0: the window), scaled if the sizes differ.
  void copyFrom(unsigned int other, PictureSize otherSize);

  /// RGBA, 8 bits, sRGB, top row first. Waits for the GPU.
  std::vector<std::uint8_t> readPixels() const;

 private:
  PictureSize size_;
  GlTexture color_;
  GlFramebuffer framebuffer_;
};

}  // namespace app

#endif  // APP_RENDER_OFFSCREEN_TARGET_H
