#include "crossfade/travel/root_track.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include <glm/geometric.hpp>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr double kPi = std::numbers::pi;

KeyframeTrack turns(std::vector<float> times, std::vector<float> radians) {
  return test::track({0, Channel::Values}, Interpolation::Linear, std::move(times), std::move(radians));
}
KeyframeTrack moves(std::vector<float> times, std::vector<float> points) {
  return test::track({0, Channel::Translation}, Interpolation::Linear, std::move(times), std::move(points));
}

/// Walks 2 m in a second, slower at first, and turns by a right angle meanwhile.
RootTrack curve() {
  return {0,
          1,
          moves({0, 0.5f, 1}, {0, 0, 0, 0.1f, 0.05f, 0.5f, 0.3f, 0, 2}),
          turns({0, 1}, {0, float(kPi / 2)}),
          {0.2, 0, 0.1}};
}

void expectNear(const RootDelta& a, const RootDelta& b, double tolerance) {
  EXPECT_LT(glm::distance(a.translation, b.translation), tolerance);
  EXPECT_NEAR(a.turn, b.turn, tolerance);
}

TEST(RootDelta, ChainsAndGoesBack) {
  const RootDelta step{.translation = {1, 2, 3}, .turn = 0.7}, other{.translation = {-2, 0, 1}, .turn = -2};
  expectNear(inverse(step) * step, {}, 1e-12);
  expectNear(inverse(step * other), inverse(other) * inverse(step), 1e-12);
  const RootDelta left{.translation = {0, 0, 1}, .turn = kPi / 2};
  expectNear(left * left, {.translation = {1, 0, 1}, .turn = kPi}, 1e-12);
}

TEST(RootDelta, RepeatedIsAllStepsInOne) {
  for (const double turn : {0.0, 1e-12, 1e-5, 0.4, -1.9, kPi, 2 * kPi, -4 * kPi}) {
    const RootDelta step{.translation = {0.3, 0.1, 1}, .turn = turn};
    RootDelta sum, back;
    for (int loops = 0; loops <= 20; ++loops) {
      expectNear(repeated(step, loops), sum, 1e-9);
      expectNear(repeated(step, -loops), back, 1e-9);
      sum = sum * step;
      back = back * inverse(step);
    }
  }
}

TEST(RootTrack, GoesOnWhereARoundEnds) {
  const RootTrack track = curve();
  for (int loop = -3; loop <= 3; ++loop) expectNear(track.at(loop - 1e-9), track.at(loop + 1e-9), 1e-7);
  expectNear(track.at(0), {}, 1e-12);
  expectNear(track.at(1), track.perLoop(), 1e-12);
  expectNear(track.at(2.25), repeated(track.perLoop(), 2) * track.at(0.25), 1e-12);
  expectNear(track.at(-0.75), inverse(track.perLoop()) * track.at(0.25), 1e-12);
  EXPECT_NEAR(track.perLoop().turn, kPi / 2, 1e-6);
}

TEST(RootTrack, TurnsAboutTheVerticalThroughItsPivot) {
  const RootTrack track(0, 1, {}, turns({0, 1}, {0, float(kPi / 2)}), {0.2, 5, 0.1});
  // what stands at the pivot stays there
  const RootDelta half = track.perLoop();
  EXPECT_LT(glm::distance(half.translation + glm::dvec3(0.1, 0, -0.2), glm::dvec3(0.2, 0, 0.1)), 1e-6);
}

TEST(RootTrack, DeltasOfFramesAddUpToTheWhole) {
  const RootTrack track = curve();
  for (const double step : {1 / 60.0, 0.37, 2.6, -1 / 24.0, -3.1}) {
    RootDelta sum;
    double time = 0.3;
    for (int i = 0; i < 200; ++i, time += step) sum = sum * track.delta(time, time + step);
    expectNear(sum, track.delta(0.3, time), 1e-9);
  }
}

TEST(RootTrack, AThousandRoundsAreAThousandTimesOne) {
  const RootTrack track(0, 0.7, moves({0, 0.31f, 0.7f}, {0, 0, 0, 0.3f, 0, 0.9f, 0.1f, 0, 2.45f}), {});
  const glm::dvec3 whole = track.perLoop().translation * 1000.0;
  RootDelta sum;
  const double frame = 1 / 60.0;
  const int frames = 42000;  // 700 s
  for (int i = 0; i < frames; ++i) sum = sum * track.delta(i * frame, (i + 1) * frame);
  EXPECT_LT(glm::distance(sum.translation, whole) / glm::length(whole), 1e-9);
  for (int i = frames; i > 0; --i) sum = sum * track.delta(i * frame, (i - 1) * frame);
  EXPECT_LT(glm::length(sum.translation) / glm::length(whole), 1e-9);
}

TEST(RootTrack, IsAsPreciseAfterABillionLoops) {
  const RootTrack straight = RootTrack::steady(0, 1, {0, 0, 1.4});
  for (const RootTrack& track : {curve(), straight}) {
    expectNear(track.delta(1e9 + 0.25, 1e9 + 0.75), track.delta(0.25, 0.75), 1e-9);
    expectNear(track.delta(1e9 + 0.25, 1e9 + 1.75), track.delta(0.25, 1.75), 1e-9);
  }
}

TEST(RootTrack, WithoutLengthOrAtNoTimeStandsStill) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  expectNear(RootTrack().at(3), {}, 1e-12);
  expectNear(RootTrack::steady(0, 0, {1, 0, 0}).delta(0, 5), {}, 1e-12);
  expectNear(RootTrack(0, 0, moves({0}, {1, 2, 3}), {}).delta(0, 5), {}, 1e-12);
  expectNear(curve().at(nan), {}, 1e-12);
  expectNear(curve().delta(0, infinity), {}, 1e-12);
}

TEST(RootTrack, SteadyGoesAtOneSpeed) {
  const RootTrack track = RootTrack::steady(3, 1.25, {0, 0, 1.4});
  EXPECT_EQ(track.joint(), 3);
  for (const double time : {-7.0, 0.2, 1.25, 100.3})
    EXPECT_LT(glm::distance(track.at(time).translation, glm::dvec3(0, 0, 1.4 * time)), 1e-5) << time;
}

TEST(RootTrack, AllocatesNothing) {
  const RootTrack track = curve();
  double sum = 0;
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 100; ++i) sum += track.delta(i * 0.3, i * 0.3 + 0.5).turn;
  EXPECT_EQ(guard.count(), 0);
  EXPECT_GT(sum, 0);
}

}  // namespace
}  // namespace crossfade
