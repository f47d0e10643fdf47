// Size of a picture and its position within a framebuffer, in pixels.
#ifndef APP_RENDER_PICTURE_SIZE_H
#define APP_RENDER_PICTURE_SIZE_H

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

#endif  // APP_RENDER_PICTURE_SIZE_H
