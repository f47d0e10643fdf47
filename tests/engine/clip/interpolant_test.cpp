#include "crossfade/clip/interpolant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <glm/gtc/quaternion.hpp>

#include "tests/support/allocation_guard.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

constexpr TrackTarget kScalar{.channel = Channel::Weights};
constexpr TrackTarget kTurning{.channel = Channel::Rotation};

std::vector<double> at(const KeyframeTrack& track, double time, int interval = 0) {
  std::vector<double> out(static_cast<std::size_t>(track.valueSize()));
  KeyCursor cursor{.interval = interval};
  evaluate(track, time, cursor, out);
  return out;
}

TEST(Interpolant, OfFiveSamplesOfASquareGivesTheLessonsValues) {
  const auto square = test::track(kScalar, Interpolation::Linear, {-2, -1, 0, 1, 2}, {4, 1, 0, 1, 4});
  EXPECT_EQ(at(square, 0.5)[0], 0.5);
  EXPECT_EQ(at(square, 1.5)[0], 2.5);
  EXPECT_EQ(at(square, -1)[0], 1) << "an exact sample as it is";
  EXPECT_EQ(at(square, -9)[0], 4) << "before the first: the first";
  EXPECT_EQ(at(square, 9)[0], 4) << "after the last: the last";
}

TEST(Interpolant, OfStepsHoldsTheLeftKey) {
  const auto steps = test::track(kScalar, Interpolation::Discrete, {0, 1, 2}, {5, 6, 7});
  EXPECT_EQ(at(steps, 0.999)[0], 5);
  EXPECT_EQ(at(steps, 1)[0], 6);
  EXPECT_EQ(at(steps, 1.5)[0], 6);
  EXPECT_EQ(at(steps, 2)[0], 7);
}

TEST(Interpolant, OfOneKeyIsThatKey) {
  for (const Interpolation mode : {Interpolation::Discrete, Interpolation::Linear})
    for (const double time : {-1.0, 0.5, 1.0, 2.0})
      EXPECT_EQ(at(test::track(kScalar, mode, {0.5f}, {3, 4}), time), (std::vector<double>{3, 4}));
  EXPECT_EQ(at(test::track(kScalar, Interpolation::Hermite, {0.5f}, {9, 3, 8}), 1)[0], 3);
}

TEST(Interpolant, AtEqualKeysTakesTheLastOfThemAndNeverDivides) {
  for (const Interpolation mode : {Interpolation::Discrete, Interpolation::Linear}) {
    const auto jump = test::track(kScalar, mode, {0, 1, 1, 2}, {0, 2, 10, 20});
    EXPECT_EQ(at(jump, 1)[0], 10);
    EXPECT_NEAR(at(jump, 1 - 1e-6)[0], mode == Interpolation::Linear ? 2 : 0, 1e-5);
  }
}

TEST(Interpolant, OfStepsAtFramesShowsTheKeyOfEachFrame) {
  for (const double rate : {12.0, 24.0, 25.0, 29.97, 30000.0 / 1001, 30.0, 48.0, 50.0, 60.0, 120.0}) {
    std::vector<float> times, values;
    for (int key = 0; key < 240; ++key) {
      times.push_back(static_cast<float>(key / rate));  // half of them are later than the double
      values.push_back(static_cast<float>(key));
    }
    const auto steps = test::track(kScalar, Interpolation::Discrete, times, values);
    double clock = 0;
    for (int frame = 0; frame < 239; ++frame, clock += 1 / rate) {
      EXPECT_EQ(at(steps, frame / rate)[0], frame) << rate;
      EXPECT_EQ(at(steps, clock)[0], frame) << rate << ", a clock that adds up frames";
      EXPECT_EQ(at(steps, (frame + 0.999) / rate)[0], frame) << rate << ", not before it is due";
    }
  }
}

TEST(Interpolant, OfStepsBetweenFramesComparesKeysExactly) {
  const auto steps = test::track(kScalar, Interpolation::Discrete, {0, 0.875f, 1, 2}, {5, 6, 7, 8});
  EXPECT_EQ(at(steps, 0.874999985)[0], 5) << "a float nearer to the key than to any other, but no frame";
  EXPECT_EQ(at(steps, 0.875 - 1e-12)[0], 6) << "a sum of frames";
  EXPECT_EQ(at(steps, 2 - 1e-12)[0], 7) << "the end of a loop";
}

TEST(Interpolant, OfOtherKindsComparesKeysExactly) {
  for (const Interpolation mode : {Interpolation::Linear, Interpolation::Smooth}) {
    const auto jump = test::track(kScalar, mode, {0, 1, 1, 2}, {0, 2, 10, 20});
    EXPECT_NEAR(at(jump, std::nextafter(1.0, 0.0))[0], 2, 1e-12);
  }
}

TEST(Interpolant, OfRotationsIsSlerpAlongTheShorterArc) {
  const glm::dquat a = glm::angleAxis(0.2, glm::dvec3(0, 1, 0)),
                   b = glm::angleAxis(1.9, glm::normalize(glm::dvec3(1, 2, 0)));
  for (const double sign : {1.0, -1.0}) {  // -b is the same rotation
    const auto rotation = test::track(kTurning, Interpolation::Linear, {0, 2},
                                      {float(a.x), float(a.y), float(a.z), float(a.w), float(b.x * sign),
                                       float(b.y * sign), float(b.z * sign), float(b.w * sign)});
    for (const double u : {0.0, 0.25, 0.5, 0.9}) {
      const glm::dquat expected = glm::slerp(a, b, u);
      const auto value = at(rotation, 2 * u);
      EXPECT_NEAR(value[0], expected.x, 1e-7);
      EXPECT_NEAR(value[1], expected.y, 1e-7);
      EXPECT_NEAR(value[2], expected.z, 1e-7);
      EXPECT_NEAR(value[3], expected.w, 1e-7);
    }
  }
}

TEST(Interpolant, OfCubicKeysFollowsTheParabolaTheyWereTakenFrom) {
  // y = t^2 at 0, 0.5 and 2 with its slopes 2t: a cubic through them is that parabola
  const auto parabola = test::track(kScalar, Interpolation::Hermite, {0, 0.5f, 2}, {0, 0, 0, 1, 0.25f, 1, 4, 4, 4});
  for (double t = 0; t <= 2; t += 0.05) EXPECT_NEAR(at(parabola, t)[0], t * t, 1e-12) << t;
  EXPECT_EQ(at(parabola, -1)[0], 0);
  EXPECT_EQ(at(parabola, 3)[0], 4);
}

TEST(Interpolant, OfCubicRotationsIsNormalized) {
  const auto rotation = test::track(kTurning, Interpolation::Hermite, {0, 1},
                                    {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  for (const double t : {0.1, 0.5, 0.8}) {
    const auto q = at(rotation, t);
    EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
  }
  const double x = 0.125 + 0.5, w = 0.5;  // the tangent times h10 and the right key times h01; the left key times h00
  EXPECT_NEAR(at(rotation, 0.5)[0], x / std::hypot(x, w), 1e-14);
}

TEST(Interpolant, IsExactAtTheKeysInEveryMode) {
  std::vector<float> times, values, cubic;
  std::mt19937 random(8);
  std::uniform_real_distribution<float> number(-1, 1);
  for (int i = 0; i < 9; ++i) {
    times.push_back(0.1f * static_cast<float>(i));
    values.push_back(number(random));
    cubic.insert(cubic.end(), {number(random), values.back(), number(random)});
  }
  for (std::size_t i = 0; i < times.size(); ++i)
    for (const Interpolation mode : {Interpolation::Discrete, Interpolation::Linear, Interpolation::Hermite})
      EXPECT_EQ(at(test::track(kScalar, mode, times, mode == Interpolation::Hermite ? cubic : values), times[i])[0],
                values[i]);
}

TEST(Interpolant, DoesNotDependOnTheHintInterval) {
  std::vector<float> times, values;
  for (int i = 0; i < 12; ++i) {
    times.push_back(static_cast<float>(i * i));
    values.push_back(static_cast<float>((i * 7) % 5));
  }
  const auto zigzag = test::track(kScalar, Interpolation::Linear, times, values);
  for (double time = -3; time < 130; time += 0.7)
    for (int interval = -2; interval < 15; ++interval) EXPECT_EQ(at(zigzag, time, interval), at(zigzag, time));
}

TEST(Interpolant, AllocatesNothing) {
  const auto line = test::track(kTurning, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 0, 0, 0});
  double out[4];
  KeyCursor cursor;
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 100; ++i) evaluate(line, i * 0.013, cursor, out);
  EXPECT_EQ(guard.count(), 0);
}

TEST(Interpolant, LeavesAloneWhatLiesBesideItsValues) {
  const std::vector<float> keys{0, 0, 0, 1, 1, 0, 0, 0};
  const std::vector<float> slopes{0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  for (const Interpolation mode :
       {Interpolation::Discrete, Interpolation::Linear, Interpolation::Bezier, Interpolation::Hermite}) {
    const auto rotation = test::track(kTurning, mode, {0, 1}, mode == Interpolation::Hermite ? slopes : keys);
    for (const double time : {-1.0, 0.0, 0.3, 1.0, 2.0}) {
      std::vector<double> all(6, 7);
      KeyCursor cursor;
      evaluate(rotation, time, cursor, std::span(all).subspan(1, 4));
      EXPECT_EQ(all.front(), 7) << time;
      EXPECT_EQ(all.back(), 7) << time;
    }
  }
}

}  // namespace
}  // namespace crossfade
