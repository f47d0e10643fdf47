#include "crossfade/math/hermite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace crossfade {
namespace {

/// The same cubic as a Bezier curve, by de Casteljau's algorithm.
double bernstein(double p0, double m0, double p1, double m1, double u) {
  double points[4] = {p0, p0 + m0 / 3, p1 - m1 / 3, p1};
  for (int level = 3; level > 0; --level)
    for (int i = 0; i < level; ++i) points[i] += (points[i + 1] - points[i]) * u;
  return points[0];
}

TEST(Hermite, EqualsTheBezierCurveOfTheSameTangents) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-10, 10), unit(0, 1);
  for (int i = 0; i < 10000; ++i) {
    const double p0 = number(random), m0 = number(random), p1 = number(random), m1 = number(random), u = unit(random);
    EXPECT_NEAR(hermite(p0, m0, p1, m1, u), bernstein(p0, m0, p1, m1, u), 1e-13 * 20);
  }
}

TEST(Hermite, IsExactAtBothEnds) {
  EXPECT_EQ(hermite(0.1, 3, -0.7, 5, 0), 0.1);
  EXPECT_EQ(hermite(0.1, 3, -0.7, 5, 1), -0.7);
}

TEST(Hermite, HasTheGivenSlopesAtTheEnds) {
  const double h = 1e-6;
  EXPECT_NEAR((hermite(1, 4, 2, -3, h) - 1) / h, 4, 1e-4);
  EXPECT_NEAR((2 - hermite(1, 4, 2, -3, 1 - h)) / h, -3, 1e-4);
}

TEST(Hermite, WithTheChordAsSlopesIsAStraightLine) {
  for (double u = 0; u <= 1; u += 0.125) EXPECT_DOUBLE_EQ(hermite(2, 6, 8, 6, u), 2 + 6 * u);
}

TEST(Hermite, SlopeIsTheDifferenceQuotient) {
  for (const double u : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const double h = 1e-6;
    const double quotient = (hermite(2, -3, 5, 0.5, u + h) - hermite(2, -3, 5, 0.5, u - h)) / (2 * h);
    EXPECT_NEAR(hermiteSlope(2, -3, 5, 0.5, u), quotient, 1e-6) << u;
  }
}

}  // namespace
}  // namespace crossfade
