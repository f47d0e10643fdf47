#include "crossfade/mixer/ramp.h"

#include <gtest/gtest.h>

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
