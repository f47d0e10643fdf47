#include "app/ui/character/track_view.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using crossfade::KeyframeTrack;

/// A quarter turn a second about z, over three seconds.
KeyframeTrack turning() {
  std::vector<float> times, values;
  for (int i = 0; i <= 3; ++i) {
    const float half = static_cast<float>(i) * 0.78539816f;
    times.push_back(static_cast<float>(i));
    values.insert(values.end(), {0, 0, std::sin(half), std::cos(half)});
  }
  return *KeyframeTrack::make({.node = 1, .channel = Channel::Rotation}, Interpolation::Linear, times, values);
}

TEST(TrackValues, AreTheTracksOwn) {
  crossfade::KeyCursor cursor;
  std::array<double, 4> at;
  EXPECT_EQ(valuesAt(turning(), TrackValues::Euler, 0.5, cursor, at), 3);
  EXPECT_NEAR(at[2], 45, 1e-4);
  EXPECT_EQ(valuesAt(turning(), TrackValues::Quaternion, 1, cursor, at), 4);
  EXPECT_NEAR(at[3], std::sqrt(0.5), 1e-6);
  const auto step = KeyframeTrack::make({.node = 0, .channel = Channel::Translation}, Interpolation::Discrete, {0, 1},
                                        {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(valuesAt(*step, TrackValues::Position, 0.99, cursor, at), 3);
  EXPECT_EQ(at[1], 2) << "held, as the track says";
}

TEST(TrackValues, UnwrapToTheNearestTurn) {
  EXPECT_NEAR(unwrapped(-179, 178), 181, 1e-12);
  EXPECT_NEAR(unwrapped(10, 725), 730, 1e-12);
  EXPECT_NEAR(unwrapped(10, 20), 10, 1e-12);
}

TEST(TrackValues, AreInTheTurnOfTheLines) {
  const TrackLines lines = linesOf(turning(), TrackValues::Euler, 3);
  EXPECT_NEAR(lines.at.back()[2], 270, 1e-3);
  crossfade::KeyCursor cursor;
  std::array<double, 4> at;
  ASSERT_EQ(valuesOn(lines, turning(), TrackValues::Euler, 2.5, cursor, at), 3);
  EXPECT_NEAR(at[2], 225, 1e-3) << "and not -135";
}

TEST(TrackLines, KnowTheNearestSampleOfAnyTime) {
  const TrackLines lines = linesOf(turning(), TrackValues::Euler, 3);
  EXPECT_EQ(lines.sampleAt(1.5), 128u);
  EXPECT_EQ(lines.sampleAt(-0.1), 0u) << "keys may lie before the clip begins";
  EXPECT_EQ(lines.sampleAt(3.1), TrackLines::kSamples - 1);
  EXPECT_EQ(linesOf(turning(), TrackValues::Euler, 0).sampleAt(1), 0u);
}

TEST(TrackOf, FindsJointAndChannel) {
  const Model model = handMadeModel();
  const crossfade::AnimationClip& clip = model.clips[0];
  ASSERT_NE(trackOf(clip, 1, Channel::Translation), nullptr);
  EXPECT_EQ(trackOf(clip, 1, Channel::Rotation), nullptr);
  EXPECT_EQ(trackOf(clip, 0, Channel::Translation), nullptr);
}

TEST(TrackView, ShowsTheSelectedJointAndAllocatesNothing) {
  Stage stage(handMadeModel(), 1280, 2400);
  stage.interface->workspace().tab = ColumnTab::Pose;
  stage.frame();
  EXPECT_FALSE(stage.shows("track.plot")) << "no joint is selected";
  ASSERT_TRUE(stage.session.apply(SelectJoint{1}));
  for (int i = 0; i < 30; ++i) stage.frame();
  ASSERT_TRUE(stage.shows("track.plot"));
  (void)stage.click("track.values.1");
  EXPECT_EQ(stage.interface->workspace().character.track.values, TrackValues::Euler);
  (void)stage.click("track.values.0");
  ASSERT_TRUE(stage.session.apply(FadeTo{1, {.seconds = 0}}));
  for (int i = 0; i < 60; ++i) stage.frame();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) stage.frame();
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
