// A picture whose pixels are owned elsewhere.
#pragma once

#include <algorithm>
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
inline void makeAlphaStraight(std::span<std::uint8_t> rgba) {
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4)
    if (const unsigned int alpha = rgba[i + 3]; alpha > 0 && alpha < 255)
      for (std::size_t channel = i; channel < i + 3; ++channel)
        rgba[channel] = static_cast<std::uint8_t>(std::min(255u, (rgba[channel] * 255u + alpha / 2) / alpha));
}

}  // namespace app
