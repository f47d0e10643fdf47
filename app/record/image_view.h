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

}  // namespace app

#endif  // APP_RECORD_IMAGE_VIEW_H
