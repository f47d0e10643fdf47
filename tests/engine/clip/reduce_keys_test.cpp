#include "crossfade/clip/reduce_keys.h"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <glm/gtc/quaternion.hpp>

#include "crossfade/clip/interpolant.h"
#include "crossfade/clip/key_cursor.h"
#include "tests/support/sample_clips.h"

namespace crossfade::test {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

std::vector<double> valueAt(const KeyframeTrack& track, double time) {
  std::vector<double> value(static_cast<std::size_t>(track.valueSize()));
  KeyCursor cursor;
  evaluate(track, time, cursor, value);
  return value;
}

/// Sampled at 60 Hz.
template <class At>
KeyframeTrack sampled(TrackTarget target, double seconds, At at) {
  std::vector<float> times, values;
  for (int i = 0; i <= static_cast<int>(seconds * 60); ++i) {
    times.push_back(static_cast<float>(i / 60.0));
    for (const double value : at(i / 60.0)) values.push_back(static_cast<float>(value));
  }
  return track(target, Interpolation::Linear, times, values);
}

/// About a slanted axis, by the angle at a time.
template <class Angle>
KeyframeTrack spinning(double seconds, Angle angle) {
  return sampled({0, Channel::Rotation}, seconds, [&](double time) {
    const double half = angle(time) / 2, sine = std::sin(half);
    return std::vector<double>{0.6 * sine, 0, 0.8 * sine, std::cos(half)};
  });
}

/// By GLM, of what two tracks show at a time.
double angleBetween(const KeyframeTrack& a, const KeyframeTrack& b, double time) {
  const auto quat = [time](const KeyframeTrack& track) {
    const auto v = valueAt(track, time);
    return glm::dquat(v[3], v[0], v[1], v[2]);
  };
  const glm::dquat between = glm::inverse(quat(a)) * quat(b);
  return 2 * std::atan2(std::sqrt(between.x * between.x + between.y * between.y + between.z * between.z),
                        std::abs(between.w));
}

TEST(ReduceKeys, OfAConstantTrackLeavesTwo) {
  const auto still = sampled({0, Channel::Translation}, 1, [](double) { return std::vector<double>{1, 2, 3}; });
  EXPECT_EQ(reduceKeys(still, 0).keyCount(), 2);
  EXPECT_EQ(reduceKeys(still, 0).lastTime(), still.lastTime());
  const auto single = track({0, Channel::Scale}, Interpolation::Linear, {0.5f}, {1, 1, 1});
  EXPECT_EQ(reduceKeys(single, 1).keyCount(), 1);
}

TEST(ReduceKeys, LeavesTheCornersOfAZigzag) {
  const auto zigzag = sampled({0, Channel::Translation}, 2, [](double time) {
    return std::vector<double>{std::abs(time - 0.5) + std::abs(time - 1.5), 0, 0};
  });
  const KeyframeTrack reduced = reduceKeys(zigzag, 1e-5);
  EXPECT_EQ(std::vector<float>(reduced.times().begin(), reduced.times().end()), (std::vector<float>{0, 0.5f, 1.5f, 2}));
}

TEST(ReduceKeys, StaysWithinTheTolerance) {
  const auto wave = sampled({0, Channel::Translation}, 4, [](double time) {
    return std::vector<double>{std::sin(3 * time), 0.3 * std::cos(7 * time), time * time};
  });
  const auto faces = sampled({0, Channel::Weights}, 4, [](double time) {
    return std::vector<double>{std::sin(time), 0.5, 0, time};
  });
  std::mt19937 random(7);
  std::uniform_real_distribution<double> times(-0.1, 4.1);
  for (const double tolerance : {1e-1, 1e-2, 2e-3}) {
    const KeyframeTrack reduced = reduceKeys(wave, tolerance), less = reduceKeys(faces, tolerance);
    EXPECT_LT(reduced.keyCount(), wave.keyCount());
    EXPECT_LT(less.keyCount(), faces.keyCount());
    for (int i = 0; i < 200; ++i) {
      const double time = times(random);
      const auto a = valueAt(wave, time), b = valueAt(reduced, time), c = valueAt(faces, time), d = valueAt(less, time);
      EXPECT_LE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), tolerance + 1e-6) << time;
      for (std::size_t k = 0; k < c.size(); ++k) EXPECT_LE(std::abs(c[k] - d[k]), tolerance + 1e-6) << time;
    }
  }
}

TEST(ReduceKeys, OfRotationsFollowsTheArc) {
  const auto steady = spinning(1, [](double time) { return 2 * time; });
  EXPECT_EQ(reduceKeys(steady, 1e-5).keyCount(), 2) << "slerp gives it exactly, a chord does not";
  const auto swinging = spinning(3, [](double time) { return 1.5 * std::sin(4 * time); });
  std::mt19937 random(7);
  std::uniform_real_distribution<double> times(0, 3);
  for (const double tolerance : {1e-1, 1e-2}) {
    const KeyframeTrack reduced = reduceKeys(swinging, tolerance);
    EXPECT_LT(reduced.keyCount(), swinging.keyCount() / 2);
    for (int i = 0; i < 200; ++i) {
      const double time = times(random);
      EXPECT_LE(angleBetween(swinging, reduced, time), tolerance * 1.01 + 1e-6) << time;
    }
  }
}

TEST(ReduceKeys, NeverSkipHalfATurn) {
  for (const double turns : {0.5, 1.0, 3.0, -2.5}) {
    const auto spin = spinning(1, [&](double time) { return turns * kTurn * time; });
    const KeyframeTrack reduced = reduceKeys(spin, 0.01);
    EXPECT_GE(reduced.keyCount() - 1, std::abs(turns) * kTurn / kLongestTurn) << turns;
    EXPECT_LT(reduced.keyCount(), 20) << turns;
    for (double time = 0; time < 1; time += 0.013) EXPECT_LE(angleBetween(spin, reduced, time), 0.0101) << time;
  }
}

TEST(ReduceKeys, KeepsJumps) {
  const auto jump = track({0, Channel::Translation}, Interpolation::Linear, {0, 1, 1, 2, 3},
                          {0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0, 5, 0, 0});
  const KeyframeTrack reduced = reduceKeys(jump, 0.1);
  EXPECT_EQ(reduced.keyCount(), 4);
  EXPECT_EQ(valueAt(reduced, 0.99)[0], 0);
  EXPECT_EQ(valueAt(reduced, 1)[0], 5);
}

TEST(ReduceKeys, KeepsFewerThanSplittingAtTheWorstKey) {
  const auto wave = [](double seconds) {
    return sampled({0, Channel::Translation}, seconds, [](double time) {
      return std::vector<double>{std::sin(3 * time), 0.3 * std::cos(7 * time), 0};
    });
  };
  EXPECT_LT(reduceKeys(wave(20), 0.02).keyCount(), 200) << "235 by Ramer, Douglas and Peucker";
  EXPECT_LT(reduceKeys(wave(640), 0.02).keyCount(), 200 * 32) << "a long track is no harder";
}

TEST(ReduceKeys, KeepsNoMoreWithAToleranceThanWithout) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> step(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    double value = 0;  // ramps, rests and noise
    const auto track = sampled({0, Channel::Scale}, 4, [&](double time) {
      if (std::fmod(time, 1) > 0.5) value += time < 2 ? 0.125 : step(random);
      return std::vector<double>{value, 1, 1};
    });
    const int exact = reduceKeys(track, 0).keyCount();
    for (const double tolerance : {1e-6, 1e-3, 0.1}) EXPECT_LE(reduceKeys(track, tolerance).keyCount(), exact);
  }
}

TEST(ReduceKeys, OfAClipTakesTheToleranceOfEachChannel) {
  const auto bump = [](Channel channel) {
    return track({static_cast<int>(channel), channel}, Interpolation::Linear, {0, 1, 2},
                 {1, 1, 1, 1, 1.05f, 1, 1, 1, 1});
  };
  const AnimationClip before = *AnimationClip::make(
      "bumps",
      {bump(Channel::Translation), bump(Channel::Scale), bump(Channel::Weights), bump(Channel::Values),
       track({0, Channel::Scale}, Interpolation::Discrete, {0, 1, 2}, {1, 1, 1, 1, 1, 1, 1, 1, 1})},
      BlendMode::Additive, 2.5);
  const AnimationClip after = reduceKeys(before, {.translation = 0.1, .scale = 0.01, .weights = 0.1});
  EXPECT_EQ(after.name(), "bumps");
  EXPECT_EQ(after.duration(), 2.5);
  EXPECT_EQ(after.blendMode(), BlendMode::Additive);
  std::vector<int> counts;
  for (const KeyframeTrack& track : after.tracks()) counts.push_back(track.keyCount());
  EXPECT_EQ(counts, (std::vector<int>{2, 3, 2, 3, 3}));
}

}  // namespace
}  // namespace crossfade::test
