// Editing the curve of the cross-fade panel.
#include "app/ui/widgets/curve_editor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/format/curve_json.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/app/ui/lone_widget.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct CurveEditor : testing::Test {
  CurveEditor() {
    stage.interface->workspace().character.fadeView = FadeView::Curve;
    FadeSettings settings = stage.session.fadeSettings();
    settings.kind = crossfade::TransitionKind::Curve;
    EXPECT_TRUE(stage.session.apply(SetFadeSettings{settings}));
    stage.frame();
    stage.frame();
  }
  CurveAxes axes() const { return {.area = stage.rect("fade.curve.plane")}; }
  void pointAt(double time, double value) { stage.pointAt(axes().x(time), axes().y(value)); }
  void pointAt(ImVec2 pixel) { stage.pointAt(pixel.x, pixel.y); }
  void drag(double time, double value) {
    stage.press();
    pointAt(time, value);
    stage.release();
  }
  void doubleClick() {
    for (int i = 0; i < 2; ++i) {
      stage.press();
      stage.release();
    }
  }
  /// A key on the smooth curve at the middle, no longer selected.
  void addMiddleKey() {
    pointAt(0.5, 0.5);
    doubleClick();
    ASSERT_EQ(curve().keys().size(), 3u);
    for (int i = 0; i < 40; ++i) stage.frame();  // or the next press is a third click
  }
  const crossfade::AnimationCurve& curve() const { return stage.session.fadeCurve(); }
  const crossfade::CurveKey& key(std::size_t index) const { return curve().keys()[index]; }

  Stage stage{handMadeModel(), 1280, 900};
};

TEST_F(CurveEditor, DoubleClickAddsAKeyWithoutChangingTheShape) {
  const crossfade::AnimationCurve before = curve();
  addMiddleKey();
  for (int i = 0; i <= 100; ++i) EXPECT_NEAR(curve().evaluate(i / 100.0), before.evaluate(i / 100.0), 1e-7);
}

TEST_F(CurveEditor, AKeyGoesWhereItIsDragged) {
  addMiddleKey();
  pointAt(0.5, 0.5);
  stage.press();
  EXPECT_TRUE(stage.commands.empty()) << "a press alone moves nothing";
  pointAt(0.3, 0.8);
  ASSERT_TRUE(only<SetFadeCurve>(stage.commands));
  EXPECT_NEAR(key(1).time, 0.3, 0.01);
  EXPECT_NEAR(key(1).value, 0.8, 0.02);
  pointAt(2, 0.8);
  EXPECT_LT(key(1).time, 1) << "not past its neighbor";
  stage.release();
  EXPECT_FALSE(stage.session.message()) << "no edit is refused";
}

TEST_F(CurveEditor, AReleaseSelectsNothingThatWasDeletedMeanwhile) {
  addMiddleKey();
  pointAt(0.5, 0.5);
  stage.press();
  stage.release();
  stage.press();  // a double click opens the key's numbers when it is released
  (void)stage.key(Key::Delete);
  ASSERT_EQ(curve().keys().size(), 2u);
  stage.release();
  stage.frame();
  EXPECT_TRUE(stage.interface->workspace().character.fadeCurve.selected.empty());
}

TEST_F(CurveEditor, AKeyMayOvershootButNotByAccident) {
  addMiddleKey();
  const CurveAxes before = axes();
  pointAt(0.5, 0.5);
  stage.press();
  pointAt({before.x(0.5), before.y(1) - 4});
  EXPECT_EQ(key(1).value, 1) << "a few pixels beyond the edge";
  pointAt({before.x(0.5), before.y(1.4)});
  EXPECT_NEAR(key(1).value, 1.4, 0.02);
  stage.release();
  EXPECT_FALSE(stage.session.message());
  stage.frame();
  stage.pointAt(stage.rect("fade.curve.plane").centerX(),
                CurveAxes{.area = before.area, .plane = fitted({.bounded = false}, curve())}.y(key(1).value));
  for (int i = 0; i < 40; ++i) stage.frame();
  stage.press();
  stage.release();
  (void)stage.key(Key::Delete);
  EXPECT_EQ(curve().keys().size(), 2u) << "it is drawn inside the plane that grew";
}

/// Four keys: the ends, and two at 0.3 and 0.6.
struct CurveEditorOfSeveral : CurveEditor {
  CurveEditorOfSeveral() {
    const auto four = crossfade::AnimationCurve::make(
        {{.time = 0}, {.time = 0.3, .value = 0.2}, {.time = 0.6, .value = 0.5}, {.time = 1, .value = 1}});
    EXPECT_TRUE(stage.session.apply(SetFadeCurve{*four}));
    stage.frame();
  }
  void clickKey(std::size_t index) {
    pointAt(key(index).time, key(index).value);
    stage.press();
    stage.release();
    for (int i = 0; i < 40; ++i) stage.frame();
  }
  void dragFrom(std::size_t index, double time, double value) {
    pointAt(key(index).time, key(index).value);
    drag(key(index).time + time, key(index).value + value);
  }
};

TEST_F(CurveEditorOfSeveral, ARubberBandSelectsKeysThatMoveTogether) {
  pointAt(0.2, 0.95);
  drag(0.8, 0.05);
  dragFrom(1, 0.1, 0.2);
  EXPECT_NEAR(key(1).time, 0.4, 0.01);
  EXPECT_NEAR(key(2).time, 0.7, 0.01);
  EXPECT_NEAR(key(2).value - key(1).value, 0.3, 1e-9);
  (void)stage.key(Key::Delete);
  EXPECT_EQ(curve().keys().size(), 2u) << "both at once";
}

TEST_F(CurveEditorOfSeveral, ShiftClickAddsAndTakesAwayAndAClickNarrows) {
  clickKey(1);
  stage.input.modifiers.shift = true;
  clickKey(2);
  stage.input.modifiers.shift = true;
  clickKey(1);
  stage.input.modifiers = {};
  dragFrom(2, 0.05, 0.2);
  EXPECT_NEAR(key(1).value, 0.2, 1e-9) << "taken away";
  EXPECT_NEAR(key(2).value, 0.7, 0.02);
  for (int i = 0; i < 40; ++i) stage.frame();
  stage.input.modifiers.shift = true;
  clickKey(1);
  stage.input.modifiers = {};
  clickKey(1);
  dragFrom(1, 0, 0.2);
  EXPECT_NEAR(key(2).value, 0.7, 0.02) << "a click leaves one key selected";
}

TEST_F(CurveEditorOfSeveral, NumbersAreTyped) {
  pointAt(key(1).time, key(1).value);
  doubleClick();
  stage.frame();
  stage.frame();
  ASSERT_TRUE(stage.shows("curve.time"));
  (void)stage.type("curve.value", "1.25");
  EXPECT_EQ(key(1).value, 1.25) << "an overshoot";
  (void)stage.type("curve.time", "0,35", Key::Tab);
  EXPECT_EQ(key(1).time, 0.35);
  stage.frame();
  (void)stage.key(Key::Escape);
  (void)stage.type("curve.in", "2");
  EXPECT_EQ(key(1).inTangent, 2);
  EXPECT_EQ(key(1).outTangent, 2) << "joined";
  (void)stage.type("curve.out", "-1");
  (void)stage.type("curve.outWeight", "0.8");
  EXPECT_EQ(key(1).outWeight, 0.8);
  EXPECT_EQ(key(1).weightedMode, crossfade::WeightedMode::Out);
  (void)stage.click("curve.outWeight", 0.3f);
  (void)stage.click("curve.outWeight", 0.3f);
  EXPECT_EQ(key(1).weightedMode, crossfade::WeightedMode::None) << "a double click resets";
  EXPECT_FALSE(stage.session.message());
}

TEST_F(CurveEditorOfSeveral, AWeightedHandleIsPulledLonger) {
  ASSERT_TRUE(stage.session.apply(SetFadeCurve{withWeight(curve(), 1, TangentSide::Out, 1.0 / 3)}));
  const CurveAxes plane{.area = axes().area, .handle = 34};
  pointAt(*handleOf(curve(), 1, TangentSide::Out, plane));
  drag(0.3 + 0.8 * 0.3, 0.2);
  EXPECT_NEAR(key(1).outWeight, 0.8, 0.02);
  EXPECT_NEAR(key(1).outTangent, 0, 0.1);
}

TEST_F(CurveEditorOfSeveral, IsCopiedAndPasted) {
  stage.interface->useCurveText({.write = curveText, .read = curveFromText});
  std::string board;
  stage.interface->useClipboard(
      {.read = [&] { return board; }, .write = [&](const std::string& text) { board = text; }});
  const crossfade::AnimationCurve copied = curve();
  const Modifiers control{.control = true};
  const auto press = [&](Key which) {
    stage.input.modifiers = control;
    (void)stage.key(which, control);
    stage.input.modifiers = {};
    stage.frame();
  };
  pointAt(0.8, 0.2);
  press(Key::C);
  EXPECT_EQ(*curveFromText(board), copied);
  ASSERT_TRUE(stage.session.apply(SetFadeCurve{fadeCurve(FadeCurvePreset::Linear)}));
  press(Key::V);
  EXPECT_EQ(curve(), copied);
  board = "no curve";
  press(Key::V);
  EXPECT_EQ(curve(), copied);
  EXPECT_EQ(stage.interface->workspace().character.fadeCurve.note, "clipboard: the text is not a curve");
}

TEST_F(CurveEditorOfSeveral, IsComparedWithAPreset) {
  pointAt(0.8, 0.2);
  EXPECT_FALSE(stage.shows("fade.curve.difference"));
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  stage.frame();
  stage.frame();
  (void)stage.click("curve.menu.preset.1");
  stage.frame();
  EXPECT_TRUE(stage.shows("fade.curve.difference"));
  EXPECT_EQ(*stage.interface->workspace().character.fadeCurve.compared, fadeCurve(FadeCurvePreset::Linear));
  (void)stage.click("curve.menu.alone");
  stage.frame();
  EXPECT_FALSE(stage.shows("fade.curve.difference"));
}

TEST_F(CurveEditor, ShiftSnapsAKey) {
  addMiddleKey();
  pointAt(0.5, 0.5);
  stage.input.modifiers.shift = true;
  drag(0.322, 0.768);
  EXPECT_NEAR(key(1).time, 0.3, 1e-9);
  EXPECT_NEAR(key(1).value, 0.75, 1e-9);
}

TEST_F(CurveEditor, EndsAreFixedAndTheirTangentsRotate) {
  const CurveAxes plane{.area = axes().area, .handle = 34};
  pointAt(0, 0);
  drag(0.4, 0.4);
  EXPECT_EQ(key(0).time, 0);
  EXPECT_EQ(key(0).value, 0);
  pointAt(*handleOf(curve(), 0, TangentSide::Out, plane));
  stage.press();
  pointAt(0.2, 0.6);
  stage.release();
  EXPECT_NEAR(key(0).outTangent, 3, 0.15);
  EXPECT_EQ(key(1).inTangent, 0) << "the other end's own";
}

TEST_F(CurveEditor, AltBreaksATangentPair) {
  addMiddleKey();
  const CurveAxes plane{.area = axes().area, .handle = 34};
  pointAt(*handleOf(curve(), 1, TangentSide::Out, plane));
  drag(0.7, 0.5);
  EXPECT_NEAR(key(1).outTangent, 0, 0.05);
  EXPECT_EQ(key(1).inTangent, key(1).outTangent) << "joined initially";
  pointAt(*handleOf(curve(), 1, TangentSide::Out, plane));
  stage.input.modifiers.alt = true;
  drag(0.7, 0.9);
  EXPECT_NEAR(key(1).outTangent, 2, 0.1);
  EXPECT_NEAR(key(1).inTangent, 0, 0.05);
}

TEST_F(CurveEditor, DeleteRemovesTheSelectedKey) {
  addMiddleKey();
  stage.input.keysDown[indexOf(Key::Delete)] = true;
  stage.frame();
  stage.input.keysDown = {};
  stage.frame();
  EXPECT_EQ(curve().keys().size(), 2u);
  pointAt(0, 0);
  stage.press();
  stage.release();
  (void)stage.key(Key::Delete);
  EXPECT_EQ(curve().keys().size(), 2u) << "the ends stay";
}

TEST_F(CurveEditor, TheMenuShapesAndRemovesKeysAddsThemAndResets) {
  const auto choose = [&](const char* item) {
    stage.press(MouseButton::Right);
    stage.release(MouseButton::Right);
    stage.frame();
    stage.frame();
    (void)stage.click(item);
    stage.frame();
    stage.frame();
  };
  pointAt(0.5, 0.8);
  choose("curve.menu.add");
  ASSERT_EQ(curve().keys().size(), 3u);
  pointAt(0.5, 0.5);
  choose("curve.menu.step");
  EXPECT_TRUE(std::isinf(key(1).outTangent));
  pointAt(0.5, 0.5);
  choose("curve.menu.flat");
  EXPECT_EQ(key(1).outTangent, 0);
  pointAt(0.5, 0.5);
  choose("curve.menu.remove");
  EXPECT_EQ(curve().keys().size(), 2u);
  (void)stage.click("fade.preset.5");
  EXPECT_EQ(curve(), fadeCurve(FadeCurvePreset::Step));
  pointAt(0.8, 0.3);
  choose("curve.menu.reset");
  EXPECT_EQ(curve(), fadeCurve(FadeCurvePreset::Smooth));
}

TEST_F(CurveEditor, EscapeClosesTheMenu) {
  pointAt(0.5, 0.8);
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("curve.menu.add"));
  stage.input.keysDown[indexOf(Key::Escape)] = true;
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("curve.menu.add"));
}

TEST_F(CurveEditor, PresetsAreOneClick) {
  for (std::size_t i = 1; i < kWords<FadeCurvePreset>.size(); ++i) {
    (void)stage.click("fade.preset." + std::to_string(i));
    EXPECT_EQ(curve(), fadeCurve(static_cast<FadeCurvePreset>(i)));
  }
}

TEST_F(CurveEditor, ARunningFadeFollowsTheDrag) {
  ASSERT_TRUE(stage.session.apply(FadeTo{1, {.seconds = 10}}));
  addMiddleKey();
  const double progress = stage.session.runningFade()->progress;
  pointAt(0.5, 0.5);
  drag(0.02, 0.9);
  EXPECT_GT(progress, 0.02);
  EXPECT_GT(stage.session.action(1).getEffectiveWeight(), 0.5);
  EXPECT_NEAR(stage.session.action(1).getEffectiveWeight(), curve().evaluate(stage.session.runningFade()->progress),
              1e-6);
}

TEST_F(CurveEditor, OffersAKindWithACurveInOneClick) {
  EXPECT_FALSE(stage.shows("fade.curve.use"));
  (void)stage.click("fade.kinds.2");
  stage.frame();
  EXPECT_EQ(only<SetFadeSettings>(stage.click("fade.curve.use"))->settings.kind, crossfade::TransitionKind::Curve);
  stage.frame();
  EXPECT_FALSE(stage.shows("fade.curve.use"));
}

TEST_F(CurveEditor, SurvivesACurveThatIsReplacedDuringADrag) {
  addMiddleKey();
  pointAt(0.75, 0.84);
  doubleClick();
  ASSERT_EQ(curve().keys().size(), 4u);
  for (int i = 0; i < 40; ++i) stage.frame();
  pointAt(key(2).time, key(2).value);
  stage.press();
  ASSERT_TRUE(stage.session.apply(SetFadeCurve{fadeCurve(FadeCurvePreset::Linear)}));  // the third key is gone
  pointAt(0.3, 0.8);
  pointAt(0.4, 0.1);
  stage.release();
  (void)stage.key(Key::Delete);
  EXPECT_EQ(curve(), fadeCurve(FadeCurvePreset::Linear));
}

TEST_F(CurveEditor, AllocatesNothingWhileNothingIsEdited) {
  ASSERT_TRUE(stage.session.apply(FadeTo{1, {.seconds = 100}}));
  addMiddleKey();
  pointAt(0.5, 0.5);
  for (int i = 0; i < 60; ++i) stage.frame();  // the hint is shown by then
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) stage.frame();
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(CurveEditor, AddsKeysWithoutAMouse) {
  ASSERT_TRUE(focusOn(stage, "fade.curve.plane"));
  const auto choose = [&](const std::string& item) {
    (void)press(stage, Key::Menu);
    EXPECT_TRUE(visitGroup(stage, [&](const std::string& name) { return name == item; })) << item;
    (void)press(stage, Key::Enter);
    EXPECT_EQ(focusOf(stage), "fade.curve.plane");
  };
  choose("curve.menu.add");
  ASSERT_EQ(curve().keys().size(), 3u);
  choose("curve.menu.add");
  ASSERT_EQ(curve().keys().size(), 4u);
  EXPECT_NEAR(key(2).time, 0.75, 1e-6) << "in the middle of the segment after the selected key";
  choose("curve.menu.flat");
  EXPECT_EQ(key(2).outTangent, 0) << "the items of the selected key, too";
  (void)press(stage, Key::Right);
  choose("curve.menu.add");
  ASSERT_EQ(curve().keys().size(), 5u);
  EXPECT_NEAR(key(1).time, 0.25, 1e-6) << "after the last key: in the widest segment";
}

TEST(CurveMenu, AddsAKeyInTheMiddleOfAPlaneWithoutASegment) {
  LoneWidget lone;
  const auto curve = *crossfade::AnimationCurve::make({{.time = 0.2, .value = 1}});
  CurveEditorState state;
  state.menuTime = 0.9;  // of an earlier menu
  const auto draw = [&] { (void)curveEditor("alone", curve, state, {300, 200}, {.plane = {.end = 3}}); };
  for (const Key key : {Key::Unknown, Key::Tab, Key::Unknown, Key::Menu}) lone.press(key, draw);
  EXPECT_EQ(state.menuTime, 1.5);
}

TEST(CurveEditors, CtrlActsOnTheOneWithTheRing) {
  Stage stage(handMadeModel(), 1920, 1080);
  std::string board = curveText(fadeCurve(FadeCurvePreset::Linear));
  stage.interface->useCurveText({.write = curveText, .read = curveFromText});
  stage.interface->useClipboard({.read = [&] { return board; }, .write = [](const std::string&) {}});
  stage.interface->workspace().character.fadeView = FadeView::Curve;
  (void)stage.session.apply(
      SetTransitionCell{.cells = {{}}, .settings = {.curve = fadeCurve(FadeCurvePreset::EaseIn)}});
  (void)stage.key(Key::X);
  for (int i = 0; i < 3; ++i) stage.frame();
  ASSERT_TRUE(focusOn(stage, "transitions.plane.plane"));
  const crossfade::AnimationCurve untouched = stage.session.fadeCurve();
  const auto& cells = stage.session.character().transitions();
  stage.pointAt("fade.curve.plane");
  for (const Key key : {Key::A, Key::V}) {
    stage.input.modifiers = {.control = true};
    (void)stage.key(key, {.control = true});
    stage.input.modifiers = {};
    stage.frame();
  }
  EXPECT_EQ(stage.session.fadeCurve(), untouched) << "it is only under the pointer";
  EXPECT_TRUE(stage.interface->workspace().character.fadeCurve.selected.empty());
  ASSERT_NE(cells.at(pairOf({})), nullptr);
  EXPECT_EQ(cells.at(pairOf({}))->curve, fadeCurve(FadeCurvePreset::Linear));
}

TEST_F(CurveEditor, CtrlASelectsAlsoAfterASelectionElsewhere) {
  ui().selection = 1;
  pointAt(0.5, 0.8);
  stage.input.modifiers = {.control = true};
  (void)stage.key(Key::A, {.control = true});
  stage.input.modifiers = {};
  stage.frame();
  EXPECT_EQ(stage.interface->workspace().character.fadeCurve.selected.size(), 2u);
}

TEST_F(CurveEditor, ItsTooltipComesWithTheRing) {
  pointAt(0.5, 0.8);
  EXPECT_EQ(stage.hint().find("choose a key"), std::string::npos);
  ASSERT_TRUE(focusOn(stage, "fade.curve.plane"));
  EXPECT_NE(stage.hint().find("choose a key"), std::string::npos);
}

TEST_F(CurveEditor, ArrowsInItsMenuTakeARowOfButtonsForOneItem) {
  (void)stage.session.apply(ShowScene{SceneKind::Shapes});
  stage.frame();
  stage.frame();
  ASSERT_TRUE(focusOn(stage, "shapes.easing.plane"));
  EXPECT_EQ(press(stage, Key::Menu), "curve.menu.add");
  (void)press(stage, Key::Home);
  std::vector<std::string> items;
  for (std::string now = focusOf(stage); items.empty() || items.back() != now; now = press(stage, Key::Down))
    items.push_back(now);
  const auto first = std::find(items.begin(), items.end(), "curve.menu.before.0");
  ASSERT_NE(first, items.end());
  ASSERT_LT(first + 2, items.end());
  EXPECT_EQ(*(first + 1), "curve.menu.after.0");
  EXPECT_EQ(*(first + 2), "curve.menu.preset.0");
}

}  // namespace
}  // namespace app::test
