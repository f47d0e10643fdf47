// The interrupt-safe cross-fade of a session: FadeTo, StartFade, and changes while it runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

/// With the kind whose weights are easiest to say.
struct OneFade : testing::Test {
  OneFade() { apply(SetFadeSettings{{.kind = crossfade::TransitionKind::Linear}}); }
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    EXPECT_TRUE(applied) << applied.error().message;
  }
  void advance(double seconds) { session.advance(seconds, profiler); }
  double weight(int clip) const {
    return session.action(clip).isScheduled() ? session.action(clip).getEffectiveWeight() : 0;
  }
  std::vector<double> weights() const {
    std::vector<double> all;
    for (int i = 0; i < session.clipCount(); ++i) all.push_back(weight(i));
    return all;
  }
  /// Applies, and checks that no weight moved in that instant.
  void applyWithoutJump(const Command& command) {
    const auto before = weights();
    apply(command);
    advance(0);
    const auto after = weights();
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-6) << "clip " << i;
  }
  FadeSettings with(double seconds) const {
    FadeSettings s = session.fadeSettings();
    s.seconds = seconds;
    return s;
  }
  FadeSettings to(int clip) const {
    FadeSettings s = session.fadeSettings();
    s.to = clip;
    return s;
  }
  FadeSettings warp(bool on) const {
    FadeSettings s = session.fadeSettings();
    s.warp = on;
    return s;
  }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(OneFade, GoesStraightFromOneToTheOther) {
  apply(FadeTo{kWalk, {.seconds = 1}});
  ASSERT_TRUE(session.runningFade());
  EXPECT_EQ(session.runningFade()->from, kIdle);
  EXPECT_EQ(session.runningFade()->to, kWalk);
  for (const double walk : {0.25, 0.5, 0.75, 1.0}) {
    advance(0.25);
    EXPECT_DOUBLE_EQ(weight(kWalk), walk);
    EXPECT_DOUBLE_EQ(weight(kIdle), 1 - walk);
    EXPECT_DOUBLE_EQ(session.runningFade()->progress, walk);
  }
  advance(0.01);
  EXPECT_FALSE(session.runningFade());
  EXPECT_FALSE(session.action(kIdle).isScheduled()) << "a faded-out clip stops";
  EXPECT_EQ(session.action(kIdle).time, 0);
  EXPECT_TRUE(session.action(kIdle).enabled);
  EXPECT_EQ(weight(kWalk), 1);
}

TEST_F(OneFade, UsesThePanelsLengthUnlessItIsTold) {
  apply(SetFadeSettings{with(2)});
  apply(FadeTo{kWalk});
  advance(0.5);
  EXPECT_DOUBLE_EQ(weight(kWalk), 0.25);
  EXPECT_EQ(session.fadeSettings().to, kWalk);
}

TEST_F(OneFade, InterruptedManyTimesNeverJumpsAndKeepsTheSumAtOne) {
  std::mt19937 random(15);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto clip = [&] { return std::uniform_int_distribution<int>(0, 2)(random); };
  for (int i = 0; i < 4000; ++i) {
    switch (std::uniform_int_distribution<int>(0, 11)(random)) {
      case 0:
        applyWithoutJump(FadeTo{clip(), {.seconds = 0.05 + unit(random)}});
        break;
      case 1:
        applyWithoutJump(FadeTo{clip()});
        break;
      case 2:
        applyWithoutJump(SetFadeSettings{with(0.05 + 2 * unit(random))});
        break;
      case 3:
        applyWithoutJump(SetFadeSettings{to(clip())});
        break;
      case 4:
        applyWithoutJump(SetFadeSettings{warp(unit(random) < 0.5)});
        break;
      case 5:
        applyWithoutJump(
            SetFadeSettings{{.from = -1, .to = clip(), .seconds = 0.05 + unit(random), .warp = unit(random) < 0.5}});
        break;
      default:
        break;
    }
    advance(0.1 * unit(random));
    const auto all = weights();
    ASSERT_NEAR(all[0] + all[1] + all[2], 1, 1e-12) << i;
    for (int k = 0; k < 3 && !session.runningFade(); ++k)
      ASSERT_EQ(session.action(k).isScheduled(), all[static_cast<std::size_t>(k)] == 1)
          << "faded-out clips stop, " << i;
  }
}

TEST_F(OneFade, AtItsVeryEndIgnoresNewSettings) {
  apply(FadeTo{kWalk, {.seconds = 0.5}});
  advance(0.5);
  ASSERT_EQ(weight(kWalk), 1);
  applyWithoutJump(SetFadeSettings{to(kRun)});
  EXPECT_EQ(weight(kWalk), 1) << "the fade is over; the next one goes to Run";
}

TEST_F(OneFade, OfAnotherLengthStretchesTheRemainderExactly) {
  apply(SetFadeSettings{with(1)});
  apply(FadeTo{kWalk});
  advance(0.25);
  applyWithoutJump(SetFadeSettings{with(2)});
  EXPECT_DOUBLE_EQ(session.runningFade()->end, 0.25 + 0.75 * 2);
  advance(0.75);  // half of the remainder
  EXPECT_DOUBLE_EQ(weight(kWalk), 0.25 + 0.75 / 2);
  EXPECT_DOUBLE_EQ(session.runningFade()->progress, 0.25 + 0.75 / 2);
  advance(0.75);
  EXPECT_DOUBLE_EQ(weight(kWalk), 1);
}

TEST_F(OneFade, OfAnotherLengthLeavesFadesOfOtherClipsAlone) {
  apply(FadeTo{kWalk, {.seconds = 1}});
  apply(FadeIn{kRun, 1});
  advance(0.5);
  apply(SetFadeSettings{with(3)});
  advance(0.25);
  EXPECT_DOUBLE_EQ(weight(kRun), 0.75) << "the user's own fade has its own length";
}

TEST_F(OneFade, RedirectedToAnotherClipEndsWhenTheFirstWouldHave) {
  apply(FadeTo{kWalk, {.seconds = 2}});  // not the panel's 0.4
  advance(0.5);
  applyWithoutJump(SetFadeSettings{to(kRun)});
  EXPECT_DOUBLE_EQ(session.runningFade()->end, 2);
  EXPECT_EQ(session.runningFade()->from, kIdle) << "largest weight";
  advance(0.75);
  EXPECT_DOUBLE_EQ(weight(kRun), 0.5);
  EXPECT_NEAR(weight(kWalk), 0.125, 1e-12);
  EXPECT_NEAR(weight(kIdle), 0.375, 1e-12);
  advance(0.75);
  advance(0.01);
  EXPECT_FALSE(session.action(kWalk).isScheduled());
  EXPECT_FALSE(session.action(kIdle).isScheduled());
}

TEST_F(OneFade, WithWarpKeepsBothClipsInSync) {
  apply(SetFadeSettings{warp(true)});
  apply(FadeTo{kRun, {.seconds = 1}});  // two seconds to three
  advance(0);
  EXPECT_DOUBLE_EQ(session.action(kIdle).getEffectiveTimeScale(), 1);
  EXPECT_DOUBLE_EQ(session.action(kRun).getEffectiveTimeScale(), 1.5);
  advance(1);
  EXPECT_DOUBLE_EQ(session.action(kIdle).getEffectiveTimeScale(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(session.action(kRun).getEffectiveTimeScale(), 1);
}

TEST_F(OneFade, WarpSwitchedInTheMiddleMovesNeitherWeightsNorSpeeds) {
  apply(FadeTo{kRun, {.seconds = 1}});
  advance(0.5);
  for (const bool on : {true, false, true}) {
    const double idle = session.action(kIdle).getEffectiveTimeScale(),
                 run = session.action(kRun).getEffectiveTimeScale();
    applyWithoutJump(SetFadeSettings{warp(on)});
    EXPECT_NEAR(session.action(kIdle).getEffectiveTimeScale(), idle, 1e-9);
    EXPECT_NEAR(session.action(kRun).getEffectiveTimeScale(), run, 1e-9);
    advance(0.125);
  }
}

TEST_F(OneFade, WarpCanBeSwitchedOnInTheMiddle) {
  apply(FadeTo{.clip = kRun, .how = {.seconds = 1}});
  advance(0.25);
  EXPECT_FALSE(session.action(kRun).isWarping());
  apply(SetFadeSettings{warp(true)});
  EXPECT_TRUE(session.action(kRun).isWarping());
}

TEST_F(OneFade, TheDominantClipIsTheOneWithTheLargestProduct) {
  apply(FadeTo{.clip = kRun, .how = {.seconds = 1}});
  advance(0.55);
  EXPECT_EQ(session.dominantClip(), kRun);
  apply(SetClip{kRun, &ClipSettings::weight, 0.5});
  EXPECT_NE(session.dominantClip(), kRun) << "half of 0.55 is less than 0.45";
}

TEST_F(OneFade, BackToTheSourceClipRestoresItsSpeed) {
  apply(SetFadeSettings{warp(true)});
  apply(FadeTo{kRun, {.seconds = 1}});
  advance(0.25);
  ASSERT_LT(session.action(kIdle).getEffectiveTimeScale(), 1);
  apply(FadeTo{kIdle, {.seconds = 1}});
  advance(0.5);
  EXPECT_NEAR(session.action(kIdle).getEffectiveTimeScale(), 1 - 0.5 * 0.25 / 3, 1e-9)
      << "halfway from where it was to 1";
}

TEST_F(OneFade, StartsWithOnlyTheNamedClipWhenItIsNotOnScreen) {
  apply(SetFadeSettings{{.from = kWalk, .to = kRun, .seconds = 1, .kind = crossfade::TransitionKind::Linear}});
  apply(SetClip{kWalk, &ClipSettings::enabled, false});
  apply(StartFade{});
  advance(0.25);
  EXPECT_DOUBLE_EQ(weight(kWalk), 0.75);
  EXPECT_DOUBLE_EQ(weight(kRun), 0.25);
  EXPECT_EQ(weight(kIdle), 0);
}

TEST_F(OneFade, StartWithoutAClipIsRefused) {
  const auto applied = session.apply(StartFade{});
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().message, "choose the clip to fade to first");
  EXPECT_FALSE(session.runningFade());
}

TEST_F(OneFade, MultipliesTheWeightsThatTheUserSet) {
  apply(SetClip{kWalk, &ClipSettings::weight, 0.5});
  apply(FadeTo{kWalk, {.seconds = 1}});
  advance(0.5);
  EXPECT_DOUBLE_EQ(weight(kWalk), 0.25);
  apply(SetClip{kWalk, &ClipSettings::weight, 0.75});
  advance(0.25);
  EXPECT_DOUBLE_EQ(weight(kWalk), 0.75 * 0.75);
  EXPECT_DOUBLE_EQ(weight(kIdle), 0.25);
}

TEST_F(OneFade, LeavesClipsThatTheUserDisabledAlone) {
  apply(PlayClip{kRun});
  advance(0.5);
  apply(SetClip{kRun, &ClipSettings::enabled, false});
  apply(FadeTo{kWalk, {.seconds = 0.5}});
  advance(0.25);
  advance(0.5);
  EXPECT_FALSE(session.action(kRun).enabled);
  EXPECT_TRUE(session.action(kRun).isScheduled());
  EXPECT_EQ(session.action(kRun).time, 0.5);
}

TEST_F(OneFade, OfZeroSecondsIsACut) {
  apply(FadeTo{kWalk, {.seconds = 0}});
  advance(0);
  EXPECT_EQ(weight(kWalk), 1);
  EXPECT_EQ(weight(kIdle), 0);
  advance(0.01);
  EXPECT_FALSE(session.action(kIdle).isScheduled());
}

TEST_F(OneFade, FromNothingFillsFromTheRestPose) {
  apply(StopAll{});
  apply(FadeTo{kWalk, {.seconds = 1}});
  advance(0.5);
  EXPECT_EQ(weight(kWalk), 0.5);
  EXPECT_EQ(session.runningFade()->from, -1);
}

TEST_F(OneFade, EachJointAndFeatherHasItsMaskAndKeepsIt) {
  const crossfade::Skeleton& skeleton = session.model().skeleton;
  std::vector<const crossfade::JointMask*> masks;
  for (const auto& [joint, feather] : {std::pair{1, 0}, {0, 0}, {0, 1}, {1, 0}, {0, 0}, {0, 1}}) {
    apply(FadeTo{.clip = masks.size() % 2 == 0 ? kWalk : kRun, .how = {.maskJoint = joint, .maskFeather = feather}});
    masks.push_back(session.action(masks.size() % 2 == 0 ? kWalk : kRun).mask);
    ASSERT_NE(masks.back(), nullptr);
    EXPECT_TRUE(std::ranges::equal(masks.back()->weights(),
                                   crossfade::JointMask::ofSubtree(skeleton, joint, feather).weights()))
        << "joint " << joint << ", feather " << feather;
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(masks[i], masks[i + 3]) << "the same again";
}

TEST_F(OneFade, OfTheWholeBodyKeepsMaskedClipsUnlessItIsToEndThem) {
  for (const MaskedLayers layers : {MaskedLayers::Keep, MaskedLayers::End}) {
    apply(StopAll{});
    apply(FadeTo{.clip = kRun, .how = {.seconds = 0.1, .maskJoint = 1}});
    advance(0.2);
    apply(FadeTo{.clip = kWalk, .how = {.seconds = 0.1, .maskJoint = -1, .layers = layers}});
    advance(0.2);
    EXPECT_EQ(weight(kWalk), 1);
    EXPECT_EQ(session.action(kRun).isScheduled(), layers == MaskedLayers::Keep);
  }
}

TEST_F(OneFade, WaitsWhileTheSessionIsPaused) {
  apply(FadeTo{kWalk, {.seconds = 1}});
  advance(0.25);
  apply(SetPaused{true});
  for (int i = 0; i < 10; ++i) advance(1);
  EXPECT_EQ(weight(kWalk), 0.25);
  applyWithoutJump(SetFadeSettings{to(kRun)});
}

}  // namespace
}  // namespace app
