// Width and height of a picture in pixels.
#pragma once

namespace app {

struct PictureSize {
  int width = 0;
  int height = 0;
  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

}  // namespace app
