#include "app/ui/bindings.h"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/ui/input_actions.h"
#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

TEST(Bindings, DigitsFadeToClips) {
  Stage stage;
  const auto fade = only<FadeTo>(stage.key(Key::Digit2));
  ASSERT_TRUE(fade);
  EXPECT_EQ(fade->clip, 1);
  EXPECT_FALSE(fade->how.seconds) << "the panel's length";
  ASSERT_TRUE(stage.session.runningFade());
  EXPECT_EQ(stage.session.runningFade()->to, 1);
  EXPECT_TRUE(stage.key(Key::Digit4).empty()) << "there are three clips";
}

TEST(Bindings, CtrlQClosesTheWindowInEveryWorkspace) {
  Stage stage;
  for (const SceneKind scene : {SceneKind::Character, SceneKind::Shapes, SceneKind::Curves}) {
    (void)stage.session.apply(ShowScene{scene});
    stage.frame();
    EXPECT_TRUE(only<CloseWindow>(stage.key(Key::Q, kControl)));
  }
}

TEST(Bindings, SpacePausesAndPlays) {
  Stage stage;
  (void)stage.key(Key::Space);
  EXPECT_TRUE(stage.session.paused());
  (void)stage.key(Key::Space);
  EXPECT_FALSE(stage.session.paused());
}

TEST(Bindings, ArrowsStepOneFrame) {
  Stage stage;
  EXPECT_DOUBLE_EQ(only<Step>(stage.key(Key::Right))->seconds, 1.0 / 60);
  EXPECT_DOUBLE_EQ(only<Step>(stage.key(Key::Left))->seconds, -1.0 / 60);
}

TEST(Bindings, LettersChangeTheView) {
  Stage stage;
  const ViewOptions before = stage.session.view();
  EXPECT_EQ(only<SetViewOptions>(stage.key(Key::B))->settings.skeleton, !before.skeleton);
  EXPECT_EQ(only<SetViewOptions>(stage.key(Key::G))->settings.grid, !before.grid);
  EXPECT_EQ(only<SetViewOptions>(stage.key(Key::M))->settings.meshes, !before.meshes);
  EXPECT_EQ(only<SetViewOptions>(stage.key(Key::D))->settings.darkBackground, !before.darkBackground);
  EXPECT_TRUE(only<FrameCamera>(stage.key(Key::F)));
}

TEST(Bindings, PlusAndMinusStepThroughTheSpeedPresets) {
  EXPECT_DOUBLE_EQ(nextSpeed(1, 1), 1.5);
  EXPECT_DOUBLE_EQ(nextSpeed(1, -1), 0.5);
  EXPECT_DOUBLE_EQ(nextSpeed(0.7, 1), 1);
  EXPECT_DOUBLE_EQ(nextSpeed(-1, 1), -1.5);
  EXPECT_DOUBLE_EQ(nextSpeed(50, 1), 4);
  EXPECT_DOUBLE_EQ(nextSpeed(0, -1), 0.1);
  Stage stage;
  EXPECT_DOUBLE_EQ(only<SetSpeed>(stage.key(Key::Equal, {.shift = true}))->factor, 1.5);
}

TEST(Bindings, HomeRewindsWhatPlays) {
  Stage stage;
  stage.frame(0.3);
  ASSERT_GT(stage.session.action(0).time, 0);
  const Commands commands = stage.key(Key::Home);
  EXPECT_EQ(only<SetClipTime>(commands)->clip, 0);
  EXPECT_EQ(stage.session.action(0).time, 0);
}

TEST(Bindings, EscapeClosesTheSheetFirstAndThenTheMessage) {
  Stage stage;
  (void)stage.session.apply(ShowMessage{"no such file", true});
  (void)stage.key(Key::H);
  EXPECT_TRUE(stage.interface->workspace().helpOpen);
  (void)stage.key(Key::Escape);
  EXPECT_FALSE(stage.interface->workspace().helpOpen);
  EXPECT_TRUE(stage.session.message());
  (void)stage.key(Key::Escape);
  EXPECT_FALSE(stage.session.message());
}

TEST(Bindings, EscapeClosesAMenuAndLeavesWhatLiesBehindIt) {
  Stage stage;
  (void)stage.session.apply(ShowMessage{"no such file", true});
  (void)stage.click("clips.sort");
  stage.frame();
  ASSERT_TRUE(stage.shows("clips.sort.0"));
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_FALSE(stage.shows("clips.sort.0"));
  EXPECT_TRUE(stage.session.message());
  (void)stage.key(Key::Escape);
  EXPECT_FALSE(stage.session.message());
}

TEST(Bindings, HeldKeysRepeatOnlyWhereUseful) {
  EXPECT_NE(bindingOf({.key = Key::Right, .repeated = true}), nullptr);
  EXPECT_EQ(bindingOf({.key = Key::Space, .repeated = true}), nullptr);
  EXPECT_EQ(bindingOf({.key = Key::G, .modifiers = {.control = true}}), nullptr);
}

constexpr SceneKind kScenes[]{SceneKind::Character, SceneKind::Shapes, SceneKind::Timing, SceneKind::Curves};

TEST(Bindings, NoKeyHasTwoActions) {
  for (const SceneKind scene : kScenes)
    for (const KeyBinding& one : keyBindings()) {
      if (!worksIn(one, scene)) continue;
      for (int key = static_cast<int>(one.key); key <= static_cast<int>(one.last == Key::Unknown ? one.key : one.last);
           ++key)
        EXPECT_EQ(bindingOf({.key = static_cast<Key>(key), .modifiers = one.modifiers}, scene), &one) << one.what;
    }
}

TEST(Bindings, CharacterKeysDoNothingInOtherWorkspaces) {
  EXPECT_NE(bindingOf({.key = Key::Digit2}, SceneKind::Character), nullptr);
  EXPECT_EQ(bindingOf({.key = Key::Digit2}, SceneKind::Shapes), nullptr);
  EXPECT_EQ(bindingOf({.key = Key::Z, .modifiers = {.alt = true}}, SceneKind::Timing), nullptr) << "it has no camera";
  EXPECT_EQ(bindingOf({.key = Key::Left}, SceneKind::Timing), nullptr) << "its past is gone";
  EXPECT_NE(bindingOf({.key = Key::Space}, SceneKind::Timing), nullptr);
  EXPECT_NE(bindingOf({.key = Key::Space}, SceneKind::Curves), nullptr);
}

TEST(Bindings, TheCheatSheetListsEveryAction) {
  for (const SceneKind scene : kScenes) {
    Stage stage(handMadeModel(), 900, 600);
    (void)stage.session.apply(ShowScene{scene});
    (void)stage.key(Key::F1);
    stage.frame();
    stage.frame();
    std::set<BoundAction> listed, bound;
    for (const KeyBinding& binding : keyBindings()) {
      if (!worksIn(binding, scene)) continue;
      bound.insert(binding.action);
      if (binding.keys[0] == 0) continue;
      listed.insert(binding.action);
      EXPECT_TRUE(stage.shows(std::string("help.") + binding.keys)) << binding.what;
      EXPECT_NE(binding.what[0], 0);
    }
    EXPECT_EQ(listed, bound);
    for (const MouseBinding& binding : mouseBindings(scene))
      EXPECT_TRUE(stage.shows(std::string("help.") + binding.gesture)) << binding.gesture;
  }
}

TEST(Bindings, MouseOrbitsPansAndDolliesTheCamera) {
  Stage stage;
  stage.pointAt(300, 300);
  stage.press();
  EXPECT_TRUE(stage.commands.empty()) << "a click alone does not orbit";
  stage.pointAt(340, 300);
  ASSERT_TRUE(only<OrbitCamera>(stage.commands));
  EXPECT_LT(only<OrbitCamera>(stage.commands)->yaw, 0);
  stage.release();

  stage.press(MouseButton::Right);
  stage.pointAt(340, 350);
  const auto pan = only<PanCamera>(stage.commands);
  ASSERT_TRUE(pan);
  EXPECT_FLOAT_EQ(pan->delta.x, 0);
  EXPECT_GT(pan->delta.y, 0);
  stage.release(MouseButton::Right);

  stage.input.wheelY = 1;
  stage.frame();
  ASSERT_TRUE(only<DollyCamera>(stage.commands));
  EXPECT_LT(only<DollyCamera>(stage.commands)->factor, 1);
}

TEST(Bindings, DoubleClickFramesTheModel) {
  Stage stage;
  stage.pointAt(300, 300);
  stage.press();
  stage.release();
  stage.press();
  EXPECT_TRUE(only<FrameCamera>(stage.commands));
}

TEST(Bindings, AMouseOverAPanelLeavesTheCameraAlone) {
  Stage stage;
  const Camera before = stage.session.camera();
  stage.pointAt("panel.transport", 0.99f);
  stage.press();
  stage.pointAt(300, 300);
  stage.input.wheelY = 2;
  stage.frame();
  EXPECT_EQ(stage.session.camera().yaw, before.yaw);
  EXPECT_EQ(stage.session.camera().distance, before.distance);
}

}  // namespace
}  // namespace app::test
