#include "app/host/window_input.h"

#include <gtest/gtest.h>

namespace app::test {
namespace {

TEST(WindowInput, ReachesTheInterfaceUnchanged) {
  InputFrame frame;
  frame.mouseX = 120.5;
  frame.mouseY = 33;
  frame.buttonsDown[static_cast<std::size_t>(MouseButton::Right)] = true;
  frame.wheelY = -2;
  frame.keysDown[static_cast<std::size_t>(Key::Space)] = true;
  frame.keyPresses.push_back({.key = Key::F1, .repeated = true, .modifiers = {.control = true}});
  frame.text = "é";

  UiInput input;
  fillUiInput(frame, input);
  EXPECT_FLOAT_EQ(input.mouseX, 120.5f);
  EXPECT_FLOAT_EQ(input.mouseY, 33);
  EXPECT_TRUE(input.buttonsDown[kRightButton]);
  EXPECT_FALSE(input.buttonsDown[kLeftButton]);
  EXPECT_FLOAT_EQ(input.wheelY, -2);
  EXPECT_TRUE(input.keysDown[static_cast<std::size_t>(UiKey::Space)]);
  ASSERT_EQ(input.keyPresses.size(), 1u);
  EXPECT_EQ(input.keyPresses[0].key, UiKey::F1);
  EXPECT_TRUE(input.keyPresses[0].repeated);
  EXPECT_TRUE(input.keyPresses[0].modifiers.control);
  EXPECT_EQ(input.text, "é");

  fillUiInput({}, input);
  EXPECT_TRUE(input.keyPresses.empty()) << "an earlier frame's keys stay";
}

}  // namespace
}  // namespace app::test
