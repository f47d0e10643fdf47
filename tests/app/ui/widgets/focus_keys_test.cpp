#include "app/ui/widgets/focus_order.h"

#include <gtest/gtest.h>

namespace app {
namespace {

constexpr unsigned int kSlider = kTakesNumber | kTakesAcross | kTakesUpDown | kTakesDelete;

KeyUse useOf(Key key, unsigned int takes, Modifiers modifiers = {}) {
  return app::useOf(KeyPress{key, false, modifiers}, takes);
}

TEST(FocusKeys, AControlUsesWhatItTakes) {
  for (const Key key : {Key::Enter, Key::KeypadEnter, Key::Space}) {
    EXPECT_EQ(useOf(key, kTakesPress), KeyUse::Press);
    EXPECT_EQ(useOf(key, kTakesEnter), KeyUse::Press);
    EXPECT_EQ(useOf(key, kSlider), KeyUse::Open);
    EXPECT_EQ(useOf(key, kTakesText), KeyUse::Open);
    EXPECT_EQ(useOf(key, kTakesAcross), KeyUse::None);
  }
  EXPECT_EQ(useOf(Key::Left, kSlider), KeyUse::Across);
  EXPECT_EQ(useOf(Key::Up, kSlider), KeyUse::UpDown);
  EXPECT_EQ(useOf(Key::Up, kTakesAcross), KeyUse::None);
  EXPECT_EQ(useOf(Key::Backspace, kSlider), KeyUse::Remove);
  EXPECT_EQ(useOf(Key::Delete, kTakesPress), KeyUse::None);
  EXPECT_EQ(useOf(Key::Digit1, kSlider), KeyUse::None) << "its text decides";
}

TEST(FocusKeys, AnyControlHasAMenuAndNoneUsesControlOrAlt) {
  EXPECT_EQ(useOf(Key::Menu, 0), KeyUse::Menu);
  EXPECT_EQ(useOf(Key::F10, 0, {.shift = true}), KeyUse::Menu);
  EXPECT_EQ(useOf(Key::F10, 0), KeyUse::None);
  EXPECT_EQ(useOf(Key::Left, kSlider, {.shift = true}), KeyUse::Across);
  EXPECT_EQ(useOf(Key::Left, kSlider, {.control = true}), KeyUse::None);
  EXPECT_EQ(useOf(Key::Enter, kTakesPress, {.alt = true}), KeyUse::None);
}

TEST(FocusKeys, ArrowsWithoutModifiersMoveTheFocus) {
  EXPECT_EQ(moveOf({Key::PageDown, false, {}}), FocusMove::PageDown);
  EXPECT_EQ(moveOf({Key::Home, true, {}}), FocusMove::First);
  EXPECT_EQ(moveOf({Key::Left, false, {.shift = true}}), std::nullopt);
  EXPECT_EQ(moveOf({Key::A, false, {}}), std::nullopt);
}

}  // namespace
}  // namespace app
