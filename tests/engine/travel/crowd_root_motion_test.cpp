#include "crossfade/travel/crowd_root_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/travel/root_motion_mixer.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr float kCurveSeconds = 1.3f;

/// Runs along a wavy curve that turns left by 70 degrees per loop, about a pivot.
RootTrack windingWay() {
  std::vector<float> times, places, turns;
  for (int i = 0; i <= 40; ++i) {
    const double t = i / 40.0;
    times.push_back(static_cast<float>(t) * kCurveSeconds);
    for (const double value : {0.3 * std::sin(6 * t), 0.05 * std::sin(12.0 * t), 2.1 * t + 0.1 * t * t})
      places.push_back(static_cast<float>(value));
    turns.push_back(static_cast<float>(1.2 * t + 0.1 * std::sin(6 * t)));
  }
  return {0, static_cast<double>(times.back()),
          test::track({0, Channel::Translation}, Interpolation::Linear, times, std::move(places)),
          test::track({0, Channel::Values}, Interpolation::Linear, times, std::move(turns)), glm::dvec3(0.2, 0, 0.4)};
}

/// One character whose clips walk, run along a curve, stand, and nod.
struct Runner {
  Runner() {
    for (const auto& [clip, track] : {std::pair(walk, RootTrack::steady(0, 1.1, {0.2, 0, 1.4})), {run, windingWay()}}) {
      exact.setTrack(clip, track);
      roots.setTrack(clip, track);
    }
    for (const ClipId clip : {walk, run, idle}) actions.push_back(&mixer.clipAction(clip));
  }
  /// Of the last update, both ways; `largest` is their largest difference so far.
  RootDelta compare(double& largest) const {
    const RootDelta expected = exact.step(mixer), found = roots.step(mixer.blendList());
    largest = std::max(largest, glm::distance(expected.translation, found.translation));
    largest = std::max(largest, std::abs(expected.turn - found.turn));
    return found;
  }

  ClipSet clips;
  ClipId walk = clips.add(test::slide("walk", 1.1f, 0, 0));
  ClipId run = clips.add(test::slide("run", kCurveSeconds, 0, 0));
  ClipId idle = clips.add(test::slide("idle", 2, 0, 0));
  AnimationMixer mixer{clips};
  std::vector<AnimationAction*> actions;
  RootMotionMixer exact;
  CrowdRootMotion roots;
};

TEST(CrowdRootMotion, IsThatOfTheExactMixerForAnyWeightsAndSteps) {
  Runner runner;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  for (AnimationAction* const action : runner.actions) action->play();
  runner.actions[1]->setLoop(Loop::PingPong);
  double largest = 0;
  for (int i = 0; i < 3000; ++i) {
    for (AnimationAction* const action : runner.actions) {
      action->setEffectiveWeight(unit(random) < 0.3 ? 0 : unit(random));
      action->timeScale = 3 * unit(random) - 1;
    }
    runner.mixer.update(unit(random) < 0.05 ? 4 * unit(random) : 0.05 * unit(random));
    (void)runner.compare(largest);
  }
  EXPECT_GT(largest, 0) << "both are the same code";
  EXPECT_LT(largest, 1e-3) << "four lengths of 2.2 m within 1e-4 of it";
}

TEST(CrowdRootMotion, AThousandRoundsEndWhereTheExactOnesDo) {
  Runner runner;
  runner.actions[1]->play();
  RootDelta exact, found;
  for (int i = 0; i < 70000; ++i) {
    runner.mixer.update(kCurveSeconds / 70.0);
    exact = exact * runner.exact.step(runner.mixer);
    found = found * runner.roots.step(runner.mixer.blendList());
  }
  EXPECT_NEAR(found.turn, exact.turn, 2e-4);
  EXPECT_LT(glm::distance(found.translation, exact.translation), 2e-3);
}

TEST(CrowdRootMotion, MasksCountAtTheRootAndAdditiveClipsDoNot) {
  Runner runner;
  const JointMask half = *JointMask::make({0.25f});
  std::vector<BlendEntry> entries(3);
  entries[0] = {.clip = &runner.clips[runner.walk], .clipId = runner.walk, .time = 0.5, .moved = 0.1, .weight = 1};
  entries[1] = {.clipId = runner.run, .time = 0.5, .moved = 0.1, .weight = 1, .mask = &half};
  entries[2] = {.clipId = runner.run, .time = 0.5, .moved = 0.1, .weight = 1, .blendMode = BlendMode::Additive};
  const RootTrack walk = RootTrack::steady(0, 1.1, {0.2, 0, 1.4}), run = windingWay();
  const glm::dvec3 expected = (walk.delta(0.4, 0.5).translation + 0.25 * run.delta(0.4, 0.5).translation) / 1.25;
  EXPECT_LT(glm::distance(runner.roots.step(entries).translation, expected), 5e-4);
}

TEST(CrowdRootMotion, TakesEveryInput) {
  CrowdRootMotion roots;
  const ClipId clip{.index = 2}, other{.index = 900};
  roots.setTrack({}, windingWay());
  roots.setTrack(clip, {});
  EXPECT_EQ(roots.stepCount(clip), 0);
  EXPECT_EQ(roots.stepCount(other), 0);
  std::vector<BlendEntry> entries{{.clipId = clip, .time = 3, .moved = 1, .weight = 1},
                                  {.clipId = other, .time = 3, .moved = 1, .weight = 1}};
  EXPECT_EQ(roots.step(entries).translation, glm::dvec3(0.0));
  EXPECT_EQ(roots.step({}).turn, 0);
  roots.setTrack(clip, windingWay());
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    entries[0].time = bad;
    EXPECT_TRUE(std::isfinite(roots.step(entries).translation.z));
    entries[0].time = 1;
    entries[1].weight = std::isnan(bad) ? bad : 0;
    EXPECT_TRUE(std::isfinite(roots.step(entries).translation.z));
  }
}

TEST(CrowdRootMotion, SamplesNoFinerThanNeeded) {
  Runner runner;
  EXPECT_EQ(runner.roots.stepCount(runner.walk), 8) << "straight on";
  EXPECT_GT(runner.roots.stepCount(runner.run), 40);
  const int fine = runner.roots.stepCount(runner.run);
  runner.roots.setTrack(runner.run, windingWay(), {.way = 1e-2, .angle = 1e-2});
  EXPECT_LT(runner.roots.stepCount(runner.run), fine);
}

TEST(CrowdRootMotion, ATrackThatNeverTurnsNeedsNoFinerStepsForAnyAngle) {
  Runner runner;
  runner.roots.setTrack(runner.walk, RootTrack::steady(0, 1.1, {0.2, 0, 1.4}), {.angle = 0});
  EXPECT_EQ(runner.roots.stepCount(runner.walk), 8);
}

// So many loops lead infinitely far.
TEST(CrowdRootMotion, AClipWithoutWeightLeavesNoTraceWhereverItIs) {
  Runner runner;
  const BlendEntry run{.clipId = runner.run, .time = 0.5, .moved = 0.1, .weight = 1};
  const BlendEntry faded{.clipId = runner.walk, .time = 1.7e308, .moved = 1.7e308, .weight = 0};
  const RootDelta alone = runner.roots.step(std::vector{run}), both = runner.roots.step(std::vector{faded, run});
  EXPECT_EQ(both.translation, alone.translation);
  EXPECT_EQ(both.turn, alone.turn);
}

TEST(CrowdRootMotion, AllocatesNothingInAFrame) {
  Runner runner;
  for (AnimationAction* const action : runner.actions) action->play();
  runner.mixer.update(0.1);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 20; ++i) {
    runner.mixer.update(0.02);
    (void)runner.roots.step(runner.mixer.blendList());
  }
  EXPECT_EQ(guard.count(), 0);
}

TEST(CrowdRootMotion, ATrackWithoutMotionOrWithoutLengthTakesNoSteps) {
  Runner runner;
  const RootTrack winding = windingWay();
  const RootTrack still = RootTrack::steady(0, 1.1, glm::dvec3(0.0));
  const RootTrack instant(0, 0, winding.translationTrack(), winding.turnTrack());
  for (const RootTrack& track : {still, instant}) {
    runner.roots.setTrack(runner.walk, track);
    EXPECT_EQ(runner.roots.stepCount(runner.walk), 0) << track.duration();
    const BlendEntry entry{.clipId = runner.walk, .time = 0.5, .moved = 0.1, .weight = 1};
    EXPECT_EQ(runner.roots.step({&entry, 1}).translation, glm::dvec3(0.0)) << track.duration();
    EXPECT_EQ(runner.roots.step({&entry, 1}).turn, 0) << track.duration();
  }
}

}  // namespace
}  // namespace crossfade
