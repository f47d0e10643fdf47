#include "crossfade/quality/seam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// Two joints that swing about z around `middle` degrees, `reach` degrees to each side, keys 60 times a second, in
/// cycles of `seconds`.
AnimationClip swing(std::string name, float seconds, double middle, double reach) {
  std::vector<KeyframeTrack> tracks;
  for (const int node : {0, 1}) {
    std::vector<float> times, values;
    const int keys = static_cast<int>(std::lround(static_cast<double>(seconds) * 60));
    for (int i = 0; i <= keys; ++i) {
      const double angle = (middle + reach * std::sin(6.283185307179586 * i / keys + node)) * 3.14159265358979 / 180;
      times.push_back(seconds * static_cast<float>(i) / static_cast<float>(keys));
      for (const double component : {0.0, 0.0, std::sin(angle / 2), std::cos(angle / 2)})
        values.push_back(static_cast<float>(component));
    }
    tracks.push_back(test::track({node, Channel::Rotation}, Interpolation::Linear, times, values));
  }
  return test::clip(std::move(name), std::move(tracks));
}

struct Seam : testing::Test {
  Skeleton skeleton = test::chain(2);
  ClipSet clips{{swing("walk", 1, 40, 25), swing("run", 0.7f, 80, 30), test::slide("slide", 1, 0, 2)}};
  SeamBench bench{skeleton,
                  ChannelLayout(2, {}),
                  {.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}},
                  clips};

  SeamReport measure(TransitionKind kind, bool interrupted, double seconds = 0.4) {
    return bench.measure({.from = 0,
                          .to = 1,
                          .start = 0.35,
                          .options = {.seconds = seconds, .kind = kind},
                          .interruptions = interrupted ? std::vector{0.5} : std::vector<double>{}});
  }
};

TEST_F(Seam, OfAnInterruptedClassicFadeIsAPop) {
  const SeamReport smooth = measure(TransitionKind::Classic, false), popped = measure(TransitionKind::Classic, true);
  EXPECT_LT(smooth.worst.positionRatio, 1);
  EXPECT_GT(popped.worst.positionRatio, 5);
  EXPECT_GT(popped.worst.velocityRatio, 30);
}

TEST_F(Seam, OfAllOtherKindsHasNoJumpAndEndsAtTheTarget) {
  for (const TransitionKind kind : kTransitionKinds)
    for (const bool interrupted : {false, true}) {
      if (kind == TransitionKind::Classic) continue;
      const SeamReport report = measure(kind, interrupted);
      EXPECT_LT(report.worst.positionRatio, 1) << static_cast<int>(kind) << interrupted;
      EXPECT_LT(report.worst.rotationAtEnd, 0.1 * 3.1416 / 180);
      EXPECT_LT(report.worst.translationAtEnd, 1e-4);
      EXPECT_LT(report.weightHole, 1e-6);
      EXPECT_GE(report.worstJoint, 0);
    }
}

TEST_F(Seam, OfInertiaAndDeadBlendingIsAsSmoothAsTheClips) {
  for (const TransitionKind kind : {TransitionKind::Inertial, TransitionKind::DeadBlending})
    for (const bool interrupted : {false, true})
      EXPECT_LT(measure(kind, interrupted).worst.velocityRatio, 2) << static_cast<int>(kind) << interrupted;
}

TEST_F(Seam, NamesTheJointWithTheLargestJump) {
  std::vector<int> worst;
  for (const double start : {0.1, 0.25, 0.4, 0.55, 0.7, 0.85}) {
    const SeamReport report = bench.measure(
        {.from = 0, .to = 1, .start = start, .options = {.seconds = 0.1, .kind = TransitionKind::Linear}});
    const int larger = report.joints[0].velocityRatio >= report.joints[1].velocityRatio ? 0 : 1;
    EXPECT_EQ(report.worstJoint, larger) << start;
    EXPECT_EQ(report.worst.velocityRatio, report.joints[static_cast<std::size_t>(larger)].velocityRatio);
    worst.push_back(larger);
  }
  EXPECT_GT(std::count(worst.begin(), worst.end(), 0), 0);
  EXPECT_GT(std::count(worst.begin(), worst.end(), 1), 0);
}

TEST_F(Seam, MeasuresTheOvershootOfEachJoint) {
  const auto overshoots = [&](TransitionKind kind, double start) {
    const SeamReport report =
        bench.measure({.from = 0, .to = 1, .start = start, .options = {.seconds = 0.4, .kind = kind}});
    const double first = report.joints[0].rotationOvershoot, second = report.joints[1].rotationOvershoot;
    EXPECT_EQ(report.worst.rotationOvershoot, std::max(first, second));
    return std::pair(first > 1e-4, second > 1e-4);
  };
  EXPECT_EQ(overshoots(TransitionKind::Linear, 0.65), std::pair(false, false)) << "on the path between the clips";
  EXPECT_EQ(overshoots(TransitionKind::Inertial, 0.65), std::pair(true, false)) << "swings on past the target";
  EXPECT_EQ(overshoots(TransitionKind::Inertial, 0.55), std::pair(false, true));
}

TEST_F(Seam, DoesNotDependOnTheOneMeasuredBefore) {
  const SeamReport alone = measure(TransitionKind::Inertial, false);
  const JointMask tip = *JointMask::make({0, 1});
  (void)bench.measure({.from = 1, .to = 0, .start = 0.2, .options = {.seconds = 0.3, .mask = &tip}});
  const SeamReport after = measure(TransitionKind::Inertial, false);
  EXPECT_EQ(after.worst.velocityRatio, alone.worst.velocityRatio);
  EXPECT_EQ(after.worst.positionRatio, alone.worst.positionRatio);
  EXPECT_EQ(after.worst.rotationOvershoot, alone.worst.rotationOvershoot);
}

TEST_F(Seam, OfAShorterFadeIsRougher) {
  EXPECT_GT(measure(TransitionKind::Inertial, true, 0.05).worst.velocityRatio,
            2 * measure(TransitionKind::Inertial, true, 0.5).worst.velocityRatio);
}

TEST_F(Seam, MeasuresTheLoopOfAClipByItself) {
  EXPECT_NEAR(bench.loopSeamOf(0).rotation, 0, 1e-5);
  EXPECT_NEAR(bench.loopSeamOf(2).translation, 2, 1e-5) << "from 2 back to 0";
  EXPECT_GT(bench.loopSeamOf(2).translationRatio, 1);
  EXPECT_NEAR(bench.motionOf(2)[0].translation.step, 2 / kSeamRate, 1e-5) << "the loop's seam does not count";
  EXPECT_GT(bench.motionOf(0)[1].rotation.jump, 0);
}

TEST_F(Seam, OfAClipOfThirtyYearsIsThatOfItsBeginning) {
  const AnimationClip slide = test::slide("slide", 1, 0, 2);
  const ClipSet years{{*AnimationClip::make("years", {slide.tracks()[0]}, BlendMode::Normal, 1e9)}};
  const SeamBench longest{skeleton,
                          ChannelLayout(2, {}),
                          {.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}},
                          years};
  EXPECT_NEAR(longest.motionOf(0)[0].translation.step, 2 / kSeamRate, 1e-5);
  EXPECT_NEAR(longest.loopSeamOf(0).translation, 2, 1e-5) << "the end is looked at, too";
}

/// A sliding door: one joint at the origin, whose size only its mesh knows.
TEST(SeamOfRigidModels, HasRatiosOfOrdinarySize) {
  const Skeleton door = test::chain(1);
  const Pose rest{.locals = {Transform{}}, .morphWeights = {}};
  const ClipSet clips{{test::slide("open", 1), test::slide("shut", 1, 1, 0)}};
  SeamBench bench(door, ChannelLayout(1, {}), rest, clips, {.counts = {}, .size = 2});
  const auto worst = [&](TransitionKind kind, std::vector<double> interruptions) {
    return bench
        .measure(
            {.from = 0, .to = 1, .start = 0.2, .options = {.kind = kind}, .interruptions = std::move(interruptions)})
        .worst;
  };
  for (const TransitionKind kind : {TransitionKind::Curve, TransitionKind::Inertial, TransitionKind::DeadBlending})
    for (const auto& interruptions : {std::vector<double>{}, std::vector{0.5}}) {
      EXPECT_GT(worst(kind, interruptions).velocityRatio, 0.1) << static_cast<int>(kind);
      EXPECT_LT(worst(kind, interruptions).velocityRatio, 10) << static_cast<int>(kind);
    }
  EXPECT_GT(worst(TransitionKind::Classic, {0.5}).positionRatio, 1);
}

/// A morph weight and a scale, which no joint's position or rotation shows.
TEST(SeamOfValues, IsMeasured) {
  const Skeleton face = test::chain(1);
  const Pose rest{.locals = {Transform{}}, .morphWeights = {0}};
  const ClipSet clips{
      {test::clip("talk", {test::track({0, Channel::Weights}, Interpolation::Linear, {0, 1}, {1, 0})}),
       test::clip("pulse", {test::track({0, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 1, 1, 3, 3, 3})})}};
  const MorphChannel morph{.node = 0, .offset = 0, .count = 1};
  SeamBench bench(face, ChannelLayout(1, std::span(&morph, 1)), rest, clips, {.counts = {}, .size = 1});
  EXPECT_NEAR(bench.loopSeamOf(0).value, 1, 1e-6);
  EXPECT_GT(bench.loopSeamOf(0).ratio(), 1);
  EXPECT_NEAR(bench.loopSeamOf(1).scale, 2 * std::sqrt(3.0), 1e-5);
  EXPECT_GT(bench.loopSeamOf(1).ratio(), 1);
  const SeamReport popped = bench.measure(
      {.from = 0, .to = 1, .start = 0.2, .options = {.kind = TransitionKind::Classic}, .interruptions = {0.5}});
  EXPECT_GT(popped.worst.positionRatio, 1);
  EXPECT_GT(popped.values[0].positionRatio, 1);
  const SeamReport smooth = bench.measure({.from = 0, .to = 1, .start = 0.2, .interruptions = {0.5}});
  EXPECT_LT(smooth.worst.positionRatio, 1);
  EXPECT_GT(smooth.values[0].velocityRatio, 0);
}

/// A body that is carried past both clips.
TEST_F(Seam, SaysHowFarTheBodyGoesPastItsClips) {
  SeamBench standing{skeleton,
                     ChannelLayout(2, {}),
                     {.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}},
                     clips,
                     {.counts = {}, .hips = 0, .head = 1}};
  const auto excess = [&](TransitionKind kind) {
    return standing
        .measure({.from = 0, .to = 1, .start = 0.65, .options = {.seconds = 0.4, .kind = kind}, .interruptions = {0.2}})
        .excess;
  };
  EXPECT_EQ(excess(TransitionKind::Curve).tilt, 0);
  EXPECT_LT(excess(TransitionKind::Curve).overshoot, 1e-4);
  EXPECT_GT(excess(TransitionKind::Inertial).overshoot, 4e-4) << "swings on";
}

TEST(UsualTranslationJumps, AreInTheUnitsOfTheParent) {
  std::vector<Joint> joints{{.name = "a", .parent = -1, .rest = {.scale = glm::vec3(0.5f)}, .documentIndex = 0},
                            {.name = "b", .parent = 0, .rest = {.translation = {0, 4, 0}}, .documentIndex = 1},
                            {.name = "gone", .parent = 0, .rest = {.scale = glm::vec3(0)}, .documentIndex = 2},
                            {.name = "c", .parent = 2, .rest = {}, .documentIndex = 3}};
  const Skeleton skeleton = *Skeleton::make(std::move(joints));
  const std::vector<double> usual = usualTranslationJumps(
      skeleton, {.locals = {skeleton.restLocals().begin(), skeleton.restLocals().end()}, .morphWeights = {}}, 2);
  ASSERT_EQ(usual.size(), 4u);
  EXPECT_NEAR(usual[0], 2 * kUsualTranslationJump, 1e-9);
  EXPECT_NEAR(usual[1], 2 * usual[0], 1e-9);
  EXPECT_EQ(usual[3], 0) << "below a scale of zero nothing is seen to jump";
}

TEST_F(Seam, OfACutIsAPop) {
  const SeamReport cut = measure(TransitionKind::Inertial, false, 0);
  EXPECT_GT(cut.worst.positionRatio, 5);
  EXPECT_NEAR(cut.worst.rotationAtEnd, 0, 1e-6);
}

}  // namespace
}  // namespace crossfade
