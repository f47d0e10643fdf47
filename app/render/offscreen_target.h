// Drawing without a window: sizes, a framebuffer and its pixels, a texture for the interface.
#ifndef APP_RENDER_OFFSCREEN_TARGET_H
#define APP_RENDER_OFFSCREEN_TARGET_H

#include <cstdint>
#include <span>
#include <vector>

#include "app/render/gl_handle.h"
#include "crossfade/base/result.h"

namespace app {

// ---- Size of a picture and its position within a framebuffer, in pixels.

struct PictureSize {
  int width = 0;
  int height = 0;
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

/// The lower left corner within the framebuffer.
struct PictureOrigin {
  int x = 0;
  int y = 0;
};

// ---- A framebuffer for drawing without a window, and its pixels.

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

// ---- A texture of one small picture, for the interface.

/// `rgba`: 4 bytes a pixel, top row first, no padding. With smaller versions of itself, for small boxes. Leaves texture
/// unit 0 without a 2D texture.
GlTexture makePictureTexture(PictureSize size, std::span<const std::uint8_t> rgba);

}  // namespace app

#endif  // APP_RENDER_OFFSCREEN_TARGET_H
