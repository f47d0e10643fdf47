#include "app/ui/widgets/slider_gestures.h"

#include <string>

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(SliderGestures, NameWhatWorksWithKeysAndWithThePointer) {
  for (const bool resets : {false, true}) {
    const SliderGestures keys = sliderGestures(true, resets), pointer = sliderGestures(false, resets);
    EXPECT_NE(std::string(keys.use).find("type a digit"), std::string::npos);
    EXPECT_NE(std::string(pointer.use).find("Tab: next number."), std::string::npos) << "also without a default";
    EXPECT_EQ(*keys.reset != 0, resets);
    EXPECT_EQ(*pointer.reset != 0, resets);
  }
}

}  // namespace
}  // namespace app
