// Deliberate differences from three.js, and edge cases; golden_clip_tools_test.cpp has the rest.
#include "crossfade/clip/clip_tools.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/quaternion_blend.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr TrackTarget kValue{0, Channel::Values};
constexpr TrackTarget kRotation{0, Channel::Rotation};

std::vector<double> valueAt(const KeyframeTrack& track, double time) {
  std::vector<double> value(static_cast<std::size_t>(track.valueSize()));
  KeyCursor cursor;
  evaluate(track, time, cursor, value);
  return value;
}

KeyframeTrack bezier(std::vector<float> times, std::vector<float> values, std::vector<float> tangents) {
  return *KeyframeTrack::make(kValue, Interpolation::Bezier, std::move(times), std::move(values), std::move(tangents));
}

/// Keys at 0, 1, 2; tangents in (time, value) before and after each.
KeyframeTrack wave() {
  return bezier({0, 1, 2}, {0, 4, -1}, {-0.25f, 0, 0.5f, 2, 0.75f, 5, 1.25f, 3, 1.5f, -1, 2.25f, -1});
}

TEST(ClipTools, TrimKeepsBezierTangents) {
  const KeyframeTrack cut = trim(wave(), 0.5, 2);
  for (double time = 1; time <= 2; time += 0.125)
    EXPECT_DOUBLE_EQ(valueAt(cut, time)[0], valueAt(wave(), time)[0]) << time;
}

TEST(ClipTools, SubclipKeepsBezierTangents) {
  const AnimationClip cut = subclip(test::clip("all", {wave()}), "cut", 30, 90, 30);
  EXPECT_EQ(cut.duration(), 1);
  for (double time = 0; time <= 1; time += 0.125)
    EXPECT_NEAR(valueAt(cut.tracks()[0], time)[0], valueAt(wave(), time + 1)[0], 1e-6) << time;
}

TEST(ClipTools, OptimizeKeepsABezierKeyThatShapesTheCurve) {
  const KeyframeTrack flat = bezier({0, 1, 2}, {1, 1, 1}, {-0.3f, 1, 0.3f, 1, 0.7f, 1, 1.3f, 1, 1.7f, 1, 2.3f, 1});
  EXPECT_EQ(optimize(flat).keyCount(), 2);
  const KeyframeTrack bulge = bezier({0, 1, 2}, {1, 1, 1}, {-0.3f, 1, 0.3f, 5, 0.7f, 1, 1.3f, 1, 1.7f, 1, 2.3f, 1});
  EXPECT_EQ(optimize(bulge).keyCount(), 3);
}

TEST(ClipTools, MakeClipAdditiveRotatesTheTangentsOfRotations) {
  const float half = std::sqrt(0.5f);
  const KeyframeTrack rotation =
      *KeyframeTrack::make(kRotation, Interpolation::Hermite, {0, 1},
                           {0, 0, 0, 0, half, 0, 0, half, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, half, half, 0, 0, 0, 0});
  const AnimationClip clip = test::clip("rotation", {rotation});
  const AnimationClip offset = makeClipAdditive(clip, clip);
  EXPECT_EQ(offset.blendMode(), BlendMode::Additive);
  for (double time = 0; time <= 1; time += 0.125) {  // reference * offset gives the clip, between keys as well
    std::vector<double> product = valueAt(rotation, 0);
    const std::vector<double> delta = valueAt(offset.tracks()[0], time), whole = valueAt(rotation, time);
    multiply(std::span<double, 4>(product), std::span<const double, 4>(delta));
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(product[i], whole[i], 1e-6) << time;
  }
}

TEST(ClipTools, MakeClipAdditiveOffsetsBezierTangents) {
  const AnimationClip clip = test::clip("wave", {wave()});
  const AnimationClip offset = makeClipAdditive(clip, clip, 30, 30);
  for (double time = 0; time <= 2; time += 0.125)
    EXPECT_NEAR(valueAt(offset.tracks()[0], time)[0] + 4, valueAt(wave(), time)[0], 1e-6) << time;
}

TEST(ClipTools, MakeClipAdditiveTakesItsReferenceFromAnotherClip) {
  const AnimationClip clip = test::slide("clip", 1, 5, 6), reference = test::slide("reference", 2, 1, 3);
  EXPECT_FLOAT_EQ(makeClipAdditive(clip, reference, 30, 30).tracks()[0].values()[0], 3);  // 5 - 2
  EXPECT_FLOAT_EQ(makeClipAdditive(clip, reference, 30, 0).tracks()[0].values()[0],
                  3);  // 0 frames per second counts as 30
  EXPECT_FLOAT_EQ(makeClipAdditive(clip, reference, 999, 30).tracks()[0].values()[0], 2);  // the last key is held
  const AnimationClip elsewhere = test::slide("elsewhere", 1, 1, 1, 7);
  EXPECT_FLOAT_EQ(makeClipAdditive(clip, elsewhere).tracks()[0].values()[0], 5);  // no counterpart
}

TEST(ClipTools, ScaleKeepsTheShapeOfASpline) {
  const KeyframeTrack spline = *KeyframeTrack::make(kValue, Interpolation::Hermite, {0, 1}, {0, 0, 4, -2, 1, 0});
  const KeyframeTrack slow = *scale(spline, 2);
  for (double time = 0; time <= 1; time += 0.125)
    EXPECT_DOUBLE_EQ(valueAt(slow, 2 * time)[0], valueAt(spline, time)[0]);
  EXPECT_EQ(scale(*KeyframeTrack::make(kValue, Interpolation::Linear, {0, 1}, {0, 1}), -1).error().message,
            "a track cannot be scaled by a factor below 0: its keys would be in reverse order");
}

TEST(ClipTools, ShiftRefusesATimeThatIsNotFinite) {
  EXPECT_FALSE(shift(wave(), INFINITY));
  EXPECT_FALSE(scale(wave(), NAN));
}

TEST(ClipTools, SubclipWithoutKeysIsAnEmptyClip) {
  const AnimationClip none = subclip(test::slide("slide", 1), "none", 500, 600);
  EXPECT_TRUE(none.tracks().empty());
  EXPECT_EQ(none.duration(), 0);
}

TEST(ClipTools, ScaleByZeroPutsAllKeysOfASplineAtZero) {
  const auto instant = scale(*KeyframeTrack::make(kValue, Interpolation::Hermite, {0, 1}, {0, 3, 4, -2, 5, 0}), 0);
  ASSERT_TRUE(instant) << instant.error().message;
  EXPECT_EQ(instant->lastTime(), 0);
  EXPECT_EQ(valueAt(*instant, -1)[0], 3);
  EXPECT_EQ(valueAt(*instant, 0)[0], 5);
}

}  // namespace
}  // namespace crossfade
