// Width and height of a picture in pixels, and where it lies in a larger one.
#pragma once

namespace app {

struct PictureSize {
  int width = 0;
  int height = 0;
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

/// The picture's lower left corner in the framebuffer, in pixels.
struct PictureOrigin {
  int x = 0;
  int y = 0;
};

}  // namespace app
