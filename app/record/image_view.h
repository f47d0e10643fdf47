// A picture whose pixels are owned elsewhere.
#pragma once

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

}  // namespace app
