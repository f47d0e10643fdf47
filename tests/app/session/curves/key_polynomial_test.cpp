#include "app/session/curves/curves_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "app/session/curves/curves_command.h"

namespace app {
namespace {

using crossfade::AnimationCurve;

TEST(KeyPolynomial, HasTheLessonsCoefficients) {  // the lesson on Unity's AnimationCurve
  const AnimationCurve curve =
      *AnimationCurve::make({{.time = 0, .value = 0.25, .outTangent = 2}, {.time = 1, .value = 1, .inTangent = -0.5}});
  const KeyPolynomial p = polynomialAt(curve, 0.3);
  EXPECT_EQ(p.b1, 0);
  EXPECT_EQ(p.b2, 2);
  EXPECT_EQ(p.b3, -1.25);
  EXPECT_EQ(p.b4, 0);
  EXPECT_EQ(p.value, 0.25);
  EXPECT_DOUBLE_EQ(p.at(0.5), 0.25 + 2 * 0.5 - 1.25 * 0.25);
}

TEST(KeyPolynomial, AndTheCurveAgreeAtThe101SamplesOfTheLesson) {
  EXPECT_EQ(comparedTime(lessonCurve(), 0), 0);
  EXPECT_EQ(comparedTime(lessonCurve(), 100), 1);
  EXPECT_EQ(comparedTime(lessonCurve(), 37), 0.37);
  EXPECT_LT(checkPolynomial(lessonCurve()).difference, 1e-15);
  for (int percent = 0; percent <= 100; ++percent) {  // so that all of it is visible in the plot at first
    const double value = lessonCurve().evaluate(percent / 100.0);
    EXPECT_TRUE(value >= 0 && value <= 1) << percent;
  }

  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int round = 0; round < 50; ++round) {
    std::vector<crossfade::CurveKey> keys;
    for (int i = 0; i < 5; ++i)
      keys.push_back(
          {.time = number(random), .value = number(random), .inTangent = number(random), .outTangent = number(random)});
    EXPECT_LT(checkPolynomial(*AnimationCurve::make(keys)).difference, 1e-12);
  }
}

TEST(KeyPolynomial, FindsACurveThatIsNotThePolynomial) {
  using enum crossfade::WeightedMode;
  const AnimationCurve weighted =
      *AnimationCurve::make({{.time = 0, .value = 0, .weightedMode = Out, .outWeight = 0.9}, {.time = 1, .value = 1}});
  const PolynomialCheck check = checkPolynomial(weighted);
  EXPECT_GT(check.difference, 0.05);
  EXPECT_EQ(check.difference, std::abs(polynomialDifference(weighted, check.time)));
}

TEST(KeyPolynomial, IsDefinedWhereTheLessonsCodeIsNot) {
  EXPECT_EQ(polynomialAt({}, 0.5).at(0.5), 0);
  EXPECT_EQ(checkPolynomial({}).difference, 0);
  const AnimationCurve one = *AnimationCurve::make({{.time = 1, .value = 3}});
  EXPECT_EQ(polynomialAt(one, 0.5).at(0.5), 3);
  EXPECT_EQ(checkPolynomial(one).difference, 0);
  const AnimationCurve same = *AnimationCurve::make({{.time = 1, .value = 3}, {.time = 1, .value = 4}});
  EXPECT_EQ(polynomialAt(same, 1).at(1), same.evaluate(1));
  const AnimationCurve step =
      *AnimationCurve::make({{.time = 0, .value = 2, .outTangent = crossfade::kStepTangent}, {.time = 1, .value = 5}});
  for (const double t : {-1.0, 0.0, 0.5, 0.999, 1.0, 2.0})
    EXPECT_EQ(polynomialAt(step, t).at(t), step.evaluate(t)) << t;
}

}  // namespace
}  // namespace app
