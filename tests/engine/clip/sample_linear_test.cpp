#include "crossfade/clip/sample_linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace crossfade {
namespace {

SampledKeys<double> sampled(const std::vector<float>& breaks, double (*curve)(double), double tolerance) {
  return sampleLinear(breaks, curve, [tolerance](double a, double b, double middle, double part) {
    return std::abs(a + (b - a) * part - middle) < tolerance;
  });
}

double lineAt(const SampledKeys<double>& made, double time) {
  std::size_t i = 1;
  while (i + 1 < made.times.size() && static_cast<double>(made.times[i]) < time) ++i;
  const double from = static_cast<double>(made.times[i - 1]), to = static_cast<double>(made.times[i]);
  return made.keys[i - 1] + (made.keys[i] - made.keys[i - 1]) * (time - from) / (to - from);
}

TEST(SampleLinear, KeepsToTheToleranceWithFewKeys) {
  const auto wave = [](double time) { return std::sin(7 * time); };
  for (const double tolerance : {1e-2, 1e-4}) {
    const auto made = sampled({0, 1, 2}, wave, tolerance);
    double worst = 0;
    for (int i = 0; i <= 10000; ++i) worst = std::max(worst, std::abs(lineAt(made, i * 2e-4) - wave(i * 2e-4)));
    EXPECT_LT(worst, 1.2 * tolerance);
    const double ideal = 2 * 7 / std::sqrt(8 * tolerance);  // an arc of curvature k is off by k h^2 / 8
    EXPECT_LT(static_cast<double>(made.keys.size()), 2 * ideal);
  }
}

TEST(SampleLinear, OfAStraightLineIsItsBreaks) {
  const auto made = sampled(
      {0, 0.5f, 3}, [](double time) { return 2 * time - 1; }, 1e-9);
  EXPECT_EQ(made.times, (std::vector<float>{0, 0.5f, 3}));
  EXPECT_EQ(made.keys, (std::vector<double>{-1, 0, 5}));
}

TEST(SampleLinear, SeesABumpThatVanishesInTheMiddle) {
  const auto made = sampled(
      {0, 1}, [](double time) { return std::sin(2 * 3.14159265358979 * time); }, 1e-3);
  EXPECT_GT(made.keys.size(), 20u);
}

TEST(SampleLinear, OfAStepStopsAtTheShortestGap) {
  const auto made = sampled(
      {0, 1}, [](double time) { return time < 0.3 ? 0.0 : 1.0; }, 1e-3);
  EXPECT_LT(made.keys.size(), 100u);
  for (const double time : {0.1, 0.2999, 0.3001, 0.9}) EXPECT_EQ(lineAt(made, time), time < 0.3 ? 0 : 1) << time;
}

TEST(SampleLinear, OfNoiseHasAnEnd) {
  const auto made = sampled(
      {0, 100000}, [](double time) { return std::fmod(time * 7919.7, 1.0); }, 1e-6);
  EXPECT_LE(made.keys.size(), kMaxSampledKeys);
}

TEST(BreakTimes, AreThoseOfTheTracksAndTheClip) {
  const auto track =
      *KeyframeTrack::make({0, Channel::Values}, Interpolation::Linear, {-1, 0.3f, 0.7f, 5}, {1, 2, 3, 4});
  const KeyframeTrack* const tracks[]{&track};
  EXPECT_EQ(breakTimes(tracks, 1), (std::vector<float>{0, 0.3f, 0.7f, 1}));
  EXPECT_EQ(breakTimes({}, 1, 4), (std::vector<float>{0, 0.25f, 0.5f, 0.75f, 1}));
  EXPECT_EQ(breakTimes({}, 0, 4), (std::vector<float>{0}));
  EXPECT_LE(breakTimes({}, 1e30, 60).size(), kMaxSampledKeys);
}

TEST(BreakTimes, AreThinnedOutEvenlyAboveTheLimit) {
  std::vector<KeyframeTrack> tracks;
  for (const float shift : {0.0f, 0.25f, 0.5f}) {
    std::vector<float> times;
    for (int i = 0; i < 150000; ++i) times.push_back(static_cast<float>(i) + shift);
    std::vector<float> values(times.size());
    tracks.push_back(*KeyframeTrack::make({0, Channel::Values}, Interpolation::Linear, times, values));
  }
  const KeyframeTrack* const all[]{&tracks[0], &tracks[1], &tracks[2]};
  const std::vector<float> times = breakTimes(all, 150000);
  ASSERT_EQ(times.size(), kMaxSampledKeys);
  EXPECT_EQ(times.front(), 0);
  EXPECT_EQ(times.back(), 150000);
  float longest = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    ASSERT_GT(times[i], times[i - 1]);
    longest = std::max(longest, times[i] - times[i - 1]);
  }
  EXPECT_LE(longest, 1.25f) << "no more than three in a row are left out";
}

}  // namespace
}  // namespace crossfade
