// The examples of the classic lesson on Unity's AnimationCurve.
#include <gtest/gtest.h>

#include "crossfade/curve/animation_curve.h"

namespace crossfade {
namespace {

TEST(WorkedExamplesOfCurves, ACurveIsTheCubicThroughItsKeysAt101Samples) {
  const CurveKey first{.time = 0, .value = 0.25, .outTangent = 2}, last{.time = 1, .value = 1, .inTangent = -0.5};
  const AnimationCurve curve = *AnimationCurve::make({first, last});
  const double h = 1, d = 0.75, m0 = 2, m1 = -0.5;
  const double b1 = 0, b2 = m0, b3 = (3 * d / h - 2 * m0 - m1) / h, b4 = (m0 + m1 - 2 * d / h) / (h * h);
  EXPECT_EQ(b3, -1.25);
  EXPECT_EQ(b4, 0);
  for (int i = 0; i <= 100; ++i) {
    const double t = i / 100.0;
    EXPECT_NEAR(curve.evaluate(t), b1 + b2 * t + b3 * t * t + b4 * t * t * t + first.value, 1e-12);
  }
  EXPECT_EQ(curve.evaluate(-1), 0.25);
  EXPECT_EQ(curve.evaluate(2), 1);
  EXPECT_EQ(AnimationCurve().evaluate(0.5), 0);
}

TEST(WorkedExamplesOfCurves,
     ACurveOfOneKeyOrOfEqualTimesIsDefined) {  // the lesson's code reads a second key, and divides by zero
  EXPECT_EQ(AnimationCurve::make({{.time = 1, .value = 3}})->evaluate(0.5), 3);
  EXPECT_EQ(AnimationCurve::make({{.time = 1, .value = 3}, {.time = 1, .value = 4}})->evaluate(1), 4);
}

}  // namespace
}  // namespace crossfade
