#include "crossfade/clip/animation_clip.h"

#include <gtest/gtest.h>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

KeyframeTrack until(float seconds, TrackTarget target) {
  return test::track(target, Interpolation::Linear, {0, seconds},
                     std::vector<float>(target.channel == Channel::Rotation ? 8 : 6));
}

TEST(AnimationClip, LastsUntilItsLastKey) {
  EXPECT_DOUBLE_EQ(
      test::clip("a", {until(1.5f, {0, Channel::Translation}), until(0.5f, {0, Channel::Scale})}).duration(), 1.5);
  EXPECT_EQ(test::clip("a", {}).duration(), 0);
  EXPECT_EQ(test::clip("a", {test::track({0, Channel::Scale}, Interpolation::Linear, {-2, -1}, std::vector<float>(6))})
                .duration(),
            0);
}

TEST(AnimationClip, KeepsNameTracksAndBlendMode) {
  const auto clip = test::clip("Walk", {until(1, {2, Channel::Rotation})}, BlendMode::Additive);
  EXPECT_EQ(clip.name(), "Walk");
  EXPECT_EQ(clip.tracks().size(), 1u);
  EXPECT_EQ(clip.blendMode(), BlendMode::Additive);
}

TEST(AnimationClip, RefusesTwoTracksOfOneTarget) {
  std::vector<KeyframeTrack> tracks = {until(1, {7, Channel::Scale}), until(1, {7, Channel::Rotation}),
                                       until(2, {7, Channel::Scale})};
  const auto made = AnimationClip::make("Walk", std::move(tracks));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "clip 'Walk': two tracks move the scale of node 7");
}

}  // namespace
}  // namespace crossfade
