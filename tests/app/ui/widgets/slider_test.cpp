// Typing numbers into sliders.
#include <string>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/lone_widget.h"

namespace app::test {
namespace {

double weightAfter(const std::string& text, Key end = Key::Enter) {
  Stage stage;
  (void)stage.session.apply(SetClip{0, &ClipSettings::weight, 0.25});
  stage.frame();
  (void)stage.type("clip.0.weight", text, end);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard() && end != Key::Tab);
  return stage.session.action(0).weight;
}

/// A handle is 2 pixels wide, in some places a little more: (30.26f + 1) - (30.26f - 1) > 2.
TEST(Slider, DrawsItsHandleWhereItIsWiderByARoundingError) {
  LoneWidget widget;
  int wider = 0;
  for (int i = 0; i < 200; ++i) {
    const SliderLook look{.label = "weight", .min = 0, .max = 1, .format = "%.2f"};
    double value = i / 2000.0;
    widget.frame([&] { (void)slider("alone", value, look, 200, ""); });
    const UiRect rect = widget.stage.rect("alone");
    const float x = rect.x + static_cast<float>(value) * rect.width, width = (x + 1) - (x - 1);
    wider += static_cast<int>(width > 2 && width < 2 + 2e-6f);
  }
  EXPECT_GT(wider, 0) << "its corners have a radius that Dear ImGui cannot draw";
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
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.key(Key::Enter)), 2.5);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard());
}

TEST(Slider, ItsFieldDoesNotOpenInAWindowThatBecameTooSmall) {
  for (const int height : {1, 41}) {
    Stage stage;
    (void)stage.session.apply(ShowScene{SceneKind::Timing});
    stage.frame();
    (void)stage.click("clock.rate");
    stage.width = 601, stage.height = height;
    stage.frame();
    stage.width = 1280, stage.height = 720;
    stage.frame();
    EXPECT_FALSE(stage.interface->wantsKeyboard());
    EXPECT_EQ(stage.type("clock.rate", "33").size(), 1u);
  }
}

TEST(Slider, ATooltipDoesNotCoverItsNeighborsInADrag) {
  Stage stage;
  const auto showsTooltip = [] {
    const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
    return window != nullptr && window->Active;
  };
  stage.pointAt("clip.0.weight", 0.3f);
  for (int i = 0; i < 120; ++i) stage.frame();
  EXPECT_TRUE(showsTooltip());
  stage.press();
  for (int i = 0; i < 120; ++i) {
    const UiRect slider = stage.rect("clip.0.weight");
    stage.pointAt(slider.x + slider.width * 0.3f + 0.2f * static_cast<float>(i), slider.centerY());
    EXPECT_FALSE(showsTooltip()) << i;
  }
  stage.release();
  stage.frame();
  EXPECT_FALSE(showsTooltip()) << "a click says that you know";
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
  (void)stage.session.apply(SetClip{0, &ClipSettings::weight, 0.123456789});
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
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.type("clip.0.weight", "0.5", Key::Tab)), 0.5);
  EXPECT_TRUE(stage.interface->workspace().columnOpen) << "Tab is not the window's";
  stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::timeScale, stage.typeOn("2", Key::Tab)), 2);
  stage.frame();
  stage.input.keysDown[indexOf(Key::LeftShift)] = true;
  stage.input.modifiers = shift;
  (void)stage.key(Key::Tab, shift);  // from the fade's length back to the time scale
  stage.input.keysDown = {};
  stage.input.modifiers = {};
  stage.frame();
  stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::timeScale, stage.typeOn("1.5")), 1.5);
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

TEST(Slider, ArrowsGoFromAValueBetweenTwoStepsToTheNextOne) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.timeScale"));  // in steps of 0.05
  const auto after = [&](double value, Key key, Modifiers modifiers = {}) {
    EXPECT_TRUE(stage.session.apply(SetClip{0, &ClipSettings::timeScale, value}));
    stage.frame();
    (void)press(stage, key, modifiers);
    return stage.session.action(0).timeScale;
  };
  EXPECT_NEAR(after(0.37, Key::Left), 0.35, 1e-9);
  EXPECT_NEAR(after(0.37, Key::Right), 0.4, 1e-9);
  EXPECT_NEAR(after(0.39, Key::Right), 0.4, 1e-9);
  EXPECT_NEAR(after(-0.37, Key::Left), -0.4, 1e-9);
  EXPECT_NEAR(after(0.35, Key::Left), 0.3, 1e-9) << "a whole step from a value on the grid";
  EXPECT_NEAR(after(0.35, Key::Right), 0.4, 1e-9);
  EXPECT_NEAR(after(0.37, Key::Right, kShift), 0.85, 1e-9);
}

TEST(Slider, ARangeOfOneValueKeepsIt) {
  LoneWidget lone;
  double value = 3;
  const SliderLook look{.min = 3, .max = 3, .defaultValue = 3, .origin = 3, .step = 0};
  const auto draw = [&] { (void)slider("alone", value, look, 200, ""); };
  lone.frame(draw);
  lone.frame(draw);
  lone.press(Key::Tab, draw);
  lone.frame(draw);
  ASSERT_EQ(focusOf(lone.stage), "alone");
  for (const Key key : {Key::Left, Key::Right}) {
    lone.press(key, draw);
    EXPECT_EQ(value, 3);
  }
}

TEST(Slider, ItsTooltipNamesWhatWorksWithTheKeysOrThePointer) {
  for (const bool resets : {false, true}) {
    LoneWidget lone;
    double value = 0.5;
    const SliderLook look{.label = "share", .resets = resets};
    const auto draw = [&] { (void)slider("alone", value, look, 200, "How much."); };
    const auto settled = [&] {
      for (int i = 0; i < 60; ++i) lone.frame(draw);
      return std::string(lone.stage.interface->widgets().hint());
    };
    EXPECT_EQ(settled().find("How much."), std::string::npos);
    lone.press(Key::Tab, draw);
    const std::string byKeys = settled();
    EXPECT_NE(byKeys.find("How much."), std::string::npos);
    EXPECT_NE(byKeys.find("0 to 1"), std::string::npos);
    EXPECT_NE(byKeys.find("Arrow keys change it, Shift+arrow by ten steps; type a digit to enter a value."),
              std::string::npos);
    EXPECT_EQ(byKeys.find("Delete resets.") != std::string::npos, resets);
    EXPECT_EQ(byKeys.find("Drag"), std::string::npos);
    const UiRect at = lone.stage.rect("alone");
    lone.stage.input.mouseInside = true;
    lone.stage.input.mouseY = at.centerY();
    for (const float x : {4.0f, 5.0f}) {  // the first is where the pointer appears
      lone.stage.input.mouseX = at.x + x;
      lone.frame(draw);
    }
    const std::string byPointer = settled();
    EXPECT_NE(byPointer.find("Drag, or click and type. Tab: next number."), std::string::npos);
    EXPECT_EQ(byPointer.find("Double-click resets.") != std::string::npos, resets);
    EXPECT_EQ(byPointer.find("Arrow keys"), std::string::npos) << "the ring is still on it";
  }
}

TEST(Scrubber, PlaybackPausesWhileAKeyIsHeld) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.scrub"));
  ASSERT_FALSE(stage.session.paused());
  stage.input.keysDown[indexOf(Key::Right)] = true;
  (void)stage.key(Key::Right);
  const double time = stage.session.action(0).time;
  for (int i = 0; i < 20; ++i) {  // until the key repeats
    stage.frame();
    EXPECT_TRUE(stage.session.paused());
    EXPECT_NEAR(stage.session.action(0).time, time, 1e-9);
  }
  for (int i = 1; i < 4; ++i) {
    stage.input.keyPresses.push_back({Key::Right, true, {}});
    stage.frame();
    stage.frame();
    EXPECT_NEAR(stage.session.action(0).time, time + 0.01 * i * stage.session.action(0).duration(), 1e-9);
  }
  stage.input.keysDown = {};
  stage.frame();
  EXPECT_FALSE(stage.session.paused()) << "it goes on";
}

TEST(Scrubber, PlaybackGoesOnWhileTabBringsTheRing) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.scrub"));
  (void)press(stage, Key::Tab, kShift);
  stage.input.keysDown[indexOf(Key::Tab)] = true;
  for (int i = 0; i < 5; ++i) {
    if (i == 0) stage.input.keyPresses.push_back({Key::Tab, false, {}});
    stage.frame();
    EXPECT_FALSE(stage.session.paused());
  }
  EXPECT_EQ(focusOf(stage), "transport.scrub");
}

}  // namespace
}  // namespace app::test
