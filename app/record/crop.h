// A rectangle cut out of each picture.
#ifndef APP_RECORD_CROP_H
#define APP_RECORD_CROP_H

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/record/image_view.h"

namespace app {

/// In pixels from the top left corner.
struct PictureRegion {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool isInside(int pictureWidth, int pictureHeight) const {
    return x >= 0 && y >= 0 && width > 0 && height > 0 && x <= pictureWidth - width && y <= pictureHeight - height;
  }
};

/// Copies the region, which must be inside the picture, into `pixels`; the result points there.
inline ImageView cropped(const ImageView& image, const PictureRegion& region, std::vector<std::uint8_t>& pixels) {
  const auto row = static_cast<std::size_t>(region.width) * 4;
  pixels.resize(row * static_cast<std::size_t>(region.height));
  for (int y = 0; y < region.height; ++y) {
    const auto from = (static_cast<std::size_t>(region.y + y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(region.x)) *
                      4;
    std::copy_n(image.rgba.begin() + static_cast<std::ptrdiff_t>(from), row,
                pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y)));
  }
  return {region.width, region.height, pixels};
}

}  // namespace app

#endif  // APP_RECORD_CROP_H
