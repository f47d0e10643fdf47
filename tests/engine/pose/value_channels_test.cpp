// Values that move no joint, such as a material's color: mixed like morph weights, by both paths.
#include "crossfade/pose/pose_sampler.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "crossfade/clip/clip_tools.h"
#include "crossfade/crowd/crowd_sampler.h"
#include "crossfade/transition/transition_player.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

// Three joints; a morph weight of the second, then a color that follows the mask of the third and a number.
const std::vector<MorphChannel> kOneMorph{{.node = 1, .offset = 0, .count = 1}};
const std::vector<ValueChannel> kColorAndNumber{{.node = 2, .offset = 1, .count = 3},
                                                {.node = 0, .offset = 4, .count = 1}};
constexpr TrackTarget kColor{0, Channel::Values}, kNumber{1, Channel::Values};

ChannelLayout layoutOfValues() { return {3, kOneMorph, kColorAndNumber}; }
Pose restOfValues() { return {.locals = std::vector<Transform>(3), .morphWeights = {0.5f, 0.1f, 0.2f, 0.3f, 7}}; }
AnimationClip colored(float r, float g, float b) {
  return test::clip("", {test::track(kColor, Interpolation::Linear, {0, 1}, {r, g, b, r, g, b})});
}

/// The color and the number, which are the same in both blends.
std::vector<double> mixedValues(const std::vector<AnimationClip>& clips, const std::vector<BlendEntry>& entries) {
  PoseSampler sampler(layoutOfValues(), restOfValues());
  for (std::size_t i = 0; i < clips.size(); ++i) EXPECT_EQ(sampler.bind(static_cast<int>(i), clips[i]), 0);
  sampler.sampleInOrder(entries);
  std::vector<double> values(sampler.values().begin() + 31, sampler.values().end());
  sampler.sampleOrderFree(entries);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(sampler.values()[31 + i], values[i], 1e-12) << i;
  return values;
}

BlendEntry entryOf(const std::vector<AnimationClip>& clips, int slot, double weight, const JointMask* mask = nullptr) {
  return {.slot = slot,
          .clip = &clips[static_cast<std::size_t>(slot)],
          .clipId = {.index = slot},
          .time = 0.5,
          .weight = weight,
          .mask = mask};
}

void expectValues(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6) << i;
}

TEST(ValueChannels, FollowTheMorphWeights) {
  const ChannelLayout layout = layoutOfValues();
  EXPECT_EQ(layout.valueCount(), 30 + 5);
  const int color = layout.channelOf(kColor, 3), number = layout.channelOf(kNumber, 1);
  ASSERT_GE(color, 0);
  ASSERT_GE(number, 0);
  EXPECT_EQ(layout.channels()[static_cast<std::size_t>(color)].offset, 31);
  EXPECT_EQ(layout.channels()[static_cast<std::size_t>(color)].node, 2) << "for masks";
  EXPECT_EQ(layout.channels()[static_cast<std::size_t>(number)].offset, 34);
  EXPECT_EQ(layout.channelOf(kColor, 4), -1) << "another size";
  EXPECT_EQ(layout.channelOf({2, Channel::Values}, 1), -1) << "there are two";
  EXPECT_EQ(layout.channelOf({-1, Channel::Values}, 1), -1);
  EXPECT_EQ(ChannelLayout(3, kOneMorph).channelOf(kNumber, 1), -1) << "none at all, and no morph weights instead";
}

TEST(ValueChannels, OfTwoClipsAreMixedByTheirWeights) {
  const std::vector<AnimationClip> clips{colored(1, 0, 0.5f), colored(0, 1, 0.5f)};
  expectValues(mixedValues(clips, {entryOf(clips, 0, 0.25), entryOf(clips, 1, 0.75)}), {0.25, 0.75, 0.5, 7});
}

TEST(ValueChannels, AreFilledFromTheRestPose) {
  const std::vector<AnimationClip> clips{colored(1, 0, 0.5f), test::stillClip("no color")};
  const double weight = 0.25;
  expectValues(mixedValues(clips, {entryOf(clips, 0, weight), entryOf(clips, 1, 0.75)}),
               {weight * 1 + 0.75 * 0.1, 0.75 * 0.2, weight * 0.5 + 0.75 * 0.3, 7});
}

TEST(ValueChannels, FollowTheMaskOfTheirJoint) {
  const std::vector<AnimationClip> clips{colored(0, 0, 0), colored(1, 1, 1)};
  const JointMask tip = JointMask::ofSubtree(test::chain(3), 2), others = tip.inverted();
  PoseSampler sampler(layoutOfValues(), restOfValues());
  for (int i = 0; i < 2; ++i) sampler.bind(i, clips[static_cast<std::size_t>(i)]);
  for (const auto& [mask, color] : {std::pair{&tip, 1.0}, std::pair{&others, 0.0}}) {
    const std::vector<BlendEntry> entries{entryOf(clips, 0, 1), entryOf(clips, 1, 1, mask)};
    sampler.sampleOrderFree(entries);
    EXPECT_EQ(sampler.values()[31], color) << "the masked layer is on top, where it applies";
  }
}

/// A clip of a red color plays; another is green.
class ValueFade : public testing::Test {
 protected:
  ValueFade() {
    player.clipAction(red).play();
    player.advance(0.1, pose);
  }
  void fadeToGreen(const TransitionOptions& options) { player.transition().to(player.clipAction(green), options); }

  ClipSet clips;
  ClipId red = clips.add(colored(1, 0, 0)), green = clips.add(colored(0, 1, 0));
  Pose pose = restOfValues();
  TransitionPlayer player{clips, layoutOfValues(), pose};
};

TEST_F(ValueFade, MixesTheValuesOfBothClips) {
  EXPECT_NEAR(pose.morphWeights[1], 1, 1e-6);
  fadeToGreen({.seconds = 1, .kind = TransitionKind::Linear});
  player.advance(0.25, pose);
  EXPECT_NEAR(pose.morphWeights[1], 0.75, 1e-6);
  EXPECT_NEAR(pose.morphWeights[2], 0.25, 1e-6);
  EXPECT_NEAR(pose.morphWeights[4], 7, 1e-6);
}

TEST_F(ValueFade, DoesNotJumpWhenItIsInertial) {
  fadeToGreen({.seconds = 0.5, .kind = TransitionKind::Inertial});
  player.advance(1e-4, pose);
  EXPECT_NEAR(pose.morphWeights[1], 1, 1e-3) << "although only green plays";
  player.advance(1, pose);
  EXPECT_NEAR(pose.morphWeights[1], 0, 1e-6);
  EXPECT_NEAR(pose.morphWeights[2], 1, 1e-6);
}

TEST(ValueChannels, OfCrowdsAreThoseOfTheExactPath) {
  const std::vector<AnimationClip> clips{colored(1, 0, 0.5f), colored(0, 1, 0.25f),
                                         test::clip("", {test::track(kNumber, Interpolation::Linear, {0, 1}, {1, 3})})};
  const Skeleton chain = test::chain(3);
  const JointMask tip = JointMask::ofSubtree(chain, 2);
  const Pose rest = restOfValues();
  std::vector<CrowdClip> played;
  for (std::size_t i = 0; i < clips.size(); ++i)
    played.push_back({.clip = &clips[i], .id = {.index = static_cast<int>(i)}});
  const CrowdRig rig(
      {.parents = chain.parents(), .rest = rest, .morphs = kOneMorph, .values = kColorAndNumber, .clips = played});
  ASSERT_EQ(rig.morphCount(), 5);
  CrowdSampler sampler;
  for (const JointMask* mask : {static_cast<const JointMask*>(nullptr), &tip}) {
    const std::vector<BlendEntry> entries{entryOf(clips, 0, 0.5), entryOf(clips, 1, 0.3, mask), entryOf(clips, 2, 0.2)};
    const CrowdCharacter character{.entries = entries};
    Pose pose = rest;
    sampler.samplePoses(rig, {&character, 1}, BlendOrder::Layers, {&pose, 1});
    PoseSampler exact(layoutOfValues(), rest);
    for (std::size_t i = 0; i < clips.size(); ++i) exact.bind(static_cast<int>(i), clips[i]);
    exact.sampleOrderFree(entries);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(pose.morphWeights[i], exact.values()[30 + i], 1e-4) << i;
  }
}

TEST(ValueChannels, OfAdditiveClipsAddTheirDifference) {
  std::vector<AnimationClip> clips{colored(0.5f, 0.5f, 0.5f)};
  const AnimationClip brighter =
      test::clip("", {test::track(kColor, Interpolation::Linear, {0, 1}, {0.1f, 0, 0, 0.3f, 0, 0.2f})});
  clips.push_back(makeClipAdditive(brighter, brighter));
  BlendEntry added = entryOf(clips, 1, 0.5);
  added.blendMode = BlendMode::Additive;
  expectValues(mixedValues(clips, {entryOf(clips, 0, 1), added}), {0.55, 0.5, 0.55, 7});
}

}  // namespace
}  // namespace crossfade
