// Several pictures in a grid, saved as one PNG; and a rectangle cut out of each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/record/frame_sink.h"
#include "app/record/image_view.h"

namespace app {

// ---- A rectangle cut out of each picture.

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

// ---- Several pictures in a grid, saved as one PNG.

/// A grid of `count` pictures, as square as possible, with `gap` pixels around each in the color of the first picture's
/// corner. If fewer come, rows without a picture are left out. The error names the path; one above kMaxPictureSide is
/// refused.
crossfade::Result<std::unique_ptr<FrameSink>> openContactSheet(const std::filesystem::path& path,
                                                               const SinkOptions& options, int count, int gap = 8);

/// The number of columns of that grid.
int contactSheetColumns(int width, int height, int count);

}  // namespace app
