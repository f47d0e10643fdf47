// What AnimationAction has beyond three.js: fadeTo, retimeFade, warpBetween.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "crossfade/mixer/animation_mixer.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

struct FadeTo : testing::Test {
  ClipSet clips;
  const ClipId one = clips.add(test::slide("one second", 1)), two = clips.add(test::slide("two seconds", 2));
  AnimationMixer mixer{clips};
  AnimationAction& a = mixer.clipAction(one);
  AnimationAction& b = mixer.clipAction(two);
};

TEST_F(FadeTo, NeverJumpsHoweverOftenItIsInterrupted) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> unit(0, 1);
  a.play();
  mixer.update(0);
  double shortest = 1;  // the steepest slope a running fade may have
  for (int i = 0; i < 5000; ++i) {
    if (i % 3 == 0) {
      const double before = a.getEffectiveWeight();
      const double seconds = 0.1 + unit(random);
      a.fadeTo(unit(random) < 0.3 ? std::round(unit(random)) : unit(random), seconds);
      mixer.update(0);
      ASSERT_NEAR(a.getEffectiveWeight(), before, 1e-12) << i;
      shortest = seconds;
    }
    const double before = a.getEffectiveWeight();
    mixer.update(0.01);
    ASSERT_LE(std::abs(a.getEffectiveWeight() - before), 0.01 / shortest + 1e-12) << i;
  }
}

TEST_F(FadeTo, HoldsAnEndValueOtherThanZeroOrOne) {
  a.play().fadeTo(0.4, 0.5);
  mixer.update(0.25);
  EXPECT_NEAR(a.getEffectiveWeight(), 0.7, 1e-15);
  mixer.update(10);
  EXPECT_EQ(a.getEffectiveWeight(), 0.4);
  mixer.update(10);
  EXPECT_EQ(a.getEffectiveWeight(), 0.4) << "a fade that is over does not let go";
  a.fadeTo(1, 1);
  mixer.update(0.5);
  EXPECT_NEAR(a.getEffectiveWeight(), 0.7, 1e-15);
}

TEST_F(FadeTo, ZeroDisablesAndBeginsAtZeroWhenDisabled) {
  a.play().fadeTo(0, 0.5);
  mixer.update(0.6);
  EXPECT_FALSE(a.enabled);
  EXPECT_EQ(a.fadeValue(), 0);
  a.fadeTo(1, 1);
  EXPECT_TRUE(a.enabled);
  mixer.update(0.25);
  EXPECT_NEAR(a.getEffectiveWeight(), 0.25, 1e-15);
}

TEST_F(FadeTo, OfOneToOneAndAllOthersToZeroKeepsTheSumAtOne) {
  std::vector<AnimationAction*> actions;
  for (int i = 0; i < 5; ++i) actions.push_back(&mixer.clipAction(clips.add(test::slide("", 1))));
  actions[0]->play();
  std::mt19937 random(13);
  for (int i = 0; i < 3000; ++i) {
    if (i % 7 == 0) {
      const auto target = std::uniform_int_distribution<std::size_t>(0, 4)(random);
      const double seconds = std::uniform_real_distribution<double>(0.05, 0.6)(random);
      for (std::size_t k = 0; k < actions.size(); ++k) {
        if (k == target) {
          if (actions[k]->fadeValue() == 0) actions[k]->playFadedOut();
          actions[k]->fadeTo(1, seconds);
        } else if (actions[k]->fadeValue() > 0) {
          actions[k]->fadeTo(0, seconds);
        }
      }
    }
    mixer.update(1.0 / 60);
    double sum = 0;
    for (const BlendEntry& entry : mixer.blendList()) sum += entry.weight;
    ASSERT_NEAR(sum, 1, 1e-12) << i;
  }
}

TEST_F(FadeTo, RetimedKeepsItsValueAndStretchesTheRemainder) {
  a.play().fadeTo(0, 1);
  mixer.update(0.25);
  a.retimeFade(3);
  mixer.update(0);
  EXPECT_NEAR(a.getEffectiveWeight(), 0.75, 1e-15);
  mixer.update(1);
  EXPECT_NEAR(a.getEffectiveWeight(), 0.5, 1e-15) << "a third of the remainder";
  mixer.update(2);
  EXPECT_EQ(a.getEffectiveWeight(), 0);
}

TEST_F(FadeTo, RetimedAlsoRetimesTheWarp) {
  a.play().fadeTo(0, 1).warpBetween(1, 2, 1);
  mixer.update(0.5);
  a.retimeFade(2);
  EXPECT_EQ(a.warpValue(), 1.5);
  mixer.update(1);
  EXPECT_EQ(a.warpValue(), 1.75);
  EXPECT_FALSE(b.retimeFade(2).fadeRamp()) << "nothing runs, nothing begins";
}

TEST_F(FadeTo, WarpBetweenKeepsTheUsersTimeScale) {
  a.play().timeScale = 3;
  a.warpBetween(1, 0.5, 1);
  mixer.update(0.5);
  EXPECT_EQ(a.getEffectiveTimeScale(), 2.25);
  EXPECT_EQ(a.timeScale, 3);
  a.timeScale = 4;  // the user moves the slider in the middle
  mixer.update(0);
  EXPECT_EQ(a.getEffectiveTimeScale(), 3);
  mixer.update(1);
  EXPECT_EQ(a.timeScale, 4);
  EXPECT_EQ(a.getEffectiveTimeScale(), 4);
  EXPECT_EQ(a.warpValue(), 1);
}

TEST_F(FadeTo, WarpBetweenOfAStoppedClipDoesNotPauseIt) {
  a.play().timeScale = 0;
  a.warpBetween(1, 2, 1);
  mixer.update(2);
  EXPECT_FALSE(a.paused);
}

TEST_F(FadeTo, AHeldWarpLastsUntilTheNextOne) {
  a.play().timeScale = 2;
  a.holdWarp(0.5);
  mixer.update(1e12);
  EXPECT_EQ(a.getEffectiveTimeScale(), 1);
  EXPECT_EQ(a.warpValue(), 0.5);
  a.retimeFade(1);
  mixer.update(10);
  EXPECT_EQ(a.getEffectiveTimeScale(), 1) << "it has no length to change";
  a.warpBetween(a.warpValue(), 1, 1);
  mixer.update(2);
  EXPECT_EQ(a.getEffectiveTimeScale(), 2);
  EXPECT_FALSE(a.isWarping());
  a.holdWarp(3).stopWarping();
  mixer.update(0);
  EXPECT_EQ(a.getEffectiveTimeScale(), 2);
}

TEST_F(FadeTo, FollowsEveryEditOfItsCurveAndIsSmoothWithoutIt) {
  const CurveId curve = mixer.curves.add(*AnimationCurve::linear(0, 0, 1, 1));
  a.playFadedOut().fadeTo(1, 1, alongCurve(curve));
  mixer.update(0.25);
  EXPECT_DOUBLE_EQ(a.getEffectiveWeight(), 0.25);
  *mixer.curves.find(curve) = *AnimationCurve::constant(0, 1, 0.75);
  mixer.update(0);
  EXPECT_DOUBLE_EQ(a.getEffectiveWeight(), 0.75);
  mixer.curves.remove(curve);
  mixer.curves.add(*AnimationCurve::constant(0, 1, 0));  // reuses the slot
  mixer.update(0);
  EXPECT_DOUBLE_EQ(a.getEffectiveWeight(), 3 * 0.25 * 0.25 - 2 * 0.25 * 0.25 * 0.25);
}

TEST_F(FadeTo, ValueExcludesTheUsersWeight) {
  EXPECT_EQ(a.fadeValue(), 0) << "not playing";
  a.play().weight = 0.5;
  EXPECT_EQ(a.fadeValue(), 1);
  a.fadeTo(0, 1);
  mixer.update(0.25);
  EXPECT_EQ(a.fadeValue(), 0.75);
  EXPECT_EQ(a.getEffectiveWeight(), 0.375);
  a.enabled = false;
  EXPECT_EQ(a.fadeValue(), 0);
}

}  // namespace
}  // namespace crossfade
