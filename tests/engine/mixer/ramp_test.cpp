#include "crossfade/mixer/ramp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace crossfade {
namespace {

TEST(Ramp, GoesStraightFromOneNumberToTheOther) {
  const Ramp ramp{.begin = 2, .end = 4, .from = 1, .to = 0};
  EXPECT_EQ(valueAt(ramp, 1), 1);
  EXPECT_EQ(valueAt(ramp, 2), 1);
  EXPECT_EQ(valueAt(ramp, 3), 0.5);
  EXPECT_DOUBLE_EQ(valueAt(ramp, 3.5), 0.25);
  EXPECT_EQ(valueAt(ramp, 4), 0);
  EXPECT_EQ(valueAt(ramp, 5), 0);
}

TEST(Ramp, OfZeroLengthIsAStep) {
  const Ramp step{.begin = 1, .end = 1, .from = 0.2, .to = 0.8};
  EXPECT_EQ(valueAt(step, std::nextafter(1.0, 0.0)), 0.2);
  EXPECT_EQ(valueAt(step, 1), 0.8);
  EXPECT_EQ(valueAt(step, 9), 0.8);
}

TEST(Ramp, OfNegativeOrNoLengthHasAnAnswer) {
  EXPECT_EQ(valueAt({.begin = 1, .end = 0, .from = 0, .to = 1}, 2), 1);
  EXPECT_EQ(valueAt({.begin = 1, .end = NAN, .from = 0, .to = 1}, 2), 1);
}

TEST(Ramp, OverTheSameSecondsSumsToOneWithItsOpposite) {
  const Ramp in{.begin = 0.1, .end = 0.8, .from = 0, .to = 1}, out{.begin = 0.1, .end = 0.8, .from = 1, .to = 0};
  for (double time = 0; time < 1; time += 0.001) EXPECT_NEAR(valueAt(in, time) + valueAt(out, time), 1, 1e-15);
}

TEST(Ramp, RetimedKeepsItsValueNowAndItsEnd) {
  std::mt19937 random(10);
  std::uniform_real_distribution<double> number(0, 10);
  for (int i = 0; i < 1000; ++i) {
    const double begin = number(random);
    const Ramp ramp{.begin = begin, .end = begin + number(random), .from = number(random), .to = number(random)};
    const double now = number(random) * 2, remaining = number(random) + 0.01;
    const Ramp changed = retimed(ramp, now, remaining);
    EXPECT_NEAR(valueAt(changed, now), valueAt(ramp, now), 1e-14);
    EXPECT_NEAR(valueAt(changed, now + remaining / 2), (valueAt(ramp, now) + ramp.to) / 2, 1e-12)
        << "straight on from there";
    EXPECT_EQ(valueAt(changed, now + remaining), ramp.to);
  }
}

}  // namespace
}  // namespace crossfade
