#include "crossfade/mixer/animation_action.h"

#include <gtest/gtest.h>

#include <cmath>

#include "crossfade/mixer/animation_mixer.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// The behavior of three.js r187; expected values are from its traces and the classic lessons.
struct AnimationActionTest : testing::Test {
  ClipSet clips;
  const ClipId one = clips.add(test::slide("one second", 1)), two = clips.add(test::slide("two seconds", 2)),
               still = clips.add(test::stillClip("still"));
  AnimationMixer mixer{clips};
  AnimationAction& a = mixer.clipAction(one);
  AnimationAction& b = mixer.clipAction(two);
};

using AnimationActionFades = AnimationActionTest;
using AnimationActionWarps = AnimationActionTest;

TEST_F(AnimationActionTest, RunsOnceItIsPlayedAndNothingHoldsIt) {
  EXPECT_FALSE(a.isRunning());
  EXPECT_FALSE(a.isScheduled());
  a.play();
  EXPECT_TRUE(a.isRunning());
  a.paused = true;
  EXPECT_FALSE(a.isRunning());
  EXPECT_TRUE(a.isScheduled());
  a.paused = false;
  a.timeScale = 0;
  EXPECT_FALSE(a.isRunning());
  EXPECT_FALSE(a.reset().startAt(1).isRunning());
}

TEST_F(AnimationActionTest, RestartPlaysAllRoundsAgainAndKeepsItsFade) {
  a.setLoop(Loop::Repeat, 2).play();
  a.clampWhenFinished = true;
  mixer.update(2.5);
  ASSERT_TRUE(a.paused);
  EXPECT_EQ(a.time, 1);
  a.fadeTo(0.5, 10).restart();
  EXPECT_EQ(a.time, 0);
  EXPECT_TRUE(a.fadeRamp()) << "the fade stays";
  mixer.update(1.5);
  EXPECT_TRUE(a.isRunning()) << "the first loop does not count any more";
  a.timeScale = -1;
  EXPECT_EQ(a.restart().time, 1) << "backward it starts at its end";
}

TEST_F(AnimationActionTest, StopRewinds) {
  a.play().fadeOut(2).warp(1, 2, 2).startAt(0);
  mixer.update(0.5);
  a.paused = true;
  a.enabled = false;
  a.startAt(9).stop();
  EXPECT_EQ(a.time, 0);
  EXPECT_TRUE(a.enabled && !a.paused && !a.isScheduled() && !a.fadeRamp() && !a.isWarping());
  mixer.update(0.1);
  EXPECT_TRUE(mixer.blendList().empty());
  EXPECT_TRUE(a.play().isRunning()) << "the scheduled start is gone as well";
}

TEST_F(AnimationActionTest, ThatWaitsShowsItsFirstPoseAndStartsWithTheRemainder) {
  a.play().startAt(1);
  mixer.update(0.75);
  ASSERT_EQ(mixer.blendList().size(), 1u);
  EXPECT_EQ(mixer.blendList()[0].time, 0);
  EXPECT_EQ(mixer.blendList()[0].weight, 1);
  mixer.update(0.375);
  EXPECT_EQ(a.time, 0.125);
  mixer.update(0.25);
  EXPECT_EQ(a.time, 0.375);
}

TEST_F(AnimationActionTest, ThatWaitsIsNotStartedByAnUpdateWithoutTime) {
  a.play().startAt(0);
  mixer.update(0);
  EXPECT_FALSE(a.isRunning());
}

TEST_F(AnimationActionTest, DisabledDoesNotAdvanceAndHasNoWeight) {
  a.play();
  mixer.update(0.25);
  a.enabled = false;
  mixer.update(0.25);
  EXPECT_EQ(a.time, 0.25);
  EXPECT_EQ(a.getEffectiveWeight(), 0);
  EXPECT_EQ(a.getEffectiveTimeScale(), 1) << "keeps its old value";
}

TEST_F(AnimationActionTest, PausedDoesNotAdvanceButKeepsItsWeight) {
  a.play().fadeOut(1);
  a.paused = true;
  mixer.update(0.25);
  EXPECT_EQ(a.time, 0);
  EXPECT_EQ(a.getEffectiveTimeScale(), 0);
  EXPECT_EQ(a.getEffectiveWeight(), 0.75) << "fades go on";
}

TEST_F(AnimationActionTest, EndsDisabledOrClampedAtItsLastPose) {
  a.play().setLoop(Loop::Once);
  b.play().setLoop(Loop::Once).clampWhenFinished = true;
  mixer.update(3);
  EXPECT_FALSE(a.enabled);
  EXPECT_EQ(a.getEffectiveWeight(), 0);
  EXPECT_TRUE(b.enabled && b.paused);
  ASSERT_EQ(mixer.blendList().size(), 1u);
  EXPECT_EQ(mixer.blendList()[0].time, 2);
  a.play();
  mixer.update(0.1);
  EXPECT_FALSE(a.isRunning()) << "play() on a finished action does nothing";
}

TEST_F(AnimationActionTest, CopiesTimeAndSpeedFromAnotherAction) {
  a.play().setEffectiveTimeScale(0.5);
  mixer.update(0.5);
  b.warp(1, 2, 1).syncWith(a);
  EXPECT_EQ(b.time, 0.25);
  EXPECT_EQ(b.timeScale, 0.5);
  EXPECT_FALSE(b.isWarping());
}

TEST_F(AnimationActionTest, SetDurationMakesOneLoopTakeThatLong) {
  b.play().setDuration(4);
  EXPECT_EQ(b.timeScale, 0.5);
  EXPECT_EQ(b.setDuration(-1).timeScale, -2) << "negative plays backward";
}

TEST_F(AnimationActionFades, FadeInGoesFromZeroToOne) {
  a.play().fadeIn(1).weight = 0.5;
  mixer.update(0.25);
  EXPECT_EQ(a.getEffectiveWeight(), 0.125) << "weight times fade";
  mixer.update(0.75);
  EXPECT_EQ(a.getEffectiveWeight(), 0.5);
  EXPECT_TRUE(a.fadeRamp());
  mixer.update(0.001);
  EXPECT_FALSE(a.fadeRamp()) << "ends strictly after its end time";
  EXPECT_EQ(a.getEffectiveWeight(), 0.5);
}

TEST_F(AnimationActionFades, FadeOutDisablesStrictlyAfterItsEnd) {
  a.play().fadeOut(1);
  mixer.update(1);
  EXPECT_EQ(a.getEffectiveWeight(), 0);
  EXPECT_TRUE(a.enabled);
  mixer.update(0.001);
  EXPECT_FALSE(a.enabled);
  a.fadeIn(1);
  mixer.update(0.5);
  EXPECT_EQ(a.getEffectiveWeight(), 0) << "has no effect until it is enabled";
}

TEST_F(AnimationActionFades, ACrossFadeIsHalfAndHalfInTheMiddle) {
  a.play();
  b.play().crossFadeFrom(a, 0.5);
  mixer.update(0.25);
  EXPECT_EQ(a.getEffectiveWeight(), 0.5);
  EXPECT_EQ(b.getEffectiveWeight(), 0.5);
}

TEST_F(AnimationActionFades, CrossFadeToIsCrossFadeFromTheOtherSide) {
  a.play().crossFadeTo(b.play(), 0.5);
  mixer.update(0.125);
  EXPECT_EQ(a.getEffectiveWeight(), 0.75);
  EXPECT_EQ(b.getEffectiveWeight(), 0.25);
}

TEST_F(AnimationActionFades, CrossFadeNeitherPlaysNorEnablesTheIncomingAction) {
  a.play();
  b.enabled = false;
  b.crossFadeFrom(a, 0.5);
  EXPECT_FALSE(b.isScheduled());
  EXPECT_FALSE(b.enabled);
}

TEST_F(AnimationActionFades, InterruptedAsInThreeJsJump) {
  a.play().fadeIn(1);
  mixer.update(0.25);
  a.fadeOut(1);
  mixer.update(0);
  EXPECT_EQ(a.getEffectiveWeight(), 1) << "from 0.25; fadeTo does not";
}

TEST_F(AnimationActionFades, SettingTheEffectiveWeightEndsThem) {
  a.play().fadeIn(1).setEffectiveWeight(0.75);
  EXPECT_EQ(a.getEffectiveWeight(), 0.75);
  mixer.update(0.1);
  EXPECT_EQ(a.getEffectiveWeight(), 0.75);
  a.enabled = false;
  EXPECT_EQ(a.setEffectiveWeight(1).getEffectiveWeight(), 0);
}

TEST_F(AnimationActionFades, OfZeroSecondsAreSteps) {
  a.play().fadeOut(0);
  b.play().fadeIn(0);
  mixer.update(0);
  EXPECT_EQ(a.getEffectiveWeight(), 0);
  EXPECT_EQ(b.getEffectiveWeight(), 1);
}

TEST_F(AnimationActionWarps, ACrossFadeKeepsBothCyclesSynced) {
  a.play();
  b.play().crossFadeFrom(a, 1, true);
  mixer.update(0);
  EXPECT_EQ(a.getEffectiveTimeScale(), 1);
  EXPECT_EQ(b.getEffectiveTimeScale(), 2) << "incoming: its duration over the outgoing one's";
  mixer.update(1);
  EXPECT_EQ(a.getEffectiveTimeScale(), 0.5) << "outgoing: its duration over the incoming one's";
  EXPECT_EQ(b.getEffectiveTimeScale(), 1);
  mixer.update(0.001);
  EXPECT_EQ(a.timeScale, 1) << "restored after the cross-fade";
  EXPECT_EQ(b.timeScale, 1);
}

TEST_F(AnimationActionWarps, AreAbsoluteAndLeaveTheLastSpeed) {
  a.play().timeScale = 2;
  a.warp(2, 4, 1);
  mixer.update(0.5);
  EXPECT_EQ(a.getEffectiveTimeScale(), 3);
  mixer.update(0.75);
  EXPECT_EQ(a.timeScale, 4);
  EXPECT_FALSE(a.isWarping());
}

TEST_F(AnimationActionWarps, HaltSlowsDownToAPause) {
  a.play();
  mixer.update(0.25);
  a.halt(0.5);
  mixer.update(0.25);
  EXPECT_EQ(a.getEffectiveTimeScale(), 0.5);
  mixer.update(0.25);
  EXPECT_FALSE(a.paused);
  mixer.update(0.25);
  EXPECT_TRUE(a.paused);
  EXPECT_EQ(a.timeScale, 1) << "and goes on at its old speed when the pause ends";
}

TEST_F(AnimationActionWarps, SetEffectiveTimeScaleEndsThem) {
  a.play().warp(1, 3, 1).setEffectiveTimeScale(-2);
  mixer.update(0.25);
  EXPECT_EQ(a.getEffectiveTimeScale(), -2);
  a.paused = true;
  EXPECT_EQ(a.setEffectiveTimeScale(2).getEffectiveTimeScale(), 0);
}

TEST(AnimationAction, WarpOfAStandingClipDoesNothing) {
  ClipSet clips;
  const ClipId one = clips.add(test::slide("a", 1)), two = clips.add(test::slide("b", 2));
  for (const bool leaving : {true, false}) {
    AnimationMixer mixer{clips};
    AnimationAction& standing = mixer.clipAction(one).play();
    AnimationAction& other = mixer.clipAction(two).play();
    standing.timeScale = 0;
    standing.warp(1, 2, 1);
    EXPECT_FALSE(standing.isWarping());
    if (leaving)
      other.crossFadeFrom(standing, 1, true);
    else
      standing.crossFadeFrom(other, 1, true);
    mixer.update(2);
    EXPECT_EQ(standing.timeScale, 0);
    standing.enabled = true;
    standing.timeScale = 1;
    standing.warp(1, 2, 1);
    mixer.update(1.5);
    EXPECT_EQ(standing.timeScale, 2) << "the cross-fade did not store 0 as the value to restore";
  }
}

TEST(AnimationAction, CrossFadeWithWarpOfAnEmptyClipOnlyFades) {
  ClipSet clips;
  const ClipId one = clips.add(test::slide("a", 1)), still = clips.add(test::stillClip("still"));
  AnimationMixer mixer{clips};
  AnimationAction& a = mixer.clipAction(one).play();
  AnimationAction& b = mixer.clipAction(still).play().crossFadeFrom(a, 1, true);
  mixer.update(0.5);
  EXPECT_EQ(a.getEffectiveTimeScale(), 1);
  EXPECT_EQ(b.getEffectiveTimeScale(), 1);
  EXPECT_EQ(b.getEffectiveWeight(), 0.5);
}

TEST(AnimationAction, SetDurationOfZeroStandsStill) {
  ClipSet clips;
  const ClipId one = clips.add(test::slide("a", 1));
  AnimationMixer mixer{clips};
  EXPECT_EQ(mixer.clipAction(one).setDuration(0).timeScale, 0);
}

}  // namespace
}  // namespace crossfade
