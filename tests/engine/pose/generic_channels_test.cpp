// Properties without a joint, selected values, masks, and weight sums just below one from rounding.
#include <gtest/gtest.h>

#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/pose.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr TrackTarget kSelection{0, Channel::Select};

AnimationClip selects(float entry, BlendMode mode = BlendMode::Normal) {
  return test::clip("select", {test::track(kSelection, Interpolation::Discrete, {0}, {entry})}, mode);
}

/// The selected entry; the rest selects 7.
double selected(const std::vector<std::pair<const AnimationClip*, double>>& entries) {
  const PropertyChannel channel{Mixing::Select, 1};
  PoseSampler sampler(ChannelLayout({&channel, 1}), std::vector<double>{7});
  std::vector<BlendEntry> list;
  for (const auto& [clip, weight] : entries) {
    list.push_back(
        {.slot = static_cast<int>(list.size()), .clip = clip, .weight = weight, .blendMode = clip->blendMode()});
    sampler.bind(list.back().slot, *clip);
  }
  sampler.sampleInOrder(list);
  return sampler.values()[0];
}

TEST(BlendInOrder, SelectsWhatHasHalfTheWeightSoFar) {
  const AnimationClip a = selects(1), b = selects(2);
  EXPECT_EQ(selected({{&a, 0.6}}), 1);
  EXPECT_EQ(selected({{&a, 0.5}}), 7);  // the original has the other half
  EXPECT_EQ(selected({{&a, 0.5}, {&b, 0.5}}), 2);
  EXPECT_EQ(selected({{&a, 0.6}, {&b, 0.4}}), 1);
}

TEST(BlendInOrder, KeepsTheNormalMixUnderAWeakAdditiveSelection) {
  const AnimationClip a = selects(1), on = selects(3, BlendMode::Additive), more = selects(4, BlendMode::Additive);
  EXPECT_EQ(selected({{&a, 1}, {&on, 0.4}}), 1);
  EXPECT_EQ(selected({{&a, 1}, {&on, 0.5}}), 3);
  EXPECT_EQ(selected({{&a, 1}, {&on, 0.5}, {&more, 0.4}}), 3);
  EXPECT_EQ(selected({{&on, 0.4}}), 7);
}

TEST(BlendInOrder, MultipliesAnEntrysWeightByItsMask) {
  const AnimationClip clip =
      test::clip("both", {test::track({0, Channel::Translation}, Interpolation::Linear, {0}, {1, 0, 0}),
                          test::track({1, Channel::Translation}, Interpolation::Linear, {0}, {1, 0, 0}),
                          test::track({2, Channel::Translation}, Interpolation::Linear, {0}, {1, 0, 0})});
  const Pose rest{.locals = std::vector<Transform>(3), .morphWeights = {}};
  PoseSampler sampler(ChannelLayout(3, {}), rest);
  sampler.bind(0, clip);
  const JointMask mask = *JointMask::make({0, 0.25f, 1});
  const BlendEntry entry{.clip = &clip, .weight = 0.8, .mask = &mask};
  sampler.sampleInOrder({&entry, 1});
  EXPECT_EQ(sampler.values()[0], 0);
  EXPECT_NEAR(sampler.values()[10], 0.2, 1e-15);
  EXPECT_NEAR(sampler.values()[20], 0.8, 1e-15);
}

TEST(ChannelLayout, OfPropertiesAcceptsOnlyTracksOfTheirKind) {
  const std::vector<PropertyChannel> properties = {{Mixing::Lerp, 5}, {Mixing::Slerp, 4}, {Mixing::Select, 1}};
  const ChannelLayout layout(properties);
  EXPECT_EQ(layout.valueCount(), 10);
  EXPECT_EQ(layout.channelOf({0, Channel::Values}, 5), 0);
  EXPECT_EQ(layout.channelOf({0, Channel::Values}, 4), -1);
  EXPECT_EQ(layout.channelOf({1, Channel::Rotation}, 4), 1);
  EXPECT_EQ(layout.channelOf({1, Channel::Values}, 4), -1);
  EXPECT_EQ(layout.channelOf({2, Channel::Select}, 1), 2);
  EXPECT_EQ(layout.channelOf({3, Channel::Select}, 1), -1);
  EXPECT_EQ(ChannelLayout(2, {}).channelOf({0, Channel::Select}, 1), -1);  // joints have none
}

}  // namespace
}  // namespace crossfade
