// Typing numbers into sliders.
#include <string>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

double weightAfter(const std::string& text, Key end = Key::Enter) {
  Stage stage;
  (void)stage.session.apply(SetWeight{0, 0.25});
  stage.frame();
  (void)stage.type("clip.0.weight", text, end);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard() && end != Key::Tab);
  return stage.session.action(0).weight;
}

TEST(Slider, OpensATextFieldOnAClick) {
  Stage stage;
  EXPECT_TRUE(stage.click("clip.0.weight").empty()) << "a click alone changes nothing";
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  stage.input.text = "2.5";
  stage.input.keyPresses.push_back({Key::Digit2});  // typing must not fade
  stage.frame();
  EXPECT_TRUE(stage.commands.empty());
  stage.frame();
  EXPECT_EQ(only<SetWeight>(stage.key(Key::Enter))->weight, 2.5);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard());
}

TEST(Slider, UnderstandsWhatPeopleType) {
  EXPECT_EQ(weightAfter("0,7"), 0.7);
  EXPECT_EQ(weightAfter("1/4"), 0.25);
  EXPECT_EQ(weightAfter("50 %"), 0.5);
  EXPECT_EQ(weightAfter("1000"), 100) << "no more than the largest value";
  EXPECT_EQ(weightAfter("some"), 0.25) << "not a number";
  EXPECT_EQ(weightAfter("0.5", Key::Escape), 0.25) << "Escape cancels";
  EXPECT_EQ(weightAfter("0.5", Key::Tab), 0.5);
  Stage stage;
  EXPECT_DOUBLE_EQ(only<SetFadeSettings>(stage.type("fade.seconds", "200 ms"))->settings.seconds, 0.2);
  for (int i = 0; i < 60; ++i) stage.frame();  // no double click
  EXPECT_DOUBLE_EQ(only<SetFadeSettings>(stage.type("fade.seconds", "15 frames"))->settings.seconds, 0.25);
}

TEST(Slider, KeepsItsDigitsIfTheTextIsAcceptedAsItIs) {
  Stage stage;
  (void)stage.session.apply(SetWeight{0, 0.123456789});
  (void)stage.click("clip.0.weight");
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.key(Key::Enter).empty());
  EXPECT_EQ(stage.session.action(0).weight, 0.123456789);
}

TEST(Slider, TakesATypedValueOnAClickElsewhere) {
  Stage stage;
  (void)stage.click("clip.0.weight");
  stage.frame();
  stage.input.text = "0.5";
  stage.frame();
  stage.frame();
  (void)stage.click("view.grid");
  stage.frame();
  EXPECT_EQ(stage.session.action(0).weight, 0.5);
}

TEST(Slider, TabGoesOnToTheNextAndBack) {
  Stage stage;
  const Modifiers shift{.shift = true};
  EXPECT_EQ(only<SetWeight>(stage.type("clip.0.weight", "0.5", Key::Tab))->weight, 0.5);
  EXPECT_TRUE(stage.interface->workspace().columnOpen) << "Tab is not the window's";
  stage.frame();
  EXPECT_EQ(only<SetTimeScale>(stage.typeOn("2", Key::Tab))->timeScale, 2);
  stage.frame();
  stage.input.keysDown[indexOf(Key::LeftShift)] = true;
  stage.input.modifiers = shift;
  (void)stage.key(Key::Tab, shift);  // from the fade's length back to the time scale
  stage.input.keysDown = {};
  stage.input.modifiers = {};
  stage.frame();
  stage.frame();
  EXPECT_EQ(only<SetTimeScale>(stage.typeOn("1.5"))->timeScale, 1.5);
}

TEST(Slider, ResetsOnADoubleClickOrItsSign) {
  Stage stage;
  (void)stage.slide("clip.0.weight", 0.3f);
  ASSERT_NE(stage.session.action(0).weight, 1);
  (void)stage.click("clip.0.weight");
  stage.press();
  stage.release();
  EXPECT_EQ(stage.session.action(0).weight, 1);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard()) << "the field of the first click is closed";

  (void)stage.slide("clip.0.weight", 0.3f);
  const UiRect slider = stage.rect("clip.0.weight");
  for (int i = 0; i < 60; ++i) stage.frame();  // no double click
  stage.pointAt(slider.right() - 45, slider.centerY());
  stage.press();
  stage.release();
  EXPECT_EQ(stage.session.action(0).weight, 1);
}

TEST(Slider, ForgetsAFieldThatIsNoLongerShown) {
  Stage stage;
  (void)stage.click("clip.0.weight");
  stage.frame();
  stage.frame();
  stage.interface->workspace().tab = ColumnTab::Pose;
  stage.frame();
  stage.frame();
  stage.interface->workspace().tab = ColumnTab::Clips;
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard());
  EXPECT_EQ(stage.session.action(0).weight, 1);
}

}  // namespace
}  // namespace app::test
