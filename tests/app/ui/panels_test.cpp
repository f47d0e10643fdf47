// User actions in each panel, and the resulting commands.
#include "app/ui/panels.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"

namespace app::test {
namespace {

TEST(FadeChips, OneClickFadesToTheClip) {
  Stage stage;
  const auto fade = only<FadeTo>(stage.click("chip.2"));
  ASSERT_TRUE(fade);
  EXPECT_EQ(fade->clip, 2);
  for (int i = 0; i < 60; ++i) stage.frame();
  EXPECT_DOUBLE_EQ(stage.session.action(2).getEffectiveWeight(), 1);
  EXPECT_EQ(stage.session.dominantClip(), 2);
}

TEST(FadeChips, IncludeTheClipThatAKeyFadesTo) {
  Stage stage(handMadeModel(std::vector<std::string>(76, "A clip with quite a long name")), 900, 600);
  EXPECT_FALSE(stage.shows("chip.40"));
  (void)stage.session.apply(FadeTo{40});
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("chip.40"));
}

TEST(FadeChips, AreASentenceWhenTheFileHasNoClips) {
  Stage stage(handMadeModel({}));
  EXPECT_FALSE(stage.shows("chip.0"));
  EXPECT_TRUE(stage.shows("panel.chips"));
  for (const Key key : {Key::Digit1, Key::Space, Key::Home, Key::Right}) (void)stage.key(key);
  EXPECT_FALSE(stage.session.message());
}

TEST(Transport, ButtonsPauseStepAndStop) {
  Stage stage;
  EXPECT_TRUE(only<SetPaused>(stage.click("transport.pause"))->paused);
  EXPECT_GT(only<Step>(stage.click("transport.forward"))->seconds, 0);
  EXPECT_LT(only<Step>(stage.click("transport.back"))->seconds, 0);
  EXPECT_FALSE(only<SetPaused>(stage.click("transport.pause"))->paused);
  EXPECT_TRUE(only<StopAll>(stage.click("transport.stop")));
  EXPECT_EQ(stage.session.dominantClip(), -1);
}

TEST(Transport, LoopButtonCyclesThroughTheModes) {
  Stage stage;
  EXPECT_EQ(onlySet(&ClipSettings::loop, stage.click("transport.loop")), crossfade::Loop::PingPong);
  EXPECT_EQ(onlySet(&ClipSettings::loop, stage.click("transport.loop")), crossfade::Loop::Once);
  EXPECT_EQ(onlySet(&ClipSettings::loop, stage.click("transport.loop")), crossfade::Loop::Repeat);
}

TEST(Transport, SpeedSliderAndItsPresetsSetTheSpeed) {
  Stage stage;
  EXPECT_NEAR(only<SetSpeed>(stage.slide("transport.speed", 0.25f))->factor, -1, 0.06);
  EXPECT_EQ(only<SetSpeed>(stage.click("transport.preset.2"))->factor, 0.5);
  EXPECT_EQ(only<SetSpeed>(stage.click("transport.preset.3"))->factor, 1);
  Stage narrow(handMadeModel(), 900, 600);
  (void)narrow.session.apply(SetSpeed{-2});
  EXPECT_EQ(only<SetSpeed>(narrow.click("transport.normal"))->factor, 1);
}

TEST(Transport, ScrubberSeeksTheClipWithTheLargestWeight) {
  Stage stage;
  (void)stage.session.apply(SetPaused{true});
  const auto moved = only<SetClipTime>(stage.click("transport.scrub", 0.75f));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->clip, 0);
  EXPECT_NEAR(moved->time, 0.75 * stage.session.model().clips[0].duration(), 0.01);
}

TEST(Transport, ShowsAndMovesTheCycleOfABlendSpace) {
  Stage stage;
  (void)stage.session.apply(SetBlendSpace{{.name = "Gaits", .x = 1, .samples = {{kWalk, 0}, {kRun, 2}}}});
  (void)stage.session.apply(FadeTo{.clip = blendSpaceNumber("Gaits"), .how = {.seconds = 0}});
  (void)stage.session.apply(SetPaused{true});
  stage.frame();
  const auto moved = only<SetClipTime>(stage.click("transport.scrub", 0.75f));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->clip, blendSpaceNumber("Gaits"));
  const crossfade::BlendSpacePlayer& space = *stage.session.character().player().spaces()[0].player;
  EXPECT_NEAR(moved->time, 0.75 * space.cycleSeconds(), 0.01);
  stage.frame();
  EXPECT_NEAR(space.phase(), 0.75, 0.01);
}

TEST(Transport, AHeldScrubberHoldsTheClipWhileItPlays) {
  Stage stage;
  stage.pointAt("transport.scrub", 0.5f);
  stage.press();
  const double held = 0.5 * stage.session.model().clips[0].duration();
  for (int i = 0; i < 20; ++i) stage.frame();
  EXPECT_NEAR(stage.session.action(0).time, held, 0.01);
  EXPECT_TRUE(stage.session.paused());
  stage.release();
  EXPECT_FALSE(stage.session.paused()) << "it goes on";
  (void)stage.session.apply(SetPaused{true});
  (void)stage.click("transport.scrub", 0.25f);
  EXPECT_TRUE(stage.session.paused()) << "what stood before stands again";
}

TEST(Transport, ShowsScrubberAndClockInASmallWindow) {
  for (const auto& [width, height] : {std::pair{640, 480}, std::pair{900, 600}, std::pair{400, 480}}) {
    Stage stage(handMadeModel(), width, height);
    for (const char* id : {"transport.scrub", "transport.time", "transport.pause", "transport.loop"})
      EXPECT_TRUE(stage.shows(id)) << id << " at " << width;
    EXPECT_GE(stage.rect("transport.scrub").width, 60);
    EXPECT_TRUE(!stage.shows("transport.normal") || stage.rect("transport.normal").width >= 28) << "no sliver of it";
  }
}

TEST(Clips, DetailsStayDuringADrag) {
  Stage stage;
  (void)stage.session.apply(PlayClip{1});
  (void)stage.session.apply(SetClip{1, &ClipSettings::weight, 0.5});
  stage.frame();
  stage.pointAt("clip.0.weight", 0.9f);
  stage.press();
  stage.pointAt("clip.0.weight", 0.1f);
  stage.frame();
  EXPECT_EQ(stage.session.dominantClip(), 1);
  EXPECT_TRUE(stage.shows("clip.0.weight"));
  stage.release();
  stage.frame();
  EXPECT_TRUE(stage.shows("clip.0.weight"));
}

TEST(Clips, WeightSliderSetsTheValueUnderThePointer) {
  Stage stage;
  stage.pointAt("clip.0.weight", 0.95f);
  stage.press();
  EXPECT_TRUE(stage.commands.empty()) << "a press alone changes nothing";
  stage.pointAt("clip.0.weight", 0.9f);
  EXPECT_NEAR(onlySet(&ClipSettings::weight, stage.commands), 0.9, 0.006);
  stage.pointAt("clip.0.weight", 0.3f);
  ASSERT_TRUE(only<SetClip>(stage.commands));
  EXPECT_EQ(only<SetClip>(stage.commands)->clip, 0);
  EXPECT_NEAR(onlySet(&ClipSettings::weight, stage.commands), 0.3, 0.006);
  stage.pointAt(5, 300);  // far to the left: the smallest value, and the camera stays
  EXPECT_EQ(onlySet(&ClipSettings::weight, stage.commands), 0);
  EXPECT_EQ(stage.commands.size(), 1u);
  stage.release();
  stage.frame();
  EXPECT_TRUE(stage.commands.empty());
  EXPECT_FALSE(stage.interface->wantsKeyboard()) << "a drag opens no text field";
}

TEST(Clips, ANaNWeightIsRefusedWithAMessage) {
  Stage stage;
  stage.pointAt("clip.0.weight");
  EXPECT_FALSE(stage.session.apply(SetClip{0, &ClipSettings::weight, std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_EQ(stage.session.action(0).weight, 1);
  stage.frame();
  EXPECT_TRUE(stage.shows("toast"));
}

TEST(Clips, TimeScaleLoopAndEnabledAreEditable) {
  Stage stage;
  EXPECT_NEAR(onlySet(&ClipSettings::timeScale, stage.slide("clip.0.timeScale", 0.25f)), -1, 0.06);
  EXPECT_EQ(onlySet(&ClipSettings::loop, stage.click("clip.0.loop.2")), crossfade::Loop::PingPong);
  EXPECT_EQ(onlySet(&ClipSettings::loop, stage.click("clip.0.loop.0")), crossfade::Loop::Once);
  EXPECT_FALSE(onlySet(&ClipSettings::enabled, stage.click("clip.0.enabled")));
  EXPECT_TRUE(onlySet(&ClipSettings::enabled, stage.click("clip.0.enabled")));
}

TEST(Clips, CarryOverFollowsWhatIsSetByHand) {
  Stage stage(handMadeModel(), 1280, 1100);
  (void)stage.session.apply(SetPaused{true});
  EXPECT_TRUE(stage.click("clip.0.carryOver").empty());
  const Commands commands = stage.click("clip.0.time", 0.4f);
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_TRUE(commands[0].as<SetClipTime>());
  EXPECT_EQ(commands[1].as<CarryOver>()->seconds, 0.2);
  EXPECT_EQ(stage.click("clip.0.loop.2").size(), 1u) << "the loop mode does not move the pose";
}

TEST(Clips, TimeBarSeeksInTheClip) {
  Stage stage;
  (void)stage.session.apply(SetPaused{true});
  EXPECT_NEAR(only<SetClipTime>(stage.click("clip.0.time", 0.4f))->time,
              0.4 * stage.session.model().clips[0].duration(), 0.01);
}

TEST(Clips, EachClipHasItsOwnFadeLength) {
  Stage stage(handMadeModel(), 1280, 1100);
  (void)stage.slide("clip.0.fadeSeconds", 0.5f);  // the square of a half, of three seconds
  const auto fadeOut = only<FadeOut>(stage.click("clip.0.fadeOut"));
  ASSERT_TRUE(fadeOut);
  EXPECT_NEAR(fadeOut->seconds, 0.75, 0.03);
  EXPECT_TRUE(only<StopFading>(stage.click("clip.0.stopFading")));
  EXPECT_NEAR(only<FadeIn>(stage.click("clip.0.fadeIn"))->seconds, 0.75, 0.03);
  EXPECT_NEAR(only<Halt>(stage.click("clip.0.halt"))->seconds, 0.5, 1e-6);

  (void)stage.click("clip.0.row");
  stage.frame();
  stage.frame();
  (void)stage.click("clip.2.row");
  stage.frame();
  stage.frame();
  EXPECT_NEAR(only<FadeIn>(stage.click("clip.2.fadeIn"))->seconds, 0.3, 1e-6) << "another clip's length is its own";
}

TEST(Clips, RowsOpenCloseAndPlay) {
  Stage stage;
  EXPECT_TRUE(stage.shows("clip.0.weight"));
  (void)stage.click("clip.0.row");
  stage.frame();
  EXPECT_FALSE(stage.shows("clip.0.weight"));
  EXPECT_EQ(only<FadeTo>(stage.click("clip.1.play"))->clip, 1);
  EXPECT_EQ(only<StopClip>(stage.click("clip.1.play"))->clip, 1);
  stage.input.modifiers.shift = true;
  EXPECT_EQ(only<FadeIn>(stage.click("clip.2.play"))->clip, 2) << "beside what plays";
}

TEST(CrossFade, IsChosenAndStarted) {
  Stage stage;
  (void)stage.click("fade.to");
  stage.frame();
  stage.frame();
  const auto chosen = only<SetFadeSettings>(stage.click("fade.to.1"));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->settings.to, 1);
  stage.frame();
  EXPECT_TRUE(only<StartFade>(stage.click("fade.go")));
  ASSERT_TRUE(stage.session.runningFade());
  EXPECT_EQ(stage.session.runningFade()->to, 1);
}

TEST(CrossFade, FindsItsClipByAFewLetters) {
  Stage stage;
  (void)stage.click("fade.to");
  stage.frame();
  stage.frame();
  stage.input.text = "wk";
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("fade.to.0"));
  EXPECT_TRUE(stage.shows("fade.to.1"));
  EXPECT_EQ(only<SetFadeSettings>(stage.key(Key::Enter))->settings.to, 1);
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.interface->wantsKeyboard());
}

TEST(CrossFade, CannotBeStartedWithoutATarget) {
  Stage stage;
  EXPECT_TRUE(stage.click("fade.go").empty());
}

TEST(CrossFade, CanBeAdjustedMidFadeWithoutAJump) {
  Stage stage;
  (void)stage.session.apply(FadeTo{1, {.seconds = 0.4}});
  for (int i = 0; i < 10; ++i) stage.frame();
  stage.pointAt("fade.seconds", 0.7f);
  stage.press();
  const double before = stage.session.action(1).fadeValue();
  const UiRect slider = stage.rect("fade.seconds");
  stage.input.mouseX = slider.x + slider.width * 0.8f;
  stage.frame(0);
  ASSERT_TRUE(only<SetFadeSettings>(stage.commands));
  EXPECT_NEAR(stage.session.action(1).fadeValue(), before, 1e-6);
  EXPECT_NEAR(stage.session.runningFade()->seconds, 0.64 * 3, 0.03);
  stage.release();
}

TEST(CrossFade, OffersEveryKindAndTheRunningFadeFollows) {
  Stage stage;
  (void)stage.session.apply(FadeTo{1, {.seconds = 100}});
  for (const crossfade::TransitionKind kind : crossfade::kTransitionKinds) {
    stage.open("fade.kindWords");
    (void)stage.click("fade.kind." + std::to_string(static_cast<int>(kind)));
    stage.frame();
    EXPECT_EQ(stage.session.fadeSettings().kind, kind);
    ASSERT_TRUE(stage.session.runningFade());
    EXPECT_EQ(stage.session.runningFade()->kind, kind);
  }
}

TEST(CrossFade, OffersEverySyncAndTheWarpThatNeedsNone) {
  Stage stage;
  const auto paceAfter = [&](const char* id) {
    stage.open("fade.sync");
    const Commands commands = stage.click(id);
    stage.frame();
    return only<SetFadeSettings>(commands).value_or(SetFadeSettings{}).settings;
  };
  EXPECT_TRUE(paceAfter("fade.pace.1").warp);
  EXPECT_EQ(paceAfter("fade.pace.2").sync, crossfade::Sync::Phase);
  EXPECT_FALSE(stage.session.fadeSettings().warp) << "only one kind of sync at a time";
  EXPECT_EQ(paceAfter("fade.pace.3").sync, crossfade::Sync::Markers);
  EXPECT_EQ(paceAfter("fade.pace.0").sync, crossfade::Sync::None);
  stage.open("fade.sync");
  EXPECT_TRUE(stage.click("fade.pace.0").empty()) << "it is chosen already";
}

TEST(CrossFade, TakesAMaskFromTheListOfJoints) {
  Stage stage;
  const auto choose = [&](const char* what) {
    (void)stage.click("fade.mask");
    stage.frame();
    stage.frame();
    Commands commands = what == std::string("fade.mask.feather") ? stage.slide(what, 0.5f) : stage.click(what);
    stage.frame();
    stage.frame();
    return only<SetFadeSettings>(commands);
  };
  EXPECT_EQ(choose("fade.mask.1")->settings.maskJoint, 1);
  EXPECT_EQ(choose("fade.mask.feather")->settings.maskFeather, 4) << "the middle of the slider";
  (void)stage.key(Key::Escape);
  stage.frame();
  EXPECT_EQ(choose("fade.mask.-1")->settings.maskJoint, -1);
}

TEST(CrossFade, FindsAJointByPartOfItsName) {
  Stage stage;
  (void)stage.click("fade.mask");
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("fade.mask.0"));
  stage.input.text = "HIP";
  stage.input.keyPresses.push_back({Key::H});  // typing opens no cheat sheet
  stage.frame();
  stage.frame();
  EXPECT_FALSE(stage.shows("fade.mask.0"));
  EXPECT_TRUE(stage.shows("fade.mask.1"));
  EXPECT_FALSE(stage.interface->workspace().helpOpen);
}

TEST(CrossFade, ShowsTheWeightsOrTheCurve) {
  Stage stage;
  EXPECT_TRUE(stage.shows("fade.plot"));
  (void)stage.click("fade.view.2");
  stage.frame();
  EXPECT_FALSE(stage.shows("fade.plot"));
  EXPECT_TRUE(stage.shows("fade.curve.plane"));
}

TEST(CrossFade, IsATabWhenTheColumnIsShort) {
  Stage stage(handMadeModel(), 640, 480);
  EXPECT_FALSE(stage.shows("fade.go"));
  (void)stage.click("tabs.4");
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("fade.go"));
  EXPECT_TRUE(stage.shows("fade.plot"));
  stage.width = 1280;
  stage.height = 720;
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("clip.0.row")) << "a removed tab falls back to the clips";
}

TEST(TopBar, TogglesViewOptions) {
  Stage stage;
  EXPECT_TRUE(only<SetViewOptions>(stage.click("view.skeleton"))->settings.skeleton);
  EXPECT_FALSE(only<SetViewOptions>(stage.click("view.mesh"))->settings.meshes);
  EXPECT_FALSE(only<SetViewOptions>(stage.click("view.grid"))->settings.grid);
  EXPECT_TRUE(only<FrameCamera>(stage.click("view.frame")));
}

TEST(TopBar, FoldsTheColumnAndShowsItAgain) {
  Stage stage;
  (void)stage.click("view.column");
  stage.frame();
  EXPECT_FALSE(stage.shows("panel.crossFade"));
  EXPECT_EQ(stage.interface->viewport(1280, 720).width, 1280);
  (void)stage.click("view.column");
  stage.frame();
  EXPECT_TRUE(stage.shows("panel.crossFade"));
}

TEST(TopBar, FrameTimeOpensTheProfiler) {
  Stage stage;
  stage.history.add({.total = 0.01}, {});
  stage.frame();
  (void)stage.click("view.profiler");
  stage.frame();
  stage.frame();
  EXPECT_TRUE(stage.shows("profiler.plot"));
}

TEST(Tabs, ShowOnePanelAtATime) {
  Stage stage;
  (void)stage.click("tabs.1");
  stage.frame();
  EXPECT_TRUE(stage.shows("layers.base"));
  (void)stage.click("tabs.2");
  stage.frame();
  EXPECT_TRUE(stage.shows("queue.play"));
  (void)stage.click("tabs.3");
  stage.frame();
  EXPECT_TRUE(stage.shows("blend.layOut"));
  (void)stage.click("tabs.4");
  stage.frame();
  EXPECT_TRUE(stage.shows("profiler.plot"));
  EXPECT_FALSE(stage.shows("clip.0.row"));
  (void)stage.click("tabs.5");
  stage.frame();
  EXPECT_FALSE(stage.shows("profiler.plot"));
  (void)stage.click("tabs.0");
  stage.frame();
  EXPECT_TRUE(stage.shows("clip.0.row"));
}

TEST(Toast, OfAnErrorStaysUntilItIsDismissed) {
  Stage stage;
  (void)stage.session.apply(ShowMessage{"accessor 3 is too short", true});
  for (int i = 0; i < 20; ++i) stage.frame(1);
  EXPECT_TRUE(stage.shows("toast"));
  EXPECT_TRUE(only<DismissMessage>(stage.click("toast.dismiss")));
  stage.frame();
  EXPECT_FALSE(stage.shows("toast"));
}

TEST(Toast, DoesNotCoverTheCharacter) {
  Stage stage;
  (void)stage.session.apply(ShowMessage{"/models/knight-baked.glb is written, with 3 new clips"});
  stage.frame();
  const UiRect view = stage.interface->viewport(stage.width, stage.height, SceneKind::Character);
  EXPECT_GT(stage.rect("toast").x, view.x + view.width / 2);
}

TEST(Toast, OfANoticeDisappearsOnItsOwn) {
  Stage stage;
  (void)stage.session.apply(ShowMessage{"saved"});
  stage.frame();
  EXPECT_TRUE(stage.shows("toast"));
  for (int i = 0; i < 6; ++i) stage.frame(1);
  EXPECT_FALSE(stage.session.message());
}

TEST(Help, IsClosedByItsButtonOrAClickBesideIt) {
  Stage stage;
  (void)stage.click("view.help");
  stage.frame();
  stage.frame();
  (void)stage.click("help.close");
  EXPECT_FALSE(stage.interface->workspace().helpOpen);
  (void)stage.click("view.help");
  stage.frame();
  stage.frame();
  stage.pointAt(20, 700);
  stage.press();
  EXPECT_FALSE(stage.interface->workspace().helpOpen);
}

}  // namespace
}  // namespace app::test
