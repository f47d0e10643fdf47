#include "crossfade/mixer/ramp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace crossfade {
namespace {

const CurveSet kNoCurves;

TEST(Ramp, IsLinearBetweenItsEnds) {
  const Ramp ramp{.begin = 2, .end = 4, .from = 1, .to = 0};
  EXPECT_EQ(valueAt(ramp, 1, kNoCurves), 1);
  EXPECT_EQ(valueAt(ramp, 2, kNoCurves), 1);
  EXPECT_EQ(valueAt(ramp, 3, kNoCurves), 0.5);
  EXPECT_DOUBLE_EQ(valueAt(ramp, 3.5, kNoCurves), 0.25);
  EXPECT_EQ(valueAt(ramp, 4, kNoCurves), 0);
  EXPECT_EQ(valueAt(ramp, 5, kNoCurves), 0);
}

TEST(Ramp, OfZeroLengthIsAStep) {
  const Ramp step{.begin = 1, .end = 1, .from = 0.2, .to = 0.8};
  EXPECT_EQ(valueAt(step, std::nextafter(1.0, 0.0), kNoCurves), 0.2);
  EXPECT_EQ(valueAt(step, 1, kNoCurves), 0.8);
  EXPECT_EQ(valueAt(step, 9, kNoCurves), 0.8);
}

TEST(Ramp, OfNegativeOrNaNLengthIsDefined) {
  EXPECT_EQ(valueAt({.begin = 1, .end = 0, .from = 0, .to = 1}, 2, kNoCurves), 1);
  EXPECT_EQ(valueAt({.begin = 1, .end = NAN, .from = 0, .to = 1}, 2, kNoCurves), 1);
}

TEST(Ramp, OverTheSameSecondsSumsToOneWithItsOpposite) {
  const Ramp in{.begin = 0.1, .end = 0.8, .from = 0, .to = 1}, out{.begin = 0.1, .end = 0.8, .from = 1, .to = 0};
  for (double time = 0; time < 1; time += 0.001)
    EXPECT_NEAR(valueAt(in, time, kNoCurves) + valueAt(out, time, kNoCurves), 1, 1e-15);
}

TEST(Ramp, CoastsFromItsVelocityToRestWithConstantAcceleration) {
  constexpr double kStep = 1e-4;
  EXPECT_EQ(coastAt(0).value, 0);
  EXPECT_EQ(coastAt(0).slope, 1);
  EXPECT_EQ(coastAt(1).value, 0);
  EXPECT_EQ(coastAt(1).slope, 0);
  double most = 0;
  for (double u = kStep; u < 1 - kStep; u += kStep) {
    most = std::max(most, coastAt(u).value);
    EXPECT_NEAR(coastAt(u).slope, (coastAt(u + kStep).value - coastAt(u - kStep).value) / (2 * kStep), 2 * kStep) << u;
    const double acceleration =
        (coastAt(u + kStep).value - 2 * coastAt(u).value + coastAt(u - kStep).value) / (kStep * kStep);
    EXPECT_LE(std::abs(acceleration), kCoastAcceleration + 1e-6) << u;
  }
  EXPECT_NEAR(most, kMostCoast, 1e-6);
}

TEST(Ramp, VelocityIsTheDerivativeOfItsValue) {
  const Ramp ramp{
      .begin = 1, .end = 3, .from = 0.3, .to = 1, .shape = kSmoothFade, .velocity = -0.7, .coastSeconds = 1.5};
  for (double time = 1.01; time < 3; time += 0.01) {
    const double slope = (valueAt(ramp, time, kNoCurves) - valueAt(ramp, time - 1e-6, kNoCurves)) / 1e-6;
    EXPECT_NEAR(velocityAt(ramp, time, kNoCurves), slope, 1e-3) << time;
  }
  EXPECT_EQ(velocityAt(ramp, 0.5, kNoCurves), 0);
  EXPECT_EQ(velocityAt(ramp, 3.5, kNoCurves), 0);
}

TEST(Ramp, RetimedWhileItCoastsDoesNotJump) {
  const Ramp ramp{
      .begin = 0, .end = 1, .from = 0.5, .to = 0, .shape = kSmoothFade, .velocity = 1.5, .coastSeconds = 0.9};
  for (const double remaining : {0.2, 0.7, 3.0}) {
    const Ramp changed = retimed(ramp, 0.3, remaining, kNoCurves);
    EXPECT_NEAR(valueAt(changed, 0.3, kNoCurves), valueAt(ramp, 0.3, kNoCurves), 1e-12);
    EXPECT_NEAR(valueAt(changed, 0.3 + remaining / 2, kNoCurves), valueAt(ramp, 0.65, kNoCurves), 1e-12);
  }
}

TEST(Ramp, RetimedKeepsItsValueNowAndItsEnd) {
  std::mt19937 random(10);
  std::uniform_real_distribution<double> number(0, 10);
  for (int i = 0; i < 1000; ++i) {
    const double begin = number(random);
    const Ramp ramp{.begin = begin, .end = begin + number(random), .from = number(random), .to = number(random)};
    const double now = number(random) * 2, remaining = number(random) + 0.01;
    const Ramp changed = retimed(ramp, now, remaining, kNoCurves);
    EXPECT_NEAR(valueAt(changed, now, kNoCurves), valueAt(ramp, now, kNoCurves), 1e-14);
    EXPECT_NEAR(valueAt(changed, now + remaining / 2, kNoCurves), (valueAt(ramp, now, kNoCurves) + ramp.to) / 2, 1e-12)
        << "straight on from there";
    EXPECT_EQ(valueAt(changed, now + remaining, kNoCurves), ramp.to);
  }
}

}  // namespace
}  // namespace crossfade
