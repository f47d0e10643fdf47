// A picture whose pixels are owned elsewhere.
#ifndef APP_RECORD_IMAGE_VIEW_H
#define APP_RECORD_IMAGE_VIEW_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace app {

struct ImageView {
  int width = 0;
  int height = 0;
  std::span<const std::uint8_t> rgba;  // 4 bytes a pixel, sRGB, top row first, no padding

  bool isComplete() const {
    return width > 0 && height > 0 &&
           rgba.size() == std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

// Alpha as picture files have it.

/// From premultiplied alpha, as interfaces and canvases are drawn, to the straight alpha of PNG (W3C PNG, 6.2, "Alpha
/// representation": non-premultiplied). Four bytes for each pixel.
void makeAlphaStraight(std::span<std::uint8_t> rgba);

}  // namespace app

#endif  // APP_RECORD_IMAGE_VIEW_H
