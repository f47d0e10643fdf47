#include "app/input/input_queue.h"

#include <gtest/gtest.h>

namespace app {
namespace {

InputQueue queueOf(std::vector<InputEvent> events) {
  InputQueue queue;
  for (InputEvent& event : events) queue.push(std::move(event));
  return queue;
}

ButtonChanged press(double at, double uncertainty = 0) { return {MouseButton::Left, true, {at - uncertainty, at}}; }
ButtonChanged release() { return {MouseButton::Left, false, {}}; }

/// The click counts of all frames that show a press, until the queue is empty.
std::vector<int> clickCounts(InputQueue& queue, InputFrame& frame) {
  std::vector<int> counts;
  while (!queue.empty()) {
    queue.advance(frame);
    if (const int count = frame.clickCounts[indexOf(MouseButton::Left)]; count > 0) counts.push_back(count);
  }
  return counts;
}

std::vector<int> clickCounts(std::vector<InputEvent> events) {
  InputQueue queue = queueOf(std::move(events));
  InputFrame frame;
  return clickCounts(queue, frame);
}

TEST(InputQueue, SaysWhetherAnythingHappened) {
  InputFrame frame;
  InputQueue events = queueOf({WindowChanged{}});
  events.advance(frame);
  EXPECT_TRUE(frame.hasEvents);
  events.advance(frame);
  EXPECT_FALSE(frame.hasEvents);
  events.push(MouseMoved{1, 2});
  events.advance(frame);
  EXPECT_TRUE(frame.hasEvents);
}

TEST(InputQueue, TakesEverythingThatFitsIntoOneFrame) {
  InputFrame frame;
  InputQueue events =
      queueOf({MouseEntered{true}, MouseMoved{3, 4}, MouseMoved{5, 6}, WheelScrolled{0, 1}, WheelScrolled{0, 1},
               ButtonChanged{MouseButton::Left, true}, PathsDropped{{"a.glb", "b.glb"}}});
  events.advance(frame);
  EXPECT_TRUE(events.empty());
  EXPECT_TRUE(frame.mouseInside);
  EXPECT_EQ(frame.mouseX, 5);
  EXPECT_EQ(frame.mouseY, 6);
  EXPECT_EQ(frame.wheelY, 2);
  EXPECT_TRUE(frame.isDown(MouseButton::Left));
  EXPECT_EQ(frame.droppedPaths, (std::vector<std::string>{"a.glb", "b.glb"}));
}

TEST(InputQueue, KeepsHeldKeysAndClearsEvents) {
  InputFrame frame;
  InputQueue events = queueOf({WheelScrolled{1, 1}, ButtonChanged{MouseButton::Right, true},
                               KeyChanged{Key::F, true, false}, TextTyped{U'f'}, PathsDropped{{"a.glb"}}});
  events.advance(frame);
  events.advance(frame);
  EXPECT_TRUE(frame.isDown(MouseButton::Right));
  EXPECT_TRUE(frame.isDown(Key::F));
  EXPECT_EQ(frame.wheelX, 0);
  EXPECT_EQ(frame.wheelY, 0);
  EXPECT_TRUE(frame.keyPresses.empty());
  EXPECT_TRUE(frame.text.empty());
  EXPECT_TRUE(frame.droppedPaths.empty());
}

TEST(InputQueue, SpreadsAClickBetweenTwoSlowFramesOverTwoFrames) {
  InputFrame frame;
  InputQueue events =
      queueOf({MouseMoved{10, 10}, ButtonChanged{MouseButton::Left, true}, ButtonChanged{MouseButton::Left, false}});
  events.advance(frame);
  EXPECT_TRUE(frame.isDown(MouseButton::Left));
  events.advance(frame);
  EXPECT_FALSE(frame.isDown(MouseButton::Left));
  EXPECT_TRUE(events.empty());
}

TEST(InputQueue, DoesNotMoveThePointerOffAClickInTheSameFrame) {
  InputFrame frame;
  InputQueue events = queueOf({MouseMoved{10, 10}, ButtonChanged{MouseButton::Left, true}, MouseMoved{90, 90}});
  events.advance(frame);
  EXPECT_EQ(frame.mouseX, 10);
  events.advance(frame);
  EXPECT_EQ(frame.mouseX, 90);
}

TEST(InputQueue, SeesBothPressesOfAKeyHitTwice) {
  InputFrame frame;
  InputQueue events = queueOf(
      {KeyChanged{Key::Space, true, false}, KeyChanged{Key::Space, false, false}, KeyChanged{Key::Space, true, false}});
  int presses = 0;
  for (int i = 0; i < 3; ++i) {
    events.advance(frame);
    presses += static_cast<int>(frame.keyPresses.size());
  }
  EXPECT_EQ(presses, 2);
  EXPECT_TRUE(events.empty());
}

TEST(InputQueue, KnowsTheModifiersOfAKeyPress) {
  InputFrame frame;
  InputQueue events = queueOf({KeyChanged{Key::RightControl, true, false}, KeyChanged{Key::Z, true, true},
                               KeyChanged{Key::RightControl, false, false}});
  events.advance(frame);
  ASSERT_EQ(frame.keyPresses.size(), 2u);
  EXPECT_EQ(frame.keyPresses[1].key, Key::Z);
  EXPECT_TRUE(frame.keyPresses[1].repeated);
  EXPECT_TRUE(frame.keyPresses[1].modifiers.control);
  EXPECT_FALSE(frame.keyPresses[1].modifiers.shift);
  EXPECT_TRUE(frame.modifiers.control);
  events.advance(frame);
  EXPECT_FALSE(frame.modifiers.control);
}

TEST(InputQueue, WritesTextAsUtf8) {
  InputFrame frame;
  InputQueue events =
      queueOf({TextTyped{U'a'}, TextTyped{U'é'}, TextTyped{U'€'}, TextTyped{U'🦊'}, TextTyped{0x110000}});
  events.advance(frame);
  EXPECT_EQ(frame.text, "aé€🦊");
}

TEST(InputQueue, CountsClicksByTheTimesOfTheEvents) {
  EXPECT_EQ(clickCounts({press(1), release(), press(1.2), release(), press(1.4)}), (std::vector{1, 2, 3}));
  EXPECT_EQ(clickCounts({press(1), release(), press(1.4), release(), press(1.6)}), (std::vector{1, 1, 2}));
  EXPECT_EQ(clickCounts({press(0.1)}), std::vector{1}) << "right after the start";
}

TEST(InputQueue, CountsClicksOnOneSpotWithOneButton) {
  EXPECT_EQ(clickCounts({press(1), release(), MouseMoved{5, 0}, press(1.1)}), (std::vector{1, 2}));
  EXPECT_EQ(clickCounts({press(1), release(), MouseMoved{7, 0}, press(1.1)}), (std::vector{1, 1}));
  const ButtonChanged right{MouseButton::Right, true, {1.05, 1.05}};
  EXPECT_EQ(clickCounts({press(1), release(), right, press(1.1)}), (std::vector{1, 2}));
}

// Two frames a second: events are polled every 0.5 s and happened some time since the poll before.
TEST(InputQueue, NeverBreaksADoubleClickBecauseFramesAreSlow) {
  InputQueue queue = queueOf({press(10, 0.5), release()});
  InputFrame frame;
  EXPECT_EQ(clickCounts(queue, frame), std::vector{1});
  queue.push(press(10.5, 0.5));  // up to 1 s after the first
  EXPECT_EQ(clickCounts(queue, frame), std::vector{2});

  EXPECT_EQ(clickCounts({press(10, 0.5), release(), press(10, 0.5), release()}), (std::vector{1, 2})) << "in one poll";
  EXPECT_EQ(clickCounts({press(10, 0.5), release(), press(11, 0.5)}), (std::vector{1, 1})) << "at least 0.5 s apart";
}

TEST(InputQueue, RepeatsOfAHeldKeyKeepUpWithSlowFrames) {
  std::vector<InputEvent> events{KeyChanged{Key::Right, true, false}};
  for (int i = 0; i < 20; ++i) events.push_back(KeyChanged{Key::Right, true, true});
  events.push_back(KeyChanged{Key::Right, false, false});
  InputQueue queue = queueOf(std::move(events));
  InputFrame frame;
  queue.advance(frame);
  EXPECT_EQ(frame.keyPresses.size(), 21u);
  queue.advance(frame);
  EXPECT_FALSE(frame.isDown(Key::Right));
  EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, HoldsModifiersUntilTheClickThatTheyModifyIsSeen) {
  InputFrame frame;
  InputQueue queue =
      queueOf({KeyChanged{Key::LeftControl, true, false}, press(1), KeyChanged{Key::LeftControl, false, false}});
  queue.advance(frame);
  EXPECT_TRUE(frame.isDown(MouseButton::Left));
  EXPECT_TRUE(frame.modifiers.control);
  queue.advance(frame);
  EXPECT_FALSE(frame.modifiers.control);
}

TEST(InputQueue, KeepsTypingAndEditingInOrder) {
  InputQueue queue = queueOf({KeyChanged{Key::A, true, false}, TextTyped{U'a'}, KeyChanged{Key::Backspace, true, false},
                              KeyChanged{Key::B, true, false}, TextTyped{U'b'}});
  InputFrame frame;
  std::vector<std::string> texts;
  while (!queue.empty()) {
    queue.advance(frame);
    texts.push_back(frame.text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"a", "", "b"})) << "Backspace deletes the a, not the b";
}

TEST(InputQueue, TakesAllThatIsTypedIntoOneFrame) {
  std::vector<InputEvent> events;
  std::string typed;
  for (int i = 0; i < 62; ++i) {
    const Key key = static_cast<Key>(static_cast<int>(Key::A) + i % 3);  // the same ones again and again
    const auto letter = static_cast<char>('a' + i % 3);
    events.insert(events.end(), {KeyChanged{key, true, false}, TextTyped{static_cast<char32_t>(letter)},
                                 KeyChanged{key, false, false}});
    typed += letter;
  }
  InputQueue queue = queueOf(std::move(events));
  InputFrame frame;
  queue.advance(frame);
  EXPECT_EQ(frame.text, typed);
  EXPECT_EQ(frame.keyPresses.size(), 62u);
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(frame.isDown(Key::A));
}

TEST(InputQueue, TakesCapitalsIntoTheFrameOfWhatIsTyped) {
  std::vector<InputEvent> events;
  const std::string typed = "Models/Quaternius_Man/Man_Casual.glb";
  for (const char letter : typed) {
    const bool capital = (letter >= 'A' && letter <= 'Z') || letter == '_';
    const Key key = letter == '_' ? Key::Minus : Key::M;
    if (capital) events.push_back(KeyChanged{Key::LeftShift, true, false});
    events.insert(events.end(), {KeyChanged{key, true, false}, TextTyped{static_cast<char32_t>(letter)},
                                 KeyChanged{key, false, false}});
    if (capital) events.push_back(KeyChanged{Key::LeftShift, false, false});
  }
  events.push_back(KeyChanged{Key::Enter, true, false});
  InputQueue queue = queueOf(std::move(events));
  InputFrame frame;
  queue.advance(frame);
  EXPECT_EQ(frame.text, typed);
  EXPECT_TRUE(frame.keyPresses.at(1).modifiers.shift) << "the M, after Shift itself";
  EXPECT_FALSE(frame.keyPresses.at(2).modifiers.shift);
  EXPECT_FALSE(frame.modifiers.shift);
  queue.advance(frame);
  EXPECT_TRUE(frame.isDown(Key::Enter)) << "which leaves the field";
}

TEST(InputQueue, HoldsShiftUntilTheKeyThatItModifiesIsSeen) {
  InputQueue queue = queueOf({KeyChanged{Key::LeftShift, true, false}, KeyChanged{Key::Tab, true, false},
                              KeyChanged{Key::LeftShift, false, false}});
  InputFrame frame;
  queue.advance(frame);
  EXPECT_TRUE(frame.isDown(Key::Tab) && frame.modifiers.shift);
  queue.advance(frame);
  EXPECT_FALSE(frame.modifiers.shift);
}

TEST(InputQueue, ShowsAShortcutHeldForAFrame) {
  InputQueue queue = queueOf({KeyChanged{Key::LeftControl, true, false}, KeyChanged{Key::C, true, false},
                              KeyChanged{Key::C, false, false}, KeyChanged{Key::LeftControl, false, false}});
  InputFrame frame;
  queue.advance(frame);
  EXPECT_TRUE(frame.isDown(Key::C) && frame.isDown(Key::LeftControl)) << "Dear ImGui looks at what is held";
  queue.advance(frame);
  EXPECT_FALSE(frame.isDown(Key::C) || frame.isDown(Key::LeftControl));
  EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, KeepsAKeyTogetherWithItsText) {
  InputQueue queue = queueOf({KeyChanged{Key::Tab, true, false}, KeyChanged{Key::Digit2, true, false}, TextTyped{U'2'},
                              KeyChanged{Key::F6, true, false}});
  InputFrame frame;
  queue.advance(frame);
  EXPECT_EQ(frame.keyPresses.size(), 1u);
  queue.advance(frame);
  ASSERT_EQ(frame.keyPresses.size(), 1u);
  EXPECT_EQ(frame.keyPresses[0].key, Key::Digit2);
  EXPECT_EQ(frame.text, "2");
  queue.advance(frame);
  EXPECT_EQ(frame.keyPresses.at(0).key, Key::F6) << "it leaves the field that the text is for";
}

TEST(InputQueue, KeepsThePointerOnAClickWhenItLeavesTheWindow) {
  InputFrame frame;
  InputQueue queue = queueOf({MouseEntered{true}, press(1), MouseEntered{false}});
  queue.advance(frame);
  EXPECT_TRUE(frame.mouseInside);
  queue.advance(frame);
  EXPECT_FALSE(frame.mouseInside);
}

}  // namespace
}  // namespace app
