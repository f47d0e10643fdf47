// Size of a picture and its position within a framebuffer, in pixels.
#pragma once

namespace app {

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

}  // namespace app
