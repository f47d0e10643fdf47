#include "crossfade/crowd/detail/lane_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

/// Two joints; the second rests two meters up, turned about x, at half size.
struct Lanes : testing::Test {
  ChannelLayout channels{2, {}};
  std::vector<double> rest{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 2, 0, 0.6, 0, 0, 0.8, 0.5, 0.5, 0.5};

  LaneLayout of(BlendMode blendMode, TrackTarget target, std::vector<float> value) const {
    const AnimationClip clip =
        test::clip("", {test::track(target, Interpolation::Linear, {0}, std::move(value))}, blendMode);
    const ClipUse use{.clip = &clip, .blendMode = blendMode};
    return makeLaneLayout(channels, rest, {&use, 1});
  }
  int count(BlendMode blendMode, TrackTarget target, std::vector<float> value) const {
    const LaneLayout lanes = of(blendMode, target, std::move(value));
    return lanes.rotationLanes() + lanes.linearLanes();
  }
};

constexpr TrackTarget kMoves{1, Channel::Translation}, kTurns{1, Channel::Rotation}, kScales{1, Channel::Scale};

TEST_F(Lanes, LackWhatStaysAtRest) {
  EXPECT_EQ(count(BlendMode::Normal, kMoves, {0, 2, 0}), 0);
  EXPECT_EQ(count(BlendMode::Normal, kTurns, {0.6f, 0, 0, 0.8f}), 0);
  EXPECT_EQ(count(BlendMode::Normal, kTurns, {-0.6f, 0, 0, -0.8f}), 0) << "the same rotation";
  EXPECT_EQ(count(BlendMode::Normal, kScales, {0.5f, 0.5f, 0.5f}), 0);
  EXPECT_EQ(count(BlendMode::Normal, kMoves, {0, 0, 0}), 3);
  EXPECT_EQ(count(BlendMode::Normal, kTurns, {0, 0, 0, 1}), 1);
  EXPECT_EQ(count(BlendMode::Normal, kScales, {1, 1, 1}), 3);
}

TEST_F(Lanes, LackWhatDiffersByARounding) {
  rest[11] = 1000;
  EXPECT_EQ(count(BlendMode::Normal, kMoves, {0, std::nextafter(1000.0f, 2000.0f), 0}), 0);
  EXPECT_EQ(count(BlendMode::Normal, kMoves, {0, 1000.01f, 0}), 3);
}

TEST_F(Lanes, LackWhatAddsNothing) {
  EXPECT_EQ(count(BlendMode::Additive, kMoves, {0, 0, 0}), 0);
  EXPECT_EQ(count(BlendMode::Additive, kTurns, {0, 0, 0, 1}), 0);
  EXPECT_EQ(count(BlendMode::Additive, kTurns, {0, 0, 0, -1}), 0) << "the same rotation";
  EXPECT_EQ(count(BlendMode::Additive, kScales, {0, 0, 0}), 0);
  EXPECT_EQ(count(BlendMode::Additive, kMoves, {0, 2, 0}), 3);
  EXPECT_EQ(count(BlendMode::Additive, kTurns, {0.6f, 0, 0, 0.8f}), 1);
  EXPECT_EQ(count(BlendMode::Additive, kScales, {0.5f, 0.5f, 0.5f}), 3);
}

}  // namespace
}  // namespace crossfade
