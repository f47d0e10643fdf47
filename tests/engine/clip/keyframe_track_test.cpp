#include "crossfade/clip/keyframe_track.h"

#include <gtest/gtest.h>

#include <cmath>

namespace crossfade {
namespace {

constexpr float kNan = NAN;
constexpr float kInfinity = INFINITY;

std::string refusal(TrackTarget target, Interpolation mode, std::vector<float> times, std::vector<float> values) {
  const auto made = KeyframeTrack::make(target, mode, std::move(times), std::move(values));
  return made ? "made" : made.error().message;
}

std::string refusal(std::vector<float> times, std::vector<float> values, Interpolation mode = Interpolation::Linear) {
  return refusal({4, Channel::Translation}, mode, std::move(times), std::move(values));
}

TEST(KeyframeTrack, StoresItsKeys) {
  const auto track =
      KeyframeTrack::make({3, Channel::Scale}, Interpolation::Discrete, {0.5f, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  ASSERT_TRUE(track);
  EXPECT_EQ(track->target(), (TrackTarget{3, Channel::Scale}));
  EXPECT_EQ(track->interpolation(), Interpolation::Discrete);
  EXPECT_EQ(track->keyCount(), 3);
  EXPECT_EQ(track->valueSize(), 3);
  EXPECT_EQ(track->firstTime(), 0.5f);
  EXPECT_EQ(track->lastTime(), 1.0f);
  EXPECT_EQ(track->values()[8], 9.0f);
}

TEST(KeyframeTrack, CopiesHaveKeysOfTheirOwn) {
  auto track = KeyframeTrack::make({0, Channel::Scale}, Interpolation::Linear, {0, 1}, {1, 2, 3, 4, 5, 6});
  const float* const keys = track->values().data();
  const KeyframeTrack copy = *track;
  KeyframeTrack assigned = *KeyframeTrack::make({0, Channel::Select}, Interpolation::Discrete, {0}, {0});
  assigned = copy;
  EXPECT_NE(copy.values().data(), keys);
  EXPECT_NE(assigned.values().data(), copy.values().data());
  const KeyframeTrack moved = *std::move(track);
  EXPECT_EQ(moved.values().data(), keys);
  for (const KeyframeTrack* const each : {&copy, static_cast<const KeyframeTrack*>(&assigned), &moved}) {
    EXPECT_EQ(each->lastTime(), 1.0f);
    EXPECT_EQ(each->values()[5], 6.0f);
  }
}

TEST(KeyframeTrack, ReadsLentKeysWhereTheyAre) {
  float times[] = {0, 1}, values[] = {1, 2, 3, 4, 5, 6};
  const auto track = KeyframeTrack::lent({0, Channel::Scale}, Interpolation::Linear,
                                         {.times = times, .values = values, .tangents = {}, .size = 3});
  const KeyframeTrack copy = track;
  values[5] = 7;
  EXPECT_EQ(track.values()[5], 7.0f);
  EXPECT_EQ(copy.values().data(), values);
  EXPECT_EQ(copy.valueSize(), 3);
  EXPECT_EQ(copy.lastTime(), 1.0f);
}

TEST(KeyframeTrack, DerivesTheMorphTargetCountFromItsValues) {
  EXPECT_EQ(
      KeyframeTrack::make({0, Channel::Weights}, Interpolation::Linear, {0, 1}, std::vector<float>(10))->valueSize(),
      5);
  EXPECT_EQ(
      KeyframeTrack::make({0, Channel::Weights}, Interpolation::Hermite, {0, 1}, std::vector<float>(30))->valueSize(),
      5);
}

TEST(KeyframeTrack, AcceptsNegativeAndEqualTimes) { EXPECT_EQ(refusal({-1, -1, 0}, std::vector<float>(9)), "made"); }

TEST(KeyframeTrack, RefusesANodeBelowZero) {
  EXPECT_EQ(refusal({-1, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1}), "node -1 does not exist");
}

TEST(KeyframeTrack, RefusesNoKeys) { EXPECT_EQ(refusal({}, {}), "node 4, translation: no keys"); }

TEST(KeyframeTrack, RefusesTimesOutOfOrder) {
  EXPECT_EQ(refusal({0, 1.3f, 1.25f}, std::vector<float>(9)),
            "node 4, translation: key 2 is out of order (1.25 s after 1.3 s)");
}

TEST(KeyframeTrack, RefusesTimesThatAreNotFinite) {
  EXPECT_EQ(refusal({0, kNan}, std::vector<float>(6)), "node 4, translation: the time of key 1 is not a finite number");
  EXPECT_EQ(refusal({-kInfinity}, std::vector<float>(3)),
            "node 4, translation: the time of key 0 is not a finite number");
}

TEST(KeyframeTrack, RefusesValuesThatAreNotFinite) {
  EXPECT_EQ(refusal({0, 1}, {0, 0, 0, 0, kNan, 0}), "node 4, translation: key 1 holds a value that is not finite");
  std::vector<float> cubic(18);
  cubic[9] = kInfinity;
  EXPECT_EQ(refusal({0, 1}, cubic, Interpolation::Hermite),
            "node 4, translation: key 1 holds a value that is not finite");
}

TEST(KeyframeTrack, RefusesValuesThatDoNotFitTheKeys) {
  EXPECT_EQ(refusal({0, 1}, std::vector<float>(5)), "node 4, translation: 5 values do not fit 2 keys");
  EXPECT_EQ(refusal({0, 1}, std::vector<float>(8)), "node 4, translation: 8 values do not fit 2 keys")
      << "four per key instead of three";
  EXPECT_EQ(refusal({0, 1}, {}), "node 4, translation: 0 values do not fit 2 keys");
  EXPECT_EQ(refusal({0, 1}, std::vector<float>(6), Interpolation::Hermite),
            "node 4, translation: 6 values do not fit 2 keys");
  EXPECT_EQ(refusal({1, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 1}),
            "node 1, rotation: 3 values do not fit 1 keys");
  EXPECT_EQ(refusal({1, Channel::Weights}, Interpolation::Linear, {0, 1}, {1}),
            "node 1, weights: 1 values do not fit 2 keys");
}

TEST(KeyframeTrack, UsesGltfNames) {
  EXPECT_EQ(nameOf(Channel::Scale), "scale");
  EXPECT_EQ(nameOf(Channel::Weights), "weights");
  EXPECT_EQ(nameOf(Interpolation::Discrete), "STEP");
  EXPECT_EQ(nameOf(Interpolation::Hermite), "CUBICSPLINE");
}

TEST(KeyframeTrack, IsConstantWhereItShowsOneValue) {
  const auto made = [](Interpolation kind, std::vector<float> values, std::vector<float> tangents = {}) {
    return *KeyframeTrack::make({0, Channel::Values}, kind, {0, 1}, std::move(values), std::move(tangents));
  };
  EXPECT_TRUE(isConstant(made(Interpolation::Linear, {3, 3})));
  EXPECT_FALSE(isConstant(made(Interpolation::Linear, {3, 3.000001f})));
  EXPECT_TRUE(isConstant(made(Interpolation::Linear, {3, 3.000001f}), kRounding));
  EXPECT_FALSE(isConstant(made(Interpolation::Linear, {3, 3.0001f}), kRounding));
  EXPECT_TRUE(isConstant(made(Interpolation::Hermite, {0, 3, 0, 0, 3, 0})));
  EXPECT_FALSE(isConstant(made(Interpolation::Hermite, {0, 3, 1, 0, 3, 0}))) << "the curve leaves the key with a slope";
  EXPECT_TRUE(isConstant(made(Interpolation::Bezier, {3, 3}, {-1, 3, 0.3f, 3, 0.7f, 3, 2, 3})));
  EXPECT_FALSE(isConstant(made(Interpolation::Bezier, {3, 3}, {-1, 3, 0.3f, 4, 0.7f, 3, 2, 3}))) << "a bulge";
  EXPECT_TRUE(isConstant(*KeyframeTrack::make({0, Channel::Values}, Interpolation::Hermite, {0}, {1, 3, 1})))
      << "one key has no curve";
}

}  // namespace
}  // namespace crossfade
