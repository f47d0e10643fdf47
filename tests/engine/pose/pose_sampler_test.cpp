#include "crossfade/pose/pose_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tests/engine/crowd/crowd_mixer.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// One joint with one morph weight, and clips in slots 0, 1, ... Blended by the reference path, or by the batched one.
struct Rig {
  explicit Rig(std::vector<AnimationClip> all, Transform rest = {}, float restMorph = 0, test::Path path = nullptr)
      : clips(std::move(all)), sampler(ChannelLayout(1, morphs), {.locals = {rest}, .morphWeights = {restMorph}}) {
    for (std::size_t i = 0; i < clips.size(); ++i) skipped.push_back(sampler.bind(static_cast<int>(i), clips[i]));
    if (path)
      crowd = std::make_unique<test::CrowdMixer>(*path, sampler.layout(), morphs,
                                                 Pose{.locals = {rest}, .morphWeights = {restMorph}}, clips);
  }
  BlendEntry entry(int slot, double time, double weight) const {
    const AnimationClip& clip = clips[static_cast<std::size_t>(slot)];
    return {.slot = slot, .clip = &clip, .time = time, .weight = weight, .blendMode = clip.blendMode()};
  }
  std::vector<double> values(const std::vector<BlendEntry>& entries) {
    if (crowd) return crowd->mix(entries, BlendOrder::ThreeJs);
    sampler.sampleInOrder(entries);
    return {sampler.values().begin(), sampler.values().end()};
  }
  double x(const std::vector<BlendEntry>& entries) { return values(entries)[0]; }
  glm::dquat rotation(const std::vector<BlendEntry>& entries) {
    const auto n = values(entries);
    return {n[6], n[3], n[4], n[5]};
  }

  std::vector<AnimationClip> clips;
  std::vector<int> skipped;
  std::vector<MorphChannel> morphs{{.node = 0, .offset = 0, .count = 1}};
  PoseSampler sampler;
  std::unique_ptr<test::CrowdMixer> crowd;
};

/// What both paths must do. The parameter chooses the path; `near` is its tolerance.
class Mixed : public testing::TestWithParam<test::Path> {
 protected:
  Rig make(std::vector<AnimationClip> clips, Transform rest = {}, float restMorph = 0) const {
    return Rig(std::move(clips), rest, restMorph, GetParam());
  }
  double near = GetParam() ? test::kCrowdTolerance : 1e-12;
};
INSTANTIATE_TEST_SUITE_P(Paths, Mixed, testing::ValuesIn(test::allPaths()), test::nameOf);

AnimationClip rotated(glm::quat q, BlendMode mode = BlendMode::Normal) {
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, {0}, {q.x, q.y, q.z, q.w})}, mode);
}

AnimationClip translated(float x, BlendMode mode = BlendMode::Normal) {
  return test::clip("", {test::track({0, Channel::Translation}, Interpolation::Linear, {0}, {x, 0, 0})}, mode);
}

/// Radians: how far the batched path's normalized sum of two rotations 1 radian apart may be from the arc between them
/// (crowd_sampler.h).
constexpr double kStraightMean = 1.0 / 125;

TEST_P(Mixed, MatchesTheLessonAtHalfWeight) {
  Rig rig = make({test::slide("from 1 to 2", 1, 1, 2)});
  EXPECT_NEAR(rig.x({rig.entry(0, 0.5, 1)}), 1.5, near);
  EXPECT_NEAR(rig.x({rig.entry(0, 0.5, 0.5)}), 0.75, near) << "the other half comes from the original value 0";
}

TEST_P(Mixed, FillsASumBelowOneFromTheRestPose) {
  Rig rig = make({translated(2), translated(6)}, {.translation = {10, 0, 0}});
  EXPECT_NEAR(rig.x({rig.entry(0, 0, 0.25), rig.entry(1, 0, 0.5)}), 2 * 0.25 + 6 * 0.5 + 10 * 0.25, near);
  EXPECT_NEAR(rig.x({}), 10, near);
}

TEST_P(Mixed, OfAWeightSumJustBelowOneLeavesTheRestOut) {
  std::vector<AnimationClip> tenClips(10, translated(0));
  Rig rig = make(std::move(tenClips), {.translation = {1e12f, 0, 0}});
  std::vector<BlendEntry> entries;
  for (int slot = 0; slot < 10; ++slot) entries.push_back(rig.entry(slot, 0, 0.1));
  EXPECT_NEAR(rig.x(entries), 0, near) << "ten tenths are one, though their sum in double is not";
}

TEST_P(Mixed, ShowsOnlyTheJointsOfAMask) {
  const auto none = JointMask::make({0.0f}), half = JointMask::make({0.5f});
  ASSERT_TRUE(none && half);
  Rig rig = make({translated(8)}, {.translation = {2, 0, 0}});
  BlendEntry masked = rig.entry(0, 0, 1);
  masked.mask = &*none;
  EXPECT_NEAR(rig.x({masked}), 2, near);
  masked.mask = &*half;
  EXPECT_NEAR(rig.x({masked}), 5, near);
}

TEST_P(Mixed, NormalizesASumAboveOne) {
  Rig rig = make({translated(2), translated(6)}, {.translation = {10, 0, 0}});
  EXPECT_NEAR(rig.x({rig.entry(0, 0, 3), rig.entry(1, 0, 1)}), 3, near);
}

TEST_P(Mixed, IsTheWeightedMeanForAnyNumberOfEntries) {
  Rig rig = make({translated(1), translated(2), translated(4), translated(8)}, {.translation = {100, 0, 0}});
  const std::vector<double> weights = {0.4, 0.1, 0.25, 0.05};
  std::vector<BlendEntry> entries;
  double expected = 100 * (1 - 0.8);
  for (int i = 0; i < 4; ++i) {
    entries.push_back(rig.entry(i, 0, weights[static_cast<std::size_t>(i)]));
    expected += weights[static_cast<std::size_t>(i)] * std::pow(2, i);
  }
  EXPECT_NEAR(rig.x(entries), expected, near);
}

TEST(PoseSampler, BlendsRotationsInTheOrderOfTheList) {
  const glm::dquat a = glm::angleAxis(1.0, glm::dvec3(1, 0, 0)), b = glm::angleAxis(1.4, glm::dvec3(0, 1, 0)),
                   c = glm::angleAxis(1.2, glm::dvec3(0, 0, 1));
  Rig rig({rotated(glm::quat(a)), rotated(glm::quat(b)), rotated(glm::quat(c))});
  const auto chained = [](glm::dquat first, glm::dquat second, glm::dquat third) {  // weights 0.5, 0.25, 0.25
    return glm::slerp(glm::slerp(first, second, 0.25 / 0.75), third, 0.25);
  };
  const glm::dquat forth = rig.rotation({rig.entry(0, 0, 0.5), rig.entry(1, 0, 0.25), rig.entry(2, 0, 0.25)});
  EXPECT_NEAR(std::abs(glm::dot(forth, chained(a, b, c))), 1, 1e-6);
  const glm::dquat back = rig.rotation({rig.entry(0, 0, 0.5), rig.entry(2, 0, 0.25), rig.entry(1, 0, 0.25)});
  EXPECT_NEAR(std::abs(glm::dot(back, chained(a, c, b))), 1, 1e-6);
  EXPECT_LT(std::abs(glm::dot(forth, back)), 1 - 1e-5) << "the order is part of the result";
}

TEST_P(Mixed, FillsRotationsFromTheRestPoseToo) {
  const glm::quat rest = glm::angleAxis(0.5f, glm::vec3(0, 1, 0));
  Rig rig = make({rotated(glm::angleAxis(1.5f, glm::vec3(0, 1, 0)))}, {.rotation = rest});
  const glm::dquat mixed = rig.rotation({rig.entry(0, 0, 0.25)});
  EXPECT_NEAR(glm::angle(mixed), 0.5 + 0.25, GetParam() ? kStraightMean : 1e-6);
}

TEST_P(Mixed, AddsAdditiveClipsOnTopOfTheMix) {
  Rig rig = make({translated(2), translated(10, BlendMode::Additive), translated(5, BlendMode::Additive)},
                 {.translation = {1, 0, 0}});
  EXPECT_NEAR(rig.x({rig.entry(1, 0, 0.5), rig.entry(0, 0, 1), rig.entry(2, 0, 1)}), 2 + 5 + 5, near)
      << "wherever they are in the list";
  EXPECT_NEAR(rig.x({rig.entry(1, 0, 0.25)}), 1 + 2.5, near) << "on the rest pose when nothing else plays";
  EXPECT_NEAR(rig.x({rig.entry(0, 0, 0.5), rig.entry(1, 0, 1)}), 1.5 + 10, near) << "they add no weight";
}

TEST_P(Mixed, AppliesAdditiveRotationsFromTheRight) {
  const glm::dquat base = glm::angleAxis(1.0, glm::dvec3(1, 0, 0)), offset = glm::angleAxis(0.8, glm::dvec3(0, 1, 0));
  Rig rig = make({rotated(glm::quat(base)), rotated(glm::quat(offset), BlendMode::Additive)});
  const glm::dquat whole = rig.rotation({rig.entry(0, 0, 1), rig.entry(1, 0, 1)});
  EXPECT_NEAR(std::abs(glm::dot(whole, base * offset)), 1, 1e-6);
  const glm::dquat half = rig.rotation({rig.entry(0, 0, 1), rig.entry(1, 0, 0.5)});
  EXPECT_NEAR(std::abs(glm::dot(half, base * glm::angleAxis(0.4, glm::dvec3(0, 1, 0)))), 1, 1e-6);
}

TEST_P(Mixed, BlendsInEachChannelOnlyTheClipsThatAnimateIt) {
  Rig rig =
      make({translated(2), test::clip("", {test::track({0, Channel::Weights}, Interpolation::Linear, {0}, {0.6f})})},
           {}, 0.2f);
  const std::vector<double> values = rig.values({rig.entry(0, 0, 1), rig.entry(1, 0, 0.5)});
  EXPECT_NEAR(values[0], 2, near) << "the second clip does not dilute it";
  EXPECT_NEAR(values[10], 0.4, 1e-7);
  EXPECT_EQ(values[7], 1) << "no clip animates the scale";
}

TEST(PoseSampler, CountsTracksItHasNoChannelFor) {
  Rig rig({test::clip("", {test::track({0, Channel::Scale}, Interpolation::Linear, {0}, {1, 1, 1}),
                           test::track({9, Channel::Scale}, Interpolation::Linear, {0}, {1, 1, 1}),
                           test::track({0, Channel::Weights}, Interpolation::Linear, {0}, {1, 1})})});
  EXPECT_EQ(rig.skipped[0], 2);
  rig.sampler.sampleInOrder(std::vector{rig.entry(0, 0, 1)});
}

TEST(PoseSampler, PassesEndingsToTheClips) {
  const AnimationClip smooth = test::clip(
      "", {test::track({0, Channel::Translation}, Interpolation::Smooth, {0, 1, 2}, {0, 0, 0, 1, 0, 0, 5, 0, 0})});
  for (const Ending start : {Ending::ZeroSlope, Ending::ZeroCurvature, Ending::WrapAround}) {
    Rig rig({smooth});
    BlendEntry entry = rig.entry(0, 0.3, 1);
    entry.endings = {.start = start, .end = Ending::ZeroSlope};
    EXPECT_EQ(rig.x({entry}), ClipSampler(smooth, rig.sampler.layout()).sample(0.3, entry.endings)[0]);
    EXPECT_NE(rig.x({entry}), 0);
  }
}

TEST(PoseSampler, ShowsTheRestPoseBeforeTheFirstSample) {
  Rig rig({}, {.translation = {3, 4, 5}}, 0.5f);
  Pose pose{.locals = std::vector<Transform>(1), .morphWeights = {0}};
  rig.sampler.writePose(pose);
  EXPECT_EQ(pose.locals[0].translation, glm::vec3(3, 4, 5));
  EXPECT_EQ(pose.morphWeights[0], 0.5f);
}

TEST(PoseSampler, AllocatesNothing) {
  Rig rig({test::slide("a", 1), rotated(makeQuat(1, 0, 0, 0)), translated(1, BlendMode::Additive)});
  const std::vector<BlendEntry> entries = {rig.entry(0, 0.3, 0.5), rig.entry(1, 0.7, 0.2), rig.entry(2, 0, 0.9)};
  Pose pose{.locals = std::vector<Transform>(1), .morphWeights = {0}};
  const ::test::AllocationGuard guard;
  rig.sampler.sampleInOrder(entries);
  rig.sampler.writePose(pose);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
