#include "crossfade/pose/channel_layout.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "crossfade/skeleton/pose.h"

namespace crossfade {
namespace {

const std::vector<MorphChannel> kMorphs = {
    {.node = 2, .offset = 0, .count = 3}, {.node = 0, .offset = 3, .count = 0}, {.node = 1, .offset = 3, .count = 7}};

TEST(ChannelLayout, AssignsEveryValueToExactlyOneChannel) {
  const ChannelLayout layout(3, kMorphs);
  EXPECT_EQ(layout.valueCount(), 3 * 10 + 10);
  std::set<int> taken;
  for (const ChannelSlot& slot : layout.channels())
    for (int i = 0; i < slot.size; ++i) EXPECT_TRUE(taken.insert(slot.offset + i).second);
  EXPECT_EQ(static_cast<int>(taken.size()), layout.valueCount());
  EXPECT_EQ(*taken.rbegin(), layout.valueCount() - 1);
}

TEST(ChannelLayout, FindsTheChannelOfATrack) {
  const ChannelLayout layout(3, kMorphs);
  const auto slot = [&](TrackTarget target, int size) {
    return layout.channels()[static_cast<std::size_t>(layout.channelOf(target, size))];
  };
  EXPECT_EQ(slot({2, Channel::Translation}, 3).offset, 20);
  EXPECT_EQ(slot({2, Channel::Rotation}, 4).offset, 23);
  EXPECT_EQ(slot({2, Channel::Rotation}, 4).mixing, Mixing::Slerp);
  EXPECT_EQ(slot({2, Channel::Scale}, 3).offset, 27);
  EXPECT_EQ(slot({2, Channel::Scale}, 3).mixing, Mixing::Lerp);
  EXPECT_EQ(slot({2, Channel::Weights}, 3).offset, 30);
  EXPECT_EQ(slot({1, Channel::Weights}, 7).offset, 33);
}

TEST(ChannelLayout, HasNoChannelForMissingTargets) {
  const ChannelLayout layout(3, kMorphs);
  EXPECT_EQ(layout.channelOf({3, Channel::Translation}, 3), -1) << "no such joint";
  EXPECT_EQ(layout.channelOf({-1, Channel::Scale}, 3), -1);
  EXPECT_EQ(layout.channelOf({0, Channel::Weights}, 1), -1) << "no morph weights there";
  EXPECT_EQ(layout.channelOf({2, Channel::Weights}, 4), -1) << "a different number of values";
}

TEST(ChannelLayout, ReadsAndWritesAPoseWithoutLoss) {
  const ChannelLayout layout(2, std::vector<MorphChannel>{{.node = 1, .offset = 0, .count = 2}});
  const Pose pose{
      .locals = {{.translation = {1, 2, 3}, .rotation = makeQuat(4, 5, 6, 7), .scale = {8, 9, 10}},
                 {.translation = {11, 12, 13}, .rotation = makeQuat(14, 15, 16, 17), .scale = {18, 19, 20}}},
      .morphWeights = {21, 22}};
  std::vector<double> values(22);
  layout.readPose(pose, values);
  for (int i = 0; i < 22; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i + 1);
  Pose back{.locals = std::vector<Transform>(2), .morphWeights = {0, 0}};
  layout.writePose(values, back);
  EXPECT_EQ(back.locals[1].rotation, pose.locals[1].rotation);
  EXPECT_EQ(back.locals[0].scale, pose.locals[0].scale);
  EXPECT_EQ(back.locals[1].translation, pose.locals[1].translation);
  EXPECT_EQ(back.morphWeights, pose.morphWeights);
}

TEST(ChannelLayout, OfAnEmptySkeletonIsEmpty) {
  const ChannelLayout layout(0, {});
  EXPECT_EQ(layout.valueCount(), 0);
  EXPECT_TRUE(layout.channels().empty());
}

}  // namespace
}  // namespace crossfade
