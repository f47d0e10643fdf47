// Every command: what it does, and what it refuses without changing anything.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "app/session/session.h"
#include "tests/support/command_name.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

constexpr double kNan = NAN, kInfinity = INFINITY;

/// Everything a command could change, as text.
std::string stateOf(const Session& s) {
  std::ostringstream out;
  out.precision(17);
  for (int i = 0; i < s.clipCount(); ++i) {
    const auto& a = s.action(i);
    out << a.time << ' ' << a.timeScale << ' ' << a.weight << ' ' << a.repetitions << ' ' << int(a.loop) << a.paused
        << a.enabled << a.clampWhenFinished << a.isScheduled() << ' ' << a.fadeValue() << ' ' << a.warpValue() << '\n';
  }
  const Camera& c = s.camera();
  const FadeSettings& f = s.fadeSettings();
  out << s.paused() << s.speed() << ' ' << f.from << ' ' << f.to << ' ' << f.seconds << f.warp
      << s.runningFade().has_value() << ' ' << c.target.x << ' ' << c.target.y << ' ' << c.target.z << ' ' << c.distance
      << ' ' << c.yaw << ' ' << c.pitch << ' ' << s.settings().character.fade.seconds
      << s.settings().character.fade.warp << s.view().meshes << s.view().skeleton << s.view().grid
      << s.view().darkBackground << s.view().ghosts << s.selectedJoint();
  return out.str();
}

struct CommandTest : testing::Test {
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    EXPECT_TRUE(applied) << applied.error().message;
  }
  /// The error message of a refusal; checks that nothing changed.
  std::string refusal(const Command& command) {
    const std::string before = stateOf(session);
    const auto applied = session.apply(command);
    if (applied) return "applied";
    EXPECT_EQ(stateOf(session), before);
    EXPECT_TRUE(session.message() && session.message()->isError && session.message()->text == applied.error().message)
        << "the user is told";
    return applied.error().message;
  }
  void advance(double seconds) { session.advance(seconds, profiler); }
  const crossfade::AnimationAction& action(int clip) { return session.action(clip); }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(CommandTest, RefuseAClipThatDoesNotExist) {
  const std::string expected = "there is no clip 3; the model has 3";
  for (const Command& command : Commands{PlayClip{3},
                                         StopClip{3},
                                         SetClip{3, &ClipSettings::enabled, false},
                                         SetClip{3, &ClipSettings::weight, 1},
                                         SetClip{3, &ClipSettings::timeScale, 1},
                                         SetClipTime{3, 0},
                                         SetClip{3, &ClipSettings::loop, crossfade::Loop::Repeat},
                                         SetClip{3, &ClipSettings::repetitions, std::nullopt},
                                         SetClip{3, &ClipSettings::clamp, true},
                                         StartAt{3},
                                         SetClip{3, &ClipSettings::favorite, true},
                                         FadeIn{3},
                                         FadeOut{3},
                                         StopFading{3},
                                         Halt{3},
                                         SetClipDuration{3},
                                         SyncClip{3, kWalk},
                                         SyncClip{kWalk, 3},
                                         WarpClip{3},
                                         StopWarping{3},
                                         FadeTo{3},
                                         ClassicCrossFade{3, 0},
                                         ClassicCrossFade{0, 3},
                                         SetFadeSettings{{.to = 3}},
                                         SetFadeSettings{{.from = 3}}})
    EXPECT_EQ(refusal(command), expected) << test::nameOf(command);
  EXPECT_EQ(refusal(PlayClip{-1}), "there is no clip -1; the model has 3");
  EXPECT_EQ(refusal(SetFadeSettings{{.to = -2}}), "there is no clip -2; the model has 3");
}

TEST_F(CommandTest, ACountedClipFinishesAndHoldsItsEnd) {
  apply(StopAll{});
  apply(SetClip{kWalk, &ClipSettings::repetitions, 2});
  apply(SetClip{kWalk, &ClipSettings::clamp, true});
  apply(PlayClip{kWalk});
  const double duration = action(kWalk).duration();
  advance(1.5 * duration);
  EXPECT_TRUE(action(kWalk).isRunning());
  advance(duration);
  EXPECT_TRUE(action(kWalk).paused);
  EXPECT_EQ(action(kWalk).time, duration);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 1);
  const PlaybackEvents& events = session.playbackEvents();
  ASSERT_EQ(events.count(kWalk), 2);
  EXPECT_EQ(events.event(kWalk, 0).kind, crossfade::MixerEvent::Kind::Finished);
  EXPECT_DOUBLE_EQ(events.event(kWalk, 0).mixerTime, 2 * duration) << "inside the frame";
  EXPECT_EQ(events.event(kWalk, 1).kind, crossfade::MixerEvent::Kind::Loop);
  EXPECT_EQ(events.event(kWalk, 1).loopDelta, 1);

  apply(FadeTo{kWalk, {.seconds = 0}});
  EXPECT_TRUE(action(kWalk).isRunning()) << "a fade to a finished clip starts it over";
  advance(1.5 * duration);
  EXPECT_TRUE(action(kWalk).isRunning()) << "with all its loops";
}

TEST_F(CommandTest, AClipTakesSeveralSettingsAtOnce) {
  const FieldSet loopAndWeight = bitOf(&ClipSettings::loop) | bitOf(&ClipSettings::weight);
  const ClipSettings next{.loop = crossfade::Loop::Once, .timeScale = 3, .weight = 0.5, .clamp = false};
  apply(SetClip{kWalk, next, loopAndWeight});
  EXPECT_EQ(action(kWalk).loop, crossfade::Loop::Once);
  EXPECT_EQ(action(kWalk).weight, 0.5);
  EXPECT_EQ(action(kWalk).timeScale, 1) << "the change does not name it";
  EXPECT_TRUE(action(kWalk).clampWhenFinished) << "as the loop says";
  const ClipSettings expected{.loop = crossfade::Loop::Once, .weight = 0.5, .clamp = true};
  EXPECT_EQ(session.character().clipSettings()[kWalk], expected);
  apply(SetClip{kWalk, next, loopAndWeight | bitOf(&ClipSettings::clamp)});
  EXPECT_FALSE(action(kWalk).clampWhenFinished) << "as the change says";
  EXPECT_FALSE(session.character().clipSettings()[kWalk].clamp);
  EXPECT_EQ(refusal(SetClip{kWalk, {.timeScale = 101, .weight = 2}, kAllFields}),
            "time scale 101 is not between -100 and 100");
  EXPECT_EQ(action(kWalk).weight, 0.5) << "refused as a whole";
}

TEST_F(CommandTest, MoreRoundsLetAFinishedClipGoOn) {
  apply(StopAll{});
  apply(SetClip{kWalk, &ClipSettings::repetitions, 1});
  apply(SetClip{kWalk, &ClipSettings::clamp, true});
  apply(PlayClip{kWalk});
  advance(2 * action(kWalk).duration());
  ASSERT_TRUE(action(kWalk).paused);
  apply(SetClip{kWalk, &ClipSettings::repetitions, 1});
  EXPECT_TRUE(action(kWalk).paused);
  apply(SetClip{kWalk, &ClipSettings::repetitions, std::nullopt});
  EXPECT_FALSE(action(kWalk).paused);
}

TEST_F(CommandTest, WithoutAClampAFinishedClipHasNoEffect) {
  apply(StopAll{});
  apply(SetClip{kWalk, &ClipSettings::repetitions, 1});
  apply(PlayClip{kWalk});
  advance(2 * action(kWalk).duration());
  EXPECT_FALSE(action(kWalk).enabled);
  EXPECT_EQ(action(kWalk).fadeValue(), 0);
}

TEST_F(CommandTest, AnotherLoopModeKeepsTheNumberOfLoops) {
  apply(SetClip{kWalk, &ClipSettings::repetitions, 3});
  apply(SetClip{kWalk, &ClipSettings::loop, crossfade::Loop::PingPong});
  EXPECT_EQ(action(kWalk).repetitions, 3);
}

TEST_F(CommandTest, AClipStartsAtAMixerTime) {
  apply(StopAll{});
  apply(StartAt{kWalk, session.mixerTime() + 0.5});
  advance(0.25);
  EXPECT_EQ(action(kWalk).time, 0);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 1) << "its first pose is shown";
  advance(0.5);
  EXPECT_DOUBLE_EQ(action(kWalk).time, 0.25);
}

TEST_F(CommandTest, ADurationSetsTheTimeScale) {
  const double duration = action(kWalk).duration();
  apply(SetClipDuration{kWalk, 2 * duration});
  EXPECT_EQ(action(kWalk).timeScale, 0.5);
  apply(SetClipDuration{kWalk, -duration});
  EXPECT_EQ(action(kWalk).timeScale, -1) << "backward";
  EXPECT_EQ(session.character().clipSettings()[kWalk].timeScale, -1) << "a setting that a project keeps";
  apply(Undo{});
  EXPECT_EQ(action(kWalk).timeScale, 0.5);
  apply(Undo{});
  EXPECT_EQ(action(kWalk).timeScale, 1);
  EXPECT_EQ(refusal(SetClipDuration{kWalk, 0}), "a loop cannot take 0 s");
  EXPECT_EQ(refusal(SetClipDuration{kWalk, duration / 200}), "time scale 200 is not between -100 and 100");
  EXPECT_EQ(action(kWalk).timeScale, 1);
}

TEST_F(CommandTest, SyncTakesTimeAndTimeScaleOver) {
  apply(PlayClip{kWalk});
  apply(SetClip{kIdle, &ClipSettings::timeScale, 0.5});
  advance(0.5);
  apply(SyncClip{kWalk, kIdle});
  EXPECT_EQ(action(kWalk).time, action(kIdle).time);
  EXPECT_EQ(action(kWalk).timeScale, 0.5);
  apply(Undo{});
  EXPECT_EQ(action(kWalk).timeScale, 1);
  EXPECT_EQ(action(kWalk).time, action(kIdle).time) << "what plays is not undone";
  EXPECT_EQ(refusal(SyncClip{kWalk, kWalk}), "a clip cannot be synced with itself");
}

TEST_F(CommandTest, WarpChangesTheSpeedBitByBit) {
  apply(WarpClip{.clip = kIdle, .from = 1, .to = 3, .seconds = 1});
  advance(0.5);
  EXPECT_EQ(action(kIdle).getEffectiveTimeScale(), 2);
  apply(WarpClip{.clip = kIdle, .to = 4, .seconds = 1});
  advance(0);
  EXPECT_EQ(action(kIdle).getEffectiveTimeScale(), 2) << "from the speed that it has";
  advance(0.5);
  EXPECT_EQ(action(kIdle).getEffectiveTimeScale(), 3);
  apply(StopWarping{kIdle});
  advance(0.1);
  EXPECT_EQ(action(kIdle).getEffectiveTimeScale(), 1);
  apply(WarpClip{.clip = kIdle, .to = 2, .seconds = 0.5});
  advance(1);
  EXPECT_EQ(action(kIdle).timeScale, 2) << "as in three.js";
  EXPECT_EQ(session.character().clipSettings()[kIdle].timeScale, 1) << "which is not what the user set";
  EXPECT_EQ(refusal(WarpClip{.clip = kIdle, .seconds = 0}), "a warp cannot take 0 s");
  EXPECT_EQ(refusal(WarpClip{.clip = kIdle, .to = 101}), "time scale 101 is not between -100 and 100");
  apply(SetClip{kIdle, &ClipSettings::timeScale, 0});
  EXPECT_EQ(refusal(WarpClip{.clip = kIdle}), "a clip whose time scale is 0 cannot warp");
}

TEST_F(CommandTest, MarkFavorites) {
  EXPECT_FALSE(session.isFavorite(kRun));
  apply(SetClip{kRun, &ClipSettings::favorite, true});
  EXPECT_TRUE(session.isFavorite(kRun));
  EXPECT_FALSE(session.isFavorite(kWalk));
  apply(SetClip{kRun, &ClipSettings::favorite, false});
  EXPECT_FALSE(session.isFavorite(kRun));
}

TEST_F(CommandTest, RefuseNumbersThatAreNotFinite) {
  for (const double broken : {kNan, kInfinity, -kInfinity}) {
    EXPECT_EQ(refusal(Step{broken}), "step is not a finite number");
    EXPECT_EQ(refusal(SetSpeed{broken}), "speed is not a finite number");
    EXPECT_EQ(refusal(SetClip{kWalk, &ClipSettings::weight, broken}), "weight is not a finite number");
    EXPECT_EQ(refusal(SetClip{kWalk, &ClipSettings::timeScale, broken}), "time scale is not a finite number");
    EXPECT_EQ(refusal(SetClipTime{kWalk, broken}), "clip time is not a finite number");
    EXPECT_EQ(refusal(SetClip{kWalk, &ClipSettings::repetitions, broken}), "number of loops is not a finite number");
    EXPECT_EQ(refusal(StartAt{kWalk, broken}), "start time is not a finite number");
    EXPECT_EQ(refusal(SetClipDuration{kWalk, broken}), "length of a loop is not a finite number");
    EXPECT_EQ(refusal(WarpClip{.clip = kWalk, .from = broken}), "time scale is not a finite number");
    EXPECT_EQ(refusal(WarpClip{.clip = kWalk, .to = broken}), "time scale is not a finite number");
    EXPECT_EQ(refusal(WarpClip{.clip = kWalk, .seconds = broken}), "warp length is not a finite number");
    for (const Command& command :
         Commands{FadeIn{kWalk, broken}, FadeOut{kWalk, broken}, FadeTo{kWalk, {.seconds = broken}},
                  ClassicCrossFade{kIdle, kWalk, broken}, SetFadeSettings{{.seconds = broken}}})
      EXPECT_EQ(refusal(command), "fade length is not a finite number");
    EXPECT_EQ(refusal(Halt{kIdle, broken}), "halt length is not a finite number");
    EXPECT_EQ(refusal(CarryOver{broken}), "length of a carry-over is not a finite number");
    const auto single = static_cast<float>(broken);
    EXPECT_EQ(refusal(OrbitCamera{single, 0}), "orbit is not a finite number");
    EXPECT_EQ(refusal(OrbitCamera{0, single}), "orbit is not a finite number");
    EXPECT_EQ(refusal(DollyCamera{single}), "dolly factor is not a finite number");
    for (const Command& command : Commands{PanCamera{{single, 0}}, SetCamera{{.yaw = single}},
                                           SetCamera{{.pitch = single}}, SetCamera{{.target = {0, single, 0}}},
                                           SetCamera{{.distance = single}}, SetCamera{{.verticalFov = single}}})
      EXPECT_EQ(refusal(command), "a camera with a number that is not finite or a distance that is not above 0");
  }
}

/// Without it, the joint jumps to the new time.
TEST_F(CommandTest, CarryOverFadesFromThePoseOnScreen) {
  const auto x = [this] { return static_cast<double>(session.pose().locals[0].translation.x); };
  advance(0.1);
  const double before = x();
  apply(SetClipTime{kIdle, action(kIdle).duration() * 0.75});
  apply(CarryOver{0.2});
  advance(1e-4);
  EXPECT_NEAR(x(), before, 1e-2);
  const double cut = action(kIdle).time;
  advance(0.3);
  Session alone{test::character()};
  ASSERT_TRUE(alone.apply(SetClipTime{kIdle, cut + 0.3}));
  alone.advance(0, profiler);
  EXPECT_NEAR(x(), static_cast<double>(alone.pose().locals[0].translation.x), 1e-4) << "after that it is where it goes";
  EXPECT_GT(std::abs(x() - before), 0.05);
}

TEST_F(CommandTest, RefuseNumbersOutOfRange) {
  EXPECT_EQ(refusal(SetClip{kWalk, &ClipSettings::weight, -0.5}), "weight -0.5 is not between 0 and 100");
  EXPECT_EQ(refusal(SetClip{kWalk, &ClipSettings::weight, 100.5}), "weight 100.5 is not between 0 and 100");
  EXPECT_EQ(refusal(SetClip{kWalk, &ClipSettings::timeScale, 101}), "time scale 101 is not between -100 and 100");
  EXPECT_EQ(refusal(SetSpeed{-101}), "speed -101 is not between -100 and 100");
  EXPECT_EQ(refusal(SetClipTime{kWalk, -1}), "clip time -1 is not between 0 and 1e+09");
  EXPECT_EQ(refusal(FadeTo{kWalk, {.seconds = -1}}), "fade length -1 is not between 0 and 3600");
  EXPECT_EQ(refusal(FadeIn{kWalk, 3601}), "fade length 3601 is not between 0 and 3600");
  EXPECT_EQ(refusal(SetFadeSettings{{.seconds = -0.1}}), "fade length -0.1 is not between 0 and 3600");
  EXPECT_EQ(refusal(Halt{kIdle, -1}), "halt length -1 is not between 0 and 3600");
  EXPECT_EQ(refusal(Step{3601}), "step 3601 is not between -3600 and 3600");
  EXPECT_EQ(refusal(OrbitCamera{0, -1001}), "orbit -1001 is not between -1000 and 1000");
  EXPECT_EQ(refusal(DollyCamera{-1}), "dolly factor -1 is not between 0 and 1000");
  EXPECT_EQ(refusal(SetCamera{{.distance = 0}}),
            "a camera with a number that is not finite or a distance that is not above 0");
}

TEST_F(CommandTest, PauseStepAndSpeedMoveTheClock) {
  apply(SetPaused{true});
  advance(1);
  EXPECT_EQ(session.mixerTime(), 0);
  apply(Step{0.25});
  advance(1);
  EXPECT_EQ(session.mixerTime(), 0.25);
  advance(1);
  EXPECT_EQ(session.mixerTime(), 0.25) << "a step is taken once";
  apply(SetPaused{false});
  apply(SetSpeed{2});
  advance(0.125);
  EXPECT_EQ(session.mixerTime(), 0.5);
  apply(Step{-0.125});
  EXPECT_TRUE(session.paused()) << "a step pauses";
  advance(0);
  EXPECT_EQ(action(kIdle).time, 0.375);
}

TEST_F(CommandTest, PlayClipAddsAClipAtFullFade) {
  apply(PlayClip{kWalk});
  advance(0.25);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 1);
  EXPECT_EQ(action(kIdle).getEffectiveWeight(), 1) << "on top of what plays already";
  apply(FadeOut{kWalk, 1});
  advance(0.5);
  apply(PlayClip{kWalk});
  advance(0);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 1) << "at once";
  EXPECT_EQ(action(kWalk).time, 0.75) << "without restarting";
}

TEST_F(CommandTest, PlayClipResumesAHaltedClipAndRestartsAFinishedOne) {
  apply(Halt{kIdle, 0.25});
  advance(0.25);
  advance(0.25);
  ASSERT_TRUE(action(kIdle).paused);
  const double stoodAt = action(kIdle).time;
  apply(PlayClip{kIdle});
  advance(0.25);
  EXPECT_DOUBLE_EQ(action(kIdle).time, stoodAt + 0.25);
  apply(SetClip{kIdle, &ClipSettings::loop, crossfade::Loop::Once});
  advance(5);
  ASSERT_FALSE(action(kIdle).isRunning());
  apply(PlayClip{kIdle});
  advance(0.25);
  EXPECT_EQ(action(kIdle).time, 0.25);
}

TEST_F(CommandTest, PlayClipOfADisabledClipShowsIt) {
  apply(SetClip{kWalk, &ClipSettings::enabled, false});
  apply(PlayClip{kWalk});
  advance(0.1);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 1);
}

TEST_F(CommandTest, StopHidesClips) {
  apply(PlayClip{kWalk});
  advance(0.5);
  apply(StopClip{kWalk});
  EXPECT_FALSE(action(kWalk).isScheduled());
  EXPECT_EQ(action(kWalk).time, 0);
  EXPECT_TRUE(action(kIdle).isScheduled());
  apply(FadeTo{kRun, {.seconds = 1}});
  apply(StopAll{});
  EXPECT_EQ(session.dominantClip(), -1);
  EXPECT_FALSE(session.runningFade());
}

TEST_F(CommandTest, SetTheFieldsOfAnAction) {
  apply(SetClip{kIdle, &ClipSettings::weight, 0.5});
  apply(SetClip{kIdle, &ClipSettings::timeScale, -2});
  apply(SetClipTime{kIdle, 1.5});
  advance(0);
  EXPECT_EQ(action(kIdle).getEffectiveWeight(), 0.5);
  EXPECT_FLOAT_EQ(session.posed().worlds[0][3].x, 0.75f) << "half of the clip's 1.5";
  advance(0.25);
  EXPECT_EQ(action(kIdle).time, 1);
  apply(SetClipTime{kIdle, 50});
  EXPECT_EQ(action(kIdle).time, 2) << "no later than the end";
  apply(SetClip{kIdle, &ClipSettings::enabled, false});
  advance(0);
  EXPECT_EQ(action(kIdle).getEffectiveWeight(), 0);
  apply(SetClip{kIdle, &ClipSettings::loop, crossfade::Loop::PingPong});
  EXPECT_EQ(action(kIdle).loop, crossfade::Loop::PingPong);
}

TEST_F(CommandTest, LoopOnceHoldsTheLastPose) {
  apply(SetClip{kIdle, &ClipSettings::loop, crossfade::Loop::Once});
  advance(5);
  advance(5);
  EXPECT_FLOAT_EQ(session.posed().worlds[0][3].x, 2);
}

TEST_F(CommandTest, FadeInAndOutStartFromTheCurrentWeight) {
  apply(FadeIn{kWalk, 1});
  advance(0.25);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 0.25);
  apply(FadeOut{kWalk, 0.5});
  advance(0.25);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 0.125);
  apply(FadeIn{kWalk, 1});
  advance(0.5);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 0.5625);
  apply(FadeOut{kRun, 1});
  EXPECT_FALSE(action(kRun).isScheduled()) << "nothing to fade out";
}

TEST_F(CommandTest, StopFadingHoldsTheCurrentWeight) {
  apply(FadeIn{kWalk, 1});
  advance(0.25);
  apply(StopFading{kWalk});
  advance(5);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 0.25);
  apply(SetClip{kIdle, &ClipSettings::enabled, false});
  apply(StopFading{kIdle});
  EXPECT_FALSE(action(kIdle).enabled) << "leaves a disabled clip alone";
}

TEST_F(CommandTest, ClassicCrossFadeMatchesThreeJs) {
  apply(ClassicCrossFade{kIdle, kWalk, 1, true});
  advance(0.5);
  EXPECT_EQ(action(kIdle).getEffectiveWeight(), 0.5);
  EXPECT_EQ(action(kWalk).getEffectiveTimeScale(), 0.75) << "halfway from 1/2 to 1";
  apply(ClassicCrossFade{kWalk, kRun, 1});
  advance(0);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 1) << "jumps, as in three.js";
  advance(2);
  apply(ClassicCrossFade{kRun, kWalk, 1});
  advance(0.75);
  EXPECT_EQ(action(kWalk).getEffectiveWeight(), 0.75) << "a clip that was faded out can come back";
}

TEST_F(CommandTest, MoveTheCamera) {
  const Camera before = session.camera();
  apply(OrbitCamera{0.5f, 0.1f});
  EXPECT_FLOAT_EQ(session.camera().yaw, before.yaw + 0.5f);
  apply(DollyCamera{0.5f});
  EXPECT_FLOAT_EQ(session.camera().distance, before.distance / 2);
  apply(PanCamera{{0.1f, 0}});
  EXPECT_NE(session.camera().target, before.target);
  apply(OrbitCamera{0, -0.1f});  // the distance depends on the pitch, not on the yaw
  apply(FrameCamera{});
  EXPECT_EQ(session.camera().target, before.target);
  EXPECT_FLOAT_EQ(session.camera().distance, before.distance);
  apply(SetCamera{{.distance = 3, .pitch = 100}});
  EXPECT_LT(session.camera().pitch, 1.57f) << "never beyond straight down";
  EXPECT_EQ(session.camera().distance, 3);
}

TEST_F(CommandTest, SelectAndTraceJoints) {
  apply(SelectJoint{0});
  EXPECT_EQ(session.selectedJoint(), 0);
  EXPECT_EQ(session.annotations().selectedJoint, 0);
  apply(SelectJoint{});
  EXPECT_EQ(session.selectedJoint(), -1);
  apply(TraceJoint{0});
  apply(TraceJoint{0});
  EXPECT_TRUE(session.isTraced(0));
  advance(0.1);
  EXPECT_EQ(session.annotations().trails.size(), 1u) << "once, however often it was asked for";
  apply(TraceJoint{0, false});
  EXPECT_FALSE(session.isTraced(0));
  const std::string last = std::to_string(session.model().skeleton.jointCount());
  for (const Command& command : Commands{SelectJoint{1000}, SelectJoint{-2}, TraceJoint{1000}, TraceJoint{-1}})
    EXPECT_NE(refusal(command).find("the model has " + last), std::string::npos) << test::nameOf(command);
}

TEST_F(CommandTest, HoldAMorphWeightUntilItFollowsAgain) {
  Model model = test::character();
  model.meshes = {
      {.primitives = {{.positions = {{0, 0, 0}}, .morphTargets = {{}, {}}}}, .morphTargetNames = {"Blink", "Smile"}}};
  model.instances = {{.node = 0, .mesh = 0, .morphOffset = 0, .morphCount = 2}};
  model.restMorphWeights = {0.25f, 0.5f};
  Session morphing(std::move(model));
  const auto weights = [&](double seconds) {
    morphing.advance(seconds, profiler);
    return morphing.pose().morphWeights;
  };
  EXPECT_EQ(weights(0.1), (std::vector<float>{0.25f, 0.5f}));
  ASSERT_TRUE(morphing.apply(HoldMorph{1, 0.75}));
  EXPECT_EQ(weights(0), (std::vector<float>{0.25f, 0.75f})) << "even while paused";
  EXPECT_EQ(morphing.heldMorph(1), 0.75f);
  ASSERT_TRUE(morphing.apply(HoldMorph{1}));
  EXPECT_EQ(weights(0.1), (std::vector<float>{0.25f, 0.5f}));
  EXPECT_EQ(morphing.apply(HoldMorph{2, 1}).error().message, "there is no morph weight 2; the model has 2");
  EXPECT_EQ(morphing.apply(HoldMorph{0, kNan}).error().message, "morph weight is not a finite number");
  EXPECT_FALSE(morphing.apply(HoldMorph{-1, 1}));
}

TEST_F(CommandTest, RefuseGhostsOutOfRange) {
  EXPECT_EQ(refusal(SetViewOptions{{.ghosts = 5}}), "onion skins 5 is not between 0 and 4");
  EXPECT_NE(refusal(SetViewOptions{{.ghostSeconds = 0}}), "applied");
  EXPECT_NE(refusal(SetViewOptions{{.ghostSeconds = NAN}}), "applied");
}

TEST_F(CommandTest, SetViewOptionsMessagesAndSettings) {
  apply(SetViewOptions{{.meshes = false, .skeleton = true}});
  EXPECT_EQ(session.view(), (ViewOptions{.meshes = false, .skeleton = true}));
  apply(ShowMessage{"hello"});
  EXPECT_EQ(session.message()->text, "hello");
  EXPECT_FALSE(session.message()->isError);
  apply(DismissMessage{});
  EXPECT_FALSE(session.message());
  apply(SetFadeSettings{{.from = kIdle, .to = kRun, .seconds = 1.5, .warp = true}});
  EXPECT_EQ(session.fadeSettings(), (FadeSettings{.from = kIdle, .to = kRun, .seconds = 1.5, .warp = true}));
  EXPECT_EQ(session.settings().character.fade.seconds, 1.5) << "kept for the next model";
  EXPECT_FALSE(session.runningFade());
}

TEST_F(CommandTest, AFinishedOrHaltedClipPlaysAgain) {
  FrameProfiler unused;
  apply(StopAll{});
  apply(SetClip{kRun, &ClipSettings::loop, crossfade::Loop::Once});
  apply(PlayClip{kRun});
  session.advance(100, unused);
  ASSERT_TRUE(session.action(kRun).paused) << "Once ends on its last pose";
  apply(FadeTo{kRun});
  session.advance(0.01, unused);
  EXPECT_NEAR(session.action(kRun).time, 0.01, 1e-9) << "its chip starts it again";

  session.advance(100, unused);
  ASSERT_TRUE(session.action(kRun).paused);
  apply(SetClip{kRun, &ClipSettings::loop, crossfade::Loop::Repeat});
  const double before = session.action(kRun).time;
  session.advance(0.01, unused);
  EXPECT_NE(session.action(kRun).time, before) << "Repeat goes on";

  apply(Halt{kRun, 0.1});
  session.advance(1, unused);
  session.advance(1, unused);
  ASSERT_TRUE(session.action(kRun).paused);
  apply(FadeTo{kRun});
  session.advance(0.01, unused);
  EXPECT_FALSE(session.action(kRun).paused);
}

TEST_F(CommandTest, AFadeContinuesWhileClipsPlayBackwards) {
  FrameProfiler unused;
  apply(SetSpeed{-1});
  apply(FadeTo{kRun, {.seconds = 0.4}});
  session.advance(0.2, unused);
  EXPECT_NEAR(session.action(kRun).getEffectiveWeight(), 0.5, 1e-9);
  const double before = session.action(kRun).time;
  session.advance(0.1, unused);
  EXPECT_NEAR(session.action(kRun).time, before - 0.1, 1e-9) << "backward";
  session.advance(0.2, unused);
  EXPECT_EQ(session.action(kRun).getEffectiveWeight(), 1);
}

TEST(FadeButton, PressedAgainInMidFadeTakesTheWholeLengthFromWhatIsShown) {
  for (const crossfade::TransitionKind kind : crossfade::kTransitionKinds) {
    if (kind == crossfade::TransitionKind::Classic) continue;  // starts at 0 and 1, as in three.js
    FrameProfiler unused;
    Session session(test::character());
    const auto x = [&] { return session.pose().locals[0].translation.x; };
    for (const Command& command :
         Commands{StopAll{}, PlayClip{kWalk},
                  SetFadeSettings{{.from = kWalk, .to = kRun, .seconds = 0.4, .kind = kind}}, StartFade{}})
      ASSERT_TRUE(session.apply(command));
    for (int i = 0; i < 10; ++i) session.advance(0.02, unused);
    const double walk = session.action(kWalk).fadeValue(), run = session.action(kRun).fadeValue();
    const float before = x();
    ASSERT_TRUE(session.apply(StartFade{}));
    session.advance(0, unused);
    EXPECT_NEAR(session.action(kWalk).fadeValue(), walk, 1e-6) << static_cast<int>(kind);
    EXPECT_NEAR(session.action(kRun).fadeValue(), run, 1e-6) << static_cast<int>(kind);
    EXPECT_NEAR(x(), before, 1e-4f) << static_cast<int>(kind);
    ASSERT_TRUE(session.runningFade());
    EXPECT_NEAR(session.runningFade()->end - session.mixerTime(), 0.4, 1e-9);
    float largest = 0;
    for (int i = 0; i < 25; ++i) {
      const float last = x();
      session.advance(0.02, unused);
      largest = std::max(largest, std::abs(x() - last));
    }
    EXPECT_LT(largest, 0.3f) << "no jump, kind " << static_cast<int>(kind);
    EXPECT_EQ(session.action(kRun).getEffectiveWeight(), 1);
  }
}

TEST_F(CommandTest, StartFadeInMidFadeNeverCuts) {
  FrameProfiler unused;
  apply(FadeTo{kRun, {.seconds = 1}});
  session.advance(0.5, unused);
  apply(SetFadeSettings{{.from = kWalk, .to = kRun, .seconds = 0.4}});
  const double weight = session.action(kRun).fadeValue();
  apply(StartFade{});
  EXPECT_NEAR(session.action(kRun).fadeValue(), weight, 1e-6);
}

}  // namespace
}  // namespace app
