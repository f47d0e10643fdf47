// What is typed right after a shortcut belongs to the text field that it opens, however slow the frames are.
#include "app/ui/bindings.h"

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

constexpr double kSlow = 0.17;  // seconds: 6 frames a second

void typeKey(Stage& stage, Key key, char32_t letter) {
  stage.events.push(KeyChanged{key, true, false});
  stage.events.push(TextTyped{letter});
  stage.events.push(KeyChanged{key, false, false});
}

void pressWithControl(Stage& stage, Key key) {
  stage.events.push(KeyChanged{Key::LeftControl, true, false});
  stage.events.push(KeyChanged{key, true, false});
  stage.events.push(KeyChanged{key, false, false});
  stage.events.push(KeyChanged{Key::LeftControl, false, false});
}

/// Frames until all events have come, and some more. The commands of all.
Commands run(Stage& stage, int more = 12) {
  Commands all;
  for (int i = 0; i < more || !stage.events.empty(); ++i) {
    stage.frameOfEvents(kSlow);
    all.insert(all.end(), stage.commands.begin(), stage.commands.end());
  }
  return all;
}

std::string searched(Stage& stage) { return stage.interface->workspace().character.clips.search.text.data(); }

TEST(HeldKeys, LettersAfterCtrlFAreSearchedForAndChangeNothing) {
  Stage stage;
  const ViewOptions view = stage.session.view();
  pressWithControl(stage, Key::F);
  typeKey(stage, Key::G, U'g');  // alone it toggles the grid
  typeKey(stage, Key::B, U'b');
  typeKey(stage, Key::Digit1, U'1');
  const Commands commands = run(stage);
  EXPECT_EQ(searched(stage), "gb1");
  EXPECT_EQ(stage.session.view(), view);
  EXPECT_FALSE(only<FadeTo>(commands));
}

TEST(HeldKeys, TheSlashItselfIsNotSearchedFor) {
  Stage stage;
  typeKey(stage, Key::Slash, U'/');
  typeKey(stage, Key::R, U'r');
  typeKey(stage, Key::U, U'u');
  run(stage);
  EXPECT_EQ(searched(stage), "ru");
}

TEST(HeldKeys, EnterRightAfterTheTextTakesTheMatch) {
  Stage stage;
  pressWithControl(stage, Key::F);
  typeKey(stage, Key::R, U'r');
  typeKey(stage, Key::U, U'u');
  stage.events.push(KeyChanged{Key::Enter, true, false});
  stage.events.push(KeyChanged{Key::Enter, false, false});
  const auto fade = only<FadeTo>(run(stage));
  ASSERT_TRUE(fade);
  EXPECT_EQ(fade->clip, 2) << "Run";
}

TEST(HeldKeys, KeysAfterAKeyThatLeavesAFieldAreShortcuts) {
  for (const Key leaves : {Key::Escape, Key::Enter}) {
    Stage stage;
    pressWithControl(stage, Key::K);
    if (leaves == Key::Enter) typeKey(stage, Key::W, U'w');  // Escape would clear it first
    run(stage);
    const bool grid = stage.session.view().grid;
    stage.events.push(KeyChanged{leaves, true, false});
    stage.events.push(KeyChanged{leaves, false, false});
    typeKey(stage, Key::G, U'g');
    pressWithControl(stage, Key::K);
    run(stage);
    EXPECT_NE(stage.session.view().grid, grid);
    EXPECT_TRUE(stage.shows("palette"));
  }
}

TEST(HeldKeys, APathTypedAfterCtrlSIsWhole) {
  Stage stage;
  pressWithControl(stage, Key::S);
  pressWithControl(stage, Key::A);  // over the name that is suggested
  typeKey(stage, Key::X, U'x');
  typeKey(stage, Key::Y, U'y');
  run(stage);
  EXPECT_STREQ(stage.interface->workspace().save.path.data(), "xy");
}

TEST(HeldKeys, ShortcutsWorkAgainWhenNoFieldComes) {
  Stage stage{handMadeModel({})};
  pressWithControl(stage, Key::F);  // there is nothing to search
  typeKey(stage, Key::G, U'g');
  const bool grid = stage.session.view().grid;
  run(stage);
  EXPECT_NE(stage.session.view().grid, grid);
}

TEST(HeldKeys, AreGivenBackInOrderOneFrameEach) {
  HeldKeys keys;
  InputFrame input;
  keys.wait();
  input.text = "a";
  EXPECT_EQ(keys.take(input, false).text, "");
  input.text = "";
  input.keyPresses = {{Key::Enter, false, {}}};
  EXPECT_TRUE(keys.take(input, false).keyPresses.empty());
  input.keyPresses.clear();
  input.text = "b";
  const InputFrame first = keys.take(input, true);
  EXPECT_EQ(first.text, "a");
  EXPECT_TRUE(first.keyPresses.empty());
  input.text = "";
  EXPECT_EQ(keys.take(input, true).keyPresses.size(), 1u);
  EXPECT_EQ(keys.take(input, true).text, "b");
  input.text = "c";
  EXPECT_EQ(keys.take(input, true).text, "c") << "nothing is held any more";
}

TEST(HeldKeys, WhatAFrameDidNotHandleComesBeforeWhatCameLater) {
  HeldKeys keys;
  InputFrame input;
  keys.wait();
  input.text = "25";
  input.keyPresses = {{Key::Digit2, false, {}}, {Key::Digit5, false, {}}};
  (void)keys.take(input, false);
  input.text = "x";
  input.keyPresses = {{Key::X, false, {}}};
  const InputFrame first = keys.take(input, true);
  ASSERT_EQ(first.text, "25");
  keys.giveBackRest(first, 1);
  input.text = "";
  input.keyPresses.clear();
  const InputFrame rest = keys.take(input, true);
  EXPECT_EQ(rest.text, "5");
  ASSERT_EQ(rest.keyPresses.size(), 1u);
  EXPECT_EQ(rest.keyPresses[0].key, Key::Digit5);
  EXPECT_EQ(keys.take(input, true).text, "x");
  input.text = "/\u00e9";  // whose key has no name here
  input.keyPresses = {{Key::Slash, false, {}}};
  keys.giveBackRest(input, 1);
  EXPECT_EQ(keys.take({}, true).text, "\u00e9");
}

}  // namespace
}  // namespace app::test
