#include "app/ui/widgets/keyboard_focus.h"
#include "app/session/undo_history.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

TEST(KeyboardFocus, TypesANumberWhateverKeyMakesItsDigit) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  stage.input.text = ".";  // on the keypad
  stage.frame();
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.typeOn("25", Key::Enter)), 0.25);
  for (int i = 0; i < 3; ++i) stage.frame();
  stage.input.text = "&";  // a French keyboard without Shift
  (void)stage.key(Key::Digit1);
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard());
  stage.input.text = "2";
  (void)stage.key(Key::Digit2, kShift);
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.key(Key::Enter)), 2);
  for (int i = 0; i < 3; ++i) stage.frame();
  stage.input.text = "\u00f63";  // a letter whose key has no name here, then a digit
  EXPECT_FALSE(only<FadeTo>(stage.key(Key::Digit3)));
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.key(Key::Enter)), 3);
}

TEST(KeyboardFocus, F6GoesFromPanelToPanel) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.speed"));
  std::set<std::string> panels;
  const auto panelOf = [&](const std::string& name) {
    for (const LoggedWidget& panel : stage.interface->widgets().widgets())
      if (panel.id().starts_with("panel.") && contains(panel.rect, stage.rect(name))) return std::string(panel.id());
    return std::string();
  };
  const auto widgets = stage.interface->widgets().widgets();
  const auto count = std::count_if(widgets.begin(), widgets.end(),
                                   [](const LoggedWidget& widget) { return widget.id().starts_with("panel."); });
  for (int i = 0; i < count; ++i) EXPECT_TRUE(panels.insert(panelOf(press(stage, Key::F6))).second);
  EXPECT_EQ(focusOf(stage), "transport.speed") << "all panels, and what had the focus in the first one";
  EXPECT_EQ(panelOf(press(stage, Key::F6, kShift)), "panel.chips");
}

TEST(KeyboardFocus, PressesButtons) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  for (const Key key : {Key::Enter, Key::Space, Key::KeypadEnter}) {
    const bool paused = stage.session.paused();
    EXPECT_EQ(only<SetPaused>(stage.key(key))->paused, !paused);
    stage.frame();
    EXPECT_FALSE(only<SetPaused>(stage.commands)) << "once";
  }
  ASSERT_TRUE(focusOn(stage, "chip.2"));
  EXPECT_EQ(only<FadeTo>(stage.key(Key::Enter))->clip, 2);
  EXPECT_FALSE(only<SetPaused>(stage.key(Key::Space))) << "Space belongs to the chip";
  ASSERT_TRUE(focusOn(stage, "clip.1.play"));
  stage.input.modifiers = kShift;
  EXPECT_EQ(only<FadeIn>(stage.key(Key::Enter, kShift))->clip, 1);
}

TEST(KeyboardFocus, PressesTabsSegmentsBoxesAndRows) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "tabs.1"));
  EXPECT_EQ(stage.interface->workspace().tab, ColumnTab::Clips) << "an arrow only moves the ring";
  (void)press(stage, Key::Enter);
  EXPECT_EQ(stage.interface->workspace().tab, ColumnTab::Layers);
  EXPECT_EQ(focusOf(stage), "tabs.1");
  EXPECT_EQ(press(stage, Key::Left), "tabs.0");
  (void)press(stage, Key::Space);
  EXPECT_EQ(stage.interface->workspace().tab, ColumnTab::Clips);
  ASSERT_TRUE(focusOn(stage, "clip.0.enabled"));
  EXPECT_FALSE(onlySet(&ClipSettings::enabled, stage.key(Key::Space)));
  ASSERT_TRUE(focusOn(stage, "clip.0.row"));
  EXPECT_TRUE(stage.shows("clip.0.weight"));
  (void)press(stage, Key::Enter);
  EXPECT_FALSE(stage.shows("clip.0.weight")) << "the card is closed";
  ASSERT_TRUE(focusOn(stage, "clip.1.star"));
  EXPECT_EQ(only<SetClip>(stage.key(Key::Enter))->clip, 1);
}

TEST(KeyboardFocus, ChangesASliderByArrows) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  EXPECT_NEAR(onlySet(&ClipSettings::weight, stage.key(Key::Left)), 0.99, 1e-9);
  EXPECT_NEAR(onlySet(&ClipSettings::weight, stage.key(Key::Left, kShift)), 0.89, 1e-9);
  EXPECT_NEAR(onlySet(&ClipSettings::weight, stage.key(Key::Up)), 0.9, 1e-9);
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.key(Key::Delete)), 1) << "as a double click";
  EXPECT_FALSE(only<Step>(stage.key(Key::Right))) << "the arrows are the slider's";
}

TEST(KeyboardFocus, TypesANumberThatADigitBegins) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  stage.input.text = "0";
  (void)stage.key(Key::Digit0);
  EXPECT_FALSE(stage.session.runningFade()) << "the digit is the field's";
  stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.typeOn(".25", Key::Enter)), 0.25);
  stage.frame();
  EXPECT_EQ(focusOf(stage), "clip.0.weight");
  (void)stage.key(Key::Enter);
  stage.frame();
  EXPECT_TRUE(stage.interface->wantsKeyboard());
  stage.input.text = "0.5";
  stage.frame();
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.key(Key::Tab)), 0.5) << "Tab accepts";
  stage.frame();
  EXPECT_EQ(focusOf(stage), "clip.0.timeScale") << "and goes on";
  EXPECT_FALSE(stage.interface->wantsKeyboard());
}

TEST(KeyboardFocus, TakesKeysOfOneFrameInOrder) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  const std::pair<Key, char32_t> keys[] = {{Key::Digit0, U'0'}, {Key::Period, U'.'}, {Key::Digit5, U'5'},
                                           {Key::Enter, 0},     {Key::Tab, 0},       {Key::Left, 0}};
  for (const auto& [key, letter] : keys) {
    stage.events.push(KeyChanged{key, true, false});
    if (letter != 0) stage.events.push(TextTyped{letter});
    stage.events.push(KeyChanged{key, false, false});
  }
  for (int i = 0; i < 16; ++i) stage.frameOfEvents();
  EXPECT_EQ(stage.session.action(0).weight, 0.5);
  EXPECT_NE(stage.session.action(0).timeScale, 1) << "the arrow was for the next slider";
  EXPECT_EQ(focusOf(stage), "clip.0.timeScale");
}

TEST(KeyboardFocus, AStepOfTheSameFrameComesBeforeTheRingMoves) {
  const auto pressTogether = [](Stage& stage, std::initializer_list<Key> keys) {
    for (const Key key : keys) stage.input.keyPresses.push_back({key, false, {}});
    for (int i = 0; i < 8; ++i) stage.frame();
  };
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  pressTogether(stage, {Key::Left, Key::Tab, Key::Left});
  EXPECT_NEAR(stage.session.action(0).weight, 0.99, 1e-9);
  EXPECT_NEAR(stage.session.action(0).timeScale, 0.95, 1e-9);
  EXPECT_EQ(focusOf(stage), "clip.0.timeScale");
  pressTogether(stage, {Key::Delete, Key::Left, Key::Delete, Key::Tab});
  EXPECT_EQ(stage.session.action(0).timeScale, 1);
  ASSERT_TRUE(focusOn(stage, "clip.0.weight"));
  pressTogether(stage, {Key::Left, Key::Escape});
  EXPECT_NEAR(stage.session.action(0).weight, 0.98, 1e-9);
  EXPECT_EQ(focusOf(stage), "");
}

TEST(KeyboardFocus, ScrubsAndSetsPhases) {
  Stage stage;
  FadeSettings settings = stage.session.fadeSettings();
  settings.from = 0;
  settings.to = 1;
  (void)stage.session.apply(SetFadeSettings{settings});
  ASSERT_TRUE(focusOn(stage, "fade.toPhase"));
  EXPECT_NEAR(*only<SetPair>(stage.key(Key::Right, kShift))->pair.toPhase, 0.1, 1e-9);
  EXPECT_FALSE(only<SetPair>(stage.key(Key::Delete))->pair.toPhase);
  EXPECT_TRUE(only<SetPaused>(stage.key(Key::Space))) << "a bar has no use for Space";
  (void)stage.session.apply(SetClipTime{0, 0});
  (void)stage.session.apply(SetPaused{true});
  ASSERT_TRUE(focusOn(stage, "transport.scrub"));
  const double before = stage.session.action(0).time;
  (void)stage.key(Key::Right);
  EXPECT_NEAR(stage.session.action(0).time - before, stage.session.action(0).duration() / 100, 1e-9);
}

TEST(KeyboardFocus, EditsACurve) {
  Stage stage;
  FadeSettings settings = stage.session.fadeSettings();
  settings.kind = crossfade::TransitionKind::Curve;
  (void)stage.session.apply(SetFadeSettings{settings});
  stage.interface->workspace().character.fadeView = FadeView::Curve;
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "fade.curve.plane"));
  (void)press(stage, Key::Menu);
  EXPECT_EQ(focusOf(stage), "curve.menu.add");
  (void)press(stage, Key::Enter);
  stage.frame();
  ASSERT_EQ(stage.session.character().fade().curve().keys().size(), 3u);
  const double before = stage.session.character().fade().curve().keys()[1].value;
  ASSERT_EQ(focusOf(stage), "fade.curve.plane");
  (void)press(stage, Key::Up);
  EXPECT_NEAR(stage.session.character().fade().curve().keys()[1].value, before + 0.01, 1e-6);
  (void)press(stage, Key::Left, kShift);
  EXPECT_NEAR(stage.session.character().fade().curve().keys()[1].time, 0.45, 1e-6);
  (void)press(stage, Key::Enter);
  EXPECT_EQ(focusOf(stage), "curve.time") << "its numbers";
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "fade.curve.plane");
}

TEST(KeyboardFocus, SelectsCellsOfTheTransitionSet) {
  Stage stage;
  stage.interface->workspace().panelSizes.side = SidePanel::Transitions;
  stage.frame();
  stage.frame();
  auto& selection = stage.interface->workspace().character.transitions.selection;
  selection = {{0, 0}, {0, 0}};
  ASSERT_TRUE(focusOn(stage, "transitions.table"));
  selection = {{0, 0}, {0, 0}};
  (void)press(stage, Key::Right);
  EXPECT_EQ(selection.anchor, (CellIndex{0, 1}));
  const Commands commands = stage.key(Key::Enter);
  EXPECT_TRUE(only<ReplayFade>(commands));
  EXPECT_EQ(only<SetFadeSettings>(commands)->settings.to, 1);
  (void)press(stage, Key::Down, kShift);
  EXPECT_EQ(selection.anchor, (CellIndex{0, 1}));
  EXPECT_EQ(selection.head, (CellIndex{1, 1}));
}

TEST(KeyboardFocus, LeavesOtherKeysToTheWindow) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  EXPECT_TRUE(only<SetViewOptions>(stage.key(Key::B)));
  EXPECT_EQ(only<FadeTo>(stage.key(Key::Digit2))->clip, 1) << "a button has no use for digits";
  EXPECT_TRUE(only<Step>(stage.key(Key::Right))) << "nor for arrows";
  (void)press(stage, Key::Escape);
  EXPECT_EQ(focusOf(stage), "");
  EXPECT_TRUE(only<SetPaused>(stage.key(Key::Space)));
  EXPECT_TRUE(stage.interface->workspace().columnOpen);
  (void)stage.key(Key::Backslash);
  EXPECT_FALSE(stage.interface->workspace().columnOpen);
}

TEST(KeyboardFocus, HidesTheRingOnAClickAndGoesOnFromThere) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "view.record"));
  (void)stage.click("transport.back");
  stage.frame();
  EXPECT_EQ(focusOf(stage), "");
  EXPECT_TRUE(only<SetPaused>(stage.key(Key::Space))) << "without a ring Space plays";
  EXPECT_EQ(press(stage, Key::Tab), "transport.pause");
}

TEST(KeyboardFocus, MakesOneStepToUndoOfAKeyThatRepeats) {
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "fade.seconds"));
  const int before = stage.session.history().stepCount();
  stage.input.keysDown[indexOf(Key::Right)] = true;
  for (int i = 0; i < 10; ++i) {
    stage.input.keyPresses.push_back({Key::Right, i > 0, {}});
    stage.frame();
  }
  stage.input.keysDown = {};
  stage.frame();
  EXPECT_EQ(stage.session.history().stepCount(), before + 1);
  EXPECT_NEAR(stage.session.fadeSettings().seconds, 0.5, 1e-9);
}

TEST(KeyboardFocus, ShowsTheTooltipAfterAWhile) {
  const auto tips = [] {
    int count = 0;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      count += window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0 ? 1 : 0;
    return count;
  };
  Stage stage;
  ASSERT_TRUE(focusOn(stage, "transport.pause"));
  EXPECT_EQ(tips(), 0);
  for (int i = 0; i < 40; ++i) stage.frame();
  EXPECT_EQ(tips(), 1);
  (void)press(stage, Key::Enter);
  for (int i = 0; i < 40; ++i) stage.frame();
  EXPECT_EQ(tips(), 0) << "who presses it knows";
}

TEST(KeyboardFocus, AllocatesNothing) {
  for (const std::string control : {"", "clip.0.row", "fade.markers.from"}) {
    Stage stage(manyClips(76), 1920, 1080);
    (void)stage.session.apply(SetFadeSettings{{.from = 0, .to = 1, .sync = crossfade::Sync::Markers}});
    (void)stage.session.apply(SetMarkers{0, {{.name = "a name that is not short", .time = 0.5}}});
    stage.interface->workspace().character.fadeView = FadeView::Markers;
    stage.frame();
    if (!control.empty()) {
      ASSERT_TRUE(focusOn(stage, control));
    }
    for (int i = 0; i < 60; ++i) stage.frame();
    const ::test::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) stage.frame();
    EXPECT_EQ(guard.count(), 0) << control;
  }
}

}  // namespace
}  // namespace app::test
