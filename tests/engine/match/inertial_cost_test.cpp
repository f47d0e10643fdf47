#include "crossfade/match/inertial_cost.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace crossfade {
namespace {

/// The damped spring itself, integrated step by step (Simpson), split where its sign changes.
double integrated(double offset, double velocity, double halfLife) {
  const double y = 2 * std::log(2.0) / halfLife;
  const auto value = [&](double t) { return std::exp(-y * t) * (offset + (velocity + offset * y) * t); };
  const auto simpson = [&](double from, double to) {
    constexpr int kParts = 20000;
    const double h = (to - from) / kParts;
    double sum = value(from) + value(to);
    for (int i = 1; i < kParts; ++i) sum += (i % 2 == 1 ? 4 : 2) * value(from + h * i);
    return sum * h / 3;
  };
  const double end = 60 * halfLife;
  double low = 0, high = end;
  if (value(1e-9 * halfLife) * value(end) >= 0) return std::abs(simpson(0, end));
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (value(1e-9 * halfLife) * value(middle) > 0 ? low : high) = middle;
  }
  return std::abs(simpson(0, low)) + std::abs(simpson(low, end));
}

TEST(InertialCost, IsTheAreaUnderTheSpring) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> offset(-2, 2), velocity(-20, 20), halfLife(0.05, 0.4);
  int crossings = 0;
  for (int i = 0; i < 300; ++i) {
    const double x = offset(random), v = velocity(random), h = halfLife(random);
    const double expected = integrated(x, v, h);
    EXPECT_NEAR(inertialCost(x, v, h), expected, 1e-9 * std::max(expected, 1.0)) << x << ", " << v << ", " << h;
    crossings += x * (v + x * 2 * std::log(2.0) / h) < 0 ? 1 : 0;
  }
  EXPECT_GT(crossings, 50) << "offsets that overshoot are among them";
}

TEST(InertialCost, OfNothingIsNothing) { EXPECT_EQ(inertialCost(0, 0, 0.1), 0); }

TEST(InertialCost, OfAnOffsetAtRestIsProportionalToTheHalfLife) {
  EXPECT_NEAR(inertialCost(3, 0, 0.1), 3 * 0.1 / std::log(2.0), 1e-12);
  EXPECT_NEAR(inertialCost(-3, 0, 0.2), 3 * 0.2 / std::log(2.0), 1e-12);
}

TEST(InertialCost, OfAVelocityAloneCountsBothDirectionsAlike) {
  EXPECT_NEAR(inertialCost(0, 5, 0.1), inertialCost(0, -5, 0.1), 1e-15);
}

}  // namespace
}  // namespace crossfade
