#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "crossfade/pose/pose_sampler.h"
#include "tests/engine/crowd/crowd_mixer.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

AnimationClip rotated(double angle, BlendMode mode = BlendMode::Normal) {
  return test::clip(
      "",
      {test::track({0, Channel::Rotation}, Interpolation::Linear, {0},
                   {0, 0, static_cast<float>(std::sin(angle / 2)), static_cast<float>(std::cos(angle / 2))})},
      mode);
}

/// One joint, blended order-free by the reference path, or by the batched one.
struct OrderFreeRig {
  explicit OrderFreeRig(std::vector<AnimationClip> all, Transform rest = {}, test::Path path = nullptr)
      : clips(std::move(all)),
        sampler(ChannelLayout(1, {}), {.locals = {rest}, .morphWeights = {}}),
        signs(sampler.layout().channels(), static_cast<int>(clips.size())) {
    for (std::size_t i = 0; i < clips.size(); ++i) sampler.bind(static_cast<int>(i), clips[i]);
    if (path)
      crowd = std::make_unique<test::CrowdMixer>(*path, sampler.layout(), std::span<const MorphChannel>(),
                                                 Pose{.locals = {rest}, .morphWeights = {}}, clips);
  }
  BlendEntry entry(int slot, double weight, double time = 0) const {
    const AnimationClip& clip = clips[static_cast<std::size_t>(slot)];
    return {.slot = slot, .clip = &clip, .time = time, .weight = weight, .blendMode = clip.blendMode()};
  }
  std::vector<double> sample(const std::vector<BlendEntry>& entries) {
    if (crowd) return crowd->mix(entries, BlendOrder::Layers);
    sampler.sampleOrderFree(entries, signs);
    return {sampler.values().begin(), sampler.values().end()};
  }
  double angleAbout(const std::vector<BlendEntry>& entries) {
    const auto n = sample(entries);
    return 2 * std::atan2(n[5], n[6]);
  }

  std::vector<AnimationClip> clips;
  PoseSampler sampler;
  RotationSigns signs;
  std::unique_ptr<test::CrowdMixer> crowd;
};

/// What both paths must do.
class MixedOrderFree : public testing::TestWithParam<test::Path> {
 protected:
  OrderFreeRig make(std::vector<AnimationClip> clips, Transform rest = {}) const {
    return OrderFreeRig(std::move(clips), rest, GetParam());
  }
  double near = GetParam() ? test::kCrowdTolerance : 1e-6;
};
INSTANTIATE_TEST_SUITE_P(Paths, MixedOrderFree, testing::ValuesIn(test::allPaths()), test::nameOf);

TEST_P(MixedOrderFree, OfOneClipShowsItsKeys) {
  OrderFreeRig rig = make({rotated(1), test::slide("", 1, 2, 6)});
  EXPECT_NEAR(rig.angleAbout({rig.entry(0, 1)}), 1, near);
  EXPECT_NEAR(rig.sample({rig.entry(1, 1, 0.5)})[0], 4, near);
  EXPECT_NEAR(rig.sample({})[0], 0, near) << "rest";
}

TEST_P(MixedOrderFree, FillsFromTheRestPoseAndNormalizes) {
  OrderFreeRig rig = make({test::slide("", 1, 2, 2), test::slide("", 1, 6, 6)}, {.translation = {10, 0, 0}});
  EXPECT_NEAR(rig.sample({rig.entry(0, 0.25), rig.entry(1, 0.5)})[0], 2 * 0.25 + 6 * 0.5 + 10 * 0.25, near);
  EXPECT_NEAR(rig.sample({rig.entry(0, 1), rig.entry(1, 3)})[0], 5, near);
}

TEST_P(MixedOrderFree, AChannelAnimatedByOneClipFollowsThatClip) {
  OrderFreeRig rig = make({rotated(1), test::slide("", 1, 2, 6)});
  EXPECT_NEAR(rig.angleAbout({rig.entry(0, 1), rig.entry(1, 1)}), 1, near) << "each clip has its channel to itself";
}

TEST_P(MixedOrderFree, DoesNotDependOnTheOrder) {
  OrderFreeRig one = make({rotated(0.3), rotated(1.4), rotated(-1.1)}),
               other = make({rotated(0.3), rotated(1.4), rotated(-1.1)});
  EXPECT_NEAR(one.angleAbout({one.entry(0, 0.5), one.entry(1, 0.2), one.entry(2, 0.3)}),
              other.angleAbout({other.entry(2, 0.3), other.entry(0, 0.5), other.entry(1, 0.2)}),
              GetParam() ? near : 1e-14);
}

TEST_P(MixedOrderFree, AddsAdditiveClipsOnTop) {
  OrderFreeRig rig = make({rotated(0.5), rotated(0.25, BlendMode::Additive)}, {.rotation = makeQuat(0, 0, 0, 1)});
  EXPECT_NEAR(rig.angleAbout({rig.entry(1, 1), rig.entry(0, 1)}), 0.75, near);
}

/// From 100 to 260 degrees in 16 seconds.
AnimationClip rotatingPastTheFarSide() {
  std::vector<float> times, values;
  for (int i = 0; i <= 16; ++i) {
    const double angle = (100 + 10.0 * i) * 3.14159265358979 / 180;
    times.push_back(static_cast<float>(i));
    for (const double component : {0.0, 0.0, std::sin(angle / 2), std::cos(angle / 2)})
      values.push_back(static_cast<float>(component));
  }
  return test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, values)});
}

TEST(PoseSamplerOrderFree, StaysContinuousWhenClipsRotatePastTheFarSide) {
  // One clip is static, the other rotates: at 180 degrees the shorter arc changes sides, and three.js's blend jumps.
  OrderFreeRig rig({rotated(0), rotatingPastTheFarSide()});
  double last = rig.angleAbout({rig.entry(0, 0.5), rig.entry(1, 0.5, 0)});
  for (double time = 0; time <= 16; time += 0.05) {
    const double now = rig.angleAbout({rig.entry(0, 0.5), rig.entry(1, 0.5, time)});
    EXPECT_LT(std::abs(std::remainder(now - last, 6.283185307179586)), 0.02) << time;
    last = now;
  }
}

TEST(PoseSamplerOrderFree, ForgetsItsHistoryWhenTheSignsAreReset) {
  OrderFreeRig used({rotated(0.3), rotatingPastTheFarSide()}), fresh({rotated(0.3), rotatingPastTheFarSide()});
  for (double time = 0; time <= 16; time += 0.5)
    (void)used.sample({used.entry(0, 0.5), used.entry(1, 0.5, time)});  // by now on the far side
  const std::vector<double> right = fresh.sample({fresh.entry(0, 0.5), fresh.entry(1, 0.5, 16)});
  EXPECT_NE(used.sample({used.entry(0, 0.5), used.entry(1, 0.5, 16)}), right);
  used.signs.reset();
  EXPECT_EQ(used.sample({used.entry(0, 0.5), used.entry(1, 0.5, 16)}), right);
}

TEST_P(MixedOrderFree, LayersMaskedEntriesOverTheOthers) {
  const JointMask whole = *JointMask::make({1}), third = *JointMask::make({1.0f / 3}), other = *JointMask::make({1});
  OrderFreeRig rig =
      make({test::slide("", 1, 3, 3), test::slide("", 1, 9, 9), test::slide("", 1, 30, 30), rotated(1), rotated(0.4)},
           {.translation = {60, 0, 0}});
  const auto entry = [&](int slot, double weight, const JointMask* mask) {
    BlendEntry made = rig.entry(slot, weight);
    made.mask = mask;
    return made;
  };
  EXPECT_NEAR(rig.sample({rig.entry(0, 1), entry(1, 1, &whole)})[0], 9, near) << "covers in full";
  EXPECT_NEAR(rig.sample({rig.entry(0, 1), entry(1, 1, &third)})[0], 5, near) << "feathered";
  EXPECT_NEAR(rig.sample({rig.entry(0, 1), entry(1, 0.5, &whole)})[0], 6, near)
      << "half of what is below shines through";
  EXPECT_NEAR(rig.sample({rig.entry(0, 0.5), entry(1, 0.5, &whole)})[0], (3 + 60) / 2.0 / 2 + 9 / 2.0, near)
      << "the rest pose at the very bottom";
  EXPECT_NEAR(rig.sample({rig.entry(0, 1), entry(1, 0.25, &whole), entry(2, 0.75, &whole)})[0], 9 * 0.25 + 30 * 0.75,
              near)
      << "a layer is blended by itself first";
  EXPECT_NEAR(rig.sample({entry(2, 1, &other), entry(1, 1, &whole), rig.entry(0, 1)})[0], 30, near)
      << "layers in the order of their slots";
  EXPECT_NEAR(rig.angleAbout({rig.entry(3, 1), entry(4, 1, &whole)}), 0.4, near);
  EXPECT_NEAR(rig.angleAbout({rig.entry(3, 1), entry(4, 0.5, &whole)}), 0.7, 1e-3);
  EXPECT_NEAR(rig.angleAbout({rig.entry(3, 1), entry(0, 1, &whole)}), 1, near)
      << "a layer covers only what its clips move";
}

TEST(PoseSamplerOrderFree, StaysContinuousWhenAClipRotatesPastTheFarSideOfTheRestPose) {
  // One clip of weight 0.9 rotates from 100 to 260 degrees away from the rest pose, which has weight 0.1.
  std::vector<float> times, values;
  for (int i = 0; i <= 16; ++i) {
    const double angle = (100 + 10.0 * i) * 3.14159265358979 / 180;
    times.push_back(static_cast<float>(i));
    for (const double component : {0.0, 0.0, std::sin(angle / 2), std::cos(angle / 2)})
      values.push_back(static_cast<float>(component));
  }
  OrderFreeRig rig({test::clip("", {test::track({0, Channel::Rotation}, Interpolation::Linear, times, values)})});
  double last = rig.angleAbout({rig.entry(0, 0.9, 0)});
  for (double time = 0; time <= 16; time += 0.05) {
    const double now = rig.angleAbout({rig.entry(0, 0.9, time)});
    EXPECT_LT(std::abs(std::remainder(now - last, 6.283185307179586)), 0.02) << time;
    last = now;
  }
}

TEST(PoseSamplerOrderFree, IsARotationWhateverTheWeights) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity(), kLargest = std::numeric_limits<double>::max();
  for (const double weight : {kInfinite, kLargest, 1e300, 1e-300}) {
    OrderFreeRig rig({rotated(0.5), rotated(1.5)});
    for (int frame = 0; frame < 3; ++frame) {
      const auto values = rig.sample({rig.entry(0, weight), rig.entry(1, weight)});
      EXPECT_NEAR(values[5] * values[5] + values[6] * values[6], 1, 1e-9) << "weight " << weight << ", frame " << frame;
    }
  }
}

TEST(PoseSamplerOrderFree, AllocatesNothing) {
  OrderFreeRig rig({rotated(0.5), rotated(0.25, BlendMode::Additive), test::slide("", 1)});
  const std::vector<BlendEntry> entries{rig.entry(0, 0.5), rig.entry(1, 1), rig.entry(2, 0.5)};
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 5; ++i) rig.sampler.sampleOrderFree(entries, rig.signs);
  EXPECT_EQ(guard.count(), 0);
}

/// Skipping what no bound clip animates must not show: against the blend of all channels, frame by frame.
TEST(PoseSamplerOrderFree, GivesTheBitsOfABlendOfAllChannels) {
  const auto turned = [](int joint, double angle, BlendMode mode = BlendMode::Normal) {
    const auto half = static_cast<float>(angle / 2);
    return test::clip(
        "",
        {test::track({joint, Channel::Rotation}, Interpolation::Linear, {0}, {0, std::sin(half), 0, std::cos(half)}),
         test::track({joint, Channel::Translation}, Interpolation::Linear, {0}, {1, -0.0f, 3})},
        mode);
  };
  const std::vector<AnimationClip> clips{turned(0, 0.5), turned(0, 2.9), turned(2, 1), turned(1, 2.5),
                                         turned(1, 0.7, BlendMode::Additive)};
  const Transform rest{
      .translation = {-0.0f, 2, 0.1f}, .rotation = makeQuat(0, -0.6f, 0, -0.9f), .scale = {1, 2, 0.3f}};
  const auto mask = JointMask::make({0.0f, 0.4f, 1.0f, 1.0f});
  ASSERT_TRUE(mask);
  PoseSampler sampler(ChannelLayout(4, {}), {.locals = {rest, {}, rest, rest}, .morphWeights = {}});
  RotationSigns signs(sampler.layout().channels(), 5), allSigns = signs;
  std::vector<double> all(sampler.values().size());
  for (int frame = 0; frame < 24; ++frame) {
    std::vector<BlendEntry> entries;
    const int bound = std::min(frame / 4 + 1, 5);  // more clips as time goes on
    if (frame % 4 == 0 && frame < 20) sampler.bind(bound - 1, clips[static_cast<std::size_t>(bound - 1)]);
    for (int slot = 0; slot < bound; ++slot) {
      if ((frame + slot) % 3 == 0) continue;
      const AnimationClip& clip = clips[static_cast<std::size_t>(slot)];
      const bool isMasked = slot == 3 && frame > 20;
      entries.push_back({.slot = slot,
                         .clip = &clip,
                         .weight = 0.3,
                         .blendMode = clip.blendMode(),
                         .mask = isMasked ? &*mask : nullptr});
    }
    if (frame == 10) signs.reset(), allSigns.reset();
    sampler.sampleOrderFree(entries, signs);
    blendOrderFree(sampler.layout().channels(), sampler.rest(), sampler.layers(), allSigns, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(sampler.values()[i], all[i]) << "frame " << frame << ", value " << i;
      ASSERT_EQ(std::signbit(sampler.values()[i]), std::signbit(all[i])) << "frame " << frame << ", value " << i;
    }
    for (std::size_t joint = 0; joint < signs.joints.size(); ++joint) {
      ASSERT_EQ(signs.joints[joint].shown, allSigns.joints[joint].shown);
      ASSERT_EQ(signs.joints[joint].keepsRestSign, allSigns.joints[joint].keepsRestSign);
    }
    sampler.sampleInOrder(entries);
    blendInOrder(sampler.layout().channels(), sampler.rest(), sampler.layers(), all);
    ASSERT_TRUE(std::equal(all.begin(), all.end(), sampler.values().begin())) << "in order, frame " << frame;
  }
}

RC_GTEST_PROP(PoseSamplerOrderFreeProperty, AnyOrderOfAnyClipsGivesTheSameBits, ()) {
  std::vector<AnimationClip> clips;
  for (int i = 0; i < 5; ++i) clips.push_back(rotated(*rc::gen::inRange(-150, 151) / 100.0));
  OrderFreeRig one(clips), other(clips);
  std::vector<BlendEntry> entries;
  for (int i = 0; i < 5; ++i) entries.push_back(one.entry(i, *rc::gen::inRange(1, 100) / 100.0));
  std::vector<BlendEntry> shuffled = entries;
  for (std::size_t i = shuffled.size(); i > 1; --i)
    std::swap(shuffled[i - 1], shuffled[static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(i)))]);
  for (BlendEntry& entry : shuffled) entry.clip = &other.clips[static_cast<std::size_t>(entry.slot)];
  const auto a = one.sample(entries), b = other.sample(shuffled);
  RC_ASSERT(a == b);
}

}  // namespace
}  // namespace crossfade
