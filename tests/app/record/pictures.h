// Pictures to record.
#ifndef TESTS_APP_RECORD_PICTURES_H
#define TESTS_APP_RECORD_PICTURES_H

#include <cstdint>
#include <vector>

#include "app/record/image_view.h"
#include "tests/support/temporary_folder.h"

namespace test {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
  app::ImageView view() const { return {width, height, rgba}; }
};

/// An opaque soft gradient with a bright disc that moves to the right in each frame.
inline Picture movingDisc(int width, int height, int frame) {
  Picture picture{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int dx = x - (width / 8 + frame * 3), dy = y - height / 2;
      const bool inside = dx * dx + dy * dy < height * height / 16;
      const auto shade = [](int value, int of) { return static_cast<std::uint8_t>(40 + value * 120 / of); };
      picture.rgba.push_back(inside ? 250 : shade(x, width));
      picture.rgba.push_back(inside ? 180 : shade(y, height));
      picture.rgba.push_back(inside ? 40 : 120);
      picture.rgba.push_back(255);
    }
  }
  return picture;
}

}  // namespace test

#endif  // TESTS_APP_RECORD_PICTURES_H
