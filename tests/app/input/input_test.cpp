#include "app/input/input.h"

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(Input, TakesEverythingThatFitsIntoOneFrame) {
  InputFrame frame;
  std::vector<InputEvent> events{FocusChanged{true},
                                 MouseEntered{true},
                                 MouseMoved{3, 4},
                                 MouseMoved{5, 6},
                                 WheelScrolled{0, 1},
                                 WheelScrolled{0, 1},
                                 ButtonChanged{MouseButton::Left, true},
                                 PathsDropped{{"a.glb", "b.glb"}}};
  advanceInput(frame, events);
  EXPECT_TRUE(events.empty());
  EXPECT_TRUE(frame.focused);
  EXPECT_TRUE(frame.mouseInside);
  EXPECT_EQ(frame.mouseX, 5);
  EXPECT_EQ(frame.mouseY, 6);
  EXPECT_EQ(frame.wheelY, 2);
  EXPECT_TRUE(frame.isDown(MouseButton::Left));
  EXPECT_EQ(frame.droppedPaths, (std::vector<std::string>{"a.glb", "b.glb"}));
}

TEST(Input, KeepsWhatIsHeldAndForgetsWhatHappened) {
  InputFrame frame;
  std::vector<InputEvent> events{WheelScrolled{1, 1}, ButtonChanged{MouseButton::Right, true},
                                 KeyChanged{Key::F, true, false}, TextTyped{U'f'}, PathsDropped{{"a.glb"}}};
  advanceInput(frame, events);
  advanceInput(frame, events);
  EXPECT_TRUE(frame.isDown(MouseButton::Right));
  EXPECT_TRUE(frame.isDown(Key::F));
  EXPECT_EQ(frame.wheelX, 0);
  EXPECT_EQ(frame.wheelY, 0);
  EXPECT_TRUE(frame.keyPresses.empty());
  EXPECT_TRUE(frame.text.empty());
  EXPECT_TRUE(frame.droppedPaths.empty());
}

TEST(Input, SpreadsAClickBetweenTwoSlowFramesOverTwoFrames) {
  InputFrame frame;
  std::vector<InputEvent> events{MouseMoved{10, 10}, ButtonChanged{MouseButton::Left, true},
                                 ButtonChanged{MouseButton::Left, false}};
  advanceInput(frame, events);
  EXPECT_TRUE(frame.isDown(MouseButton::Left));
  advanceInput(frame, events);
  EXPECT_FALSE(frame.isDown(MouseButton::Left));
  EXPECT_TRUE(events.empty());
}

TEST(Input, DoesNotMoveThePointerOffAClickInTheSameFrame) {
  InputFrame frame;
  std::vector<InputEvent> events{MouseMoved{10, 10}, ButtonChanged{MouseButton::Left, true}, MouseMoved{90, 90}};
  advanceInput(frame, events);
  EXPECT_EQ(frame.mouseX, 10);
  advanceInput(frame, events);
  EXPECT_EQ(frame.mouseX, 90);
}

TEST(Input, SeesBothPressesOfAKeyHitTwice) {
  InputFrame frame;
  std::vector<InputEvent> events{KeyChanged{Key::Space, true, false}, KeyChanged{Key::Space, false, false},
                                 KeyChanged{Key::Space, true, false}};
  int presses = 0;
  for (int i = 0; i < 3; ++i) {
    advanceInput(frame, events);
    presses += static_cast<int>(frame.keyPresses.size());
  }
  EXPECT_EQ(presses, 2);
  EXPECT_TRUE(events.empty());
}

TEST(Input, KnowsTheModifiersOfAKeyPress) {
  InputFrame frame;
  std::vector<InputEvent> events{KeyChanged{Key::RightControl, true, false}, KeyChanged{Key::Z, true, true},
                                 KeyChanged{Key::RightControl, false, false}};
  advanceInput(frame, events);
  ASSERT_EQ(frame.keyPresses.size(), 2u);
  EXPECT_EQ(frame.keyPresses[1].key, Key::Z);
  EXPECT_TRUE(frame.keyPresses[1].repeated);
  EXPECT_TRUE(frame.keyPresses[1].modifiers.control);
  EXPECT_FALSE(frame.keyPresses[1].modifiers.shift);
  EXPECT_TRUE(frame.modifiers.control);
  advanceInput(frame, events);
  EXPECT_FALSE(frame.modifiers.control);
}

TEST(Input, WritesTextAsUtf8) {
  InputFrame frame;
  std::vector<InputEvent> events{TextTyped{U'a'}, TextTyped{U'é'}, TextTyped{U'€'}, TextTyped{U'🦊'},
                                 TextTyped{0x110000}};
  advanceInput(frame, events);
  EXPECT_EQ(frame.text, "aé€🦊");
}

}  // namespace
}  // namespace app
