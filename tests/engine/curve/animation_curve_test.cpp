#include "crossfade/curve/animation_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "crossfade/curve/curve_segment.h"

namespace crossfade {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

AnimationCurve curve(std::vector<CurveKey> keys, CurveWrap before = CurveWrap::Clamp,
                     CurveWrap after = CurveWrap::Clamp) {
  return *AnimationCurve::make(std::move(keys), before, after);
}

std::vector<CurveKey> randomKeys(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-3, 3), gap(0.05, 1.5);
  std::vector<CurveKey> keys;
  double time = number(random);
  for (int i = 0; i < count; ++i) {
    keys.push_back({.time = time, .value = number(random), .inTangent = number(random), .outTangent = number(random)});
    time += gap(random);
  }
  return keys;
}

/// The lesson's polynomial: the segment shifted so that its first key is at (0, 0).
double classic(const CurveKey& left, const CurveKey& right, double time) {
  const double h = right.time - left.time, d = right.value - left.value, m0 = left.outTangent, m1 = right.inTangent;
  const double b2 = m0, b3 = (3 * d / h - 2 * m0 - m1) / h, b4 = (m0 + m1 - 2 * d / h) / (h * h), t = time - left.time;
  return left.value + b2 * t + b3 * t * t + b4 * t * t * t;
}

double bernstein(const CurveKey& left, const CurveKey& right, double time) {
  const double h = right.time - left.time, u = (time - left.time) / h, k = 1 - u;
  const double p1 = left.value + left.outTangent * h / 3, p2 = right.value - right.inTangent * h / 3;
  return k * k * k * left.value + 3 * k * k * u * p1 + 3 * k * u * u * p2 + u * u * u * right.value;
}

TEST(AnimationCurve, IsTheClassicPolynomialAndTheBernsteinForm) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const auto keys = randomKeys(seed, 6);
    const AnimationCurve c = curve(keys);
    for (std::size_t k = 0; k + 1 < keys.size(); ++k)
      for (int i = 0; i <= 100; ++i) {
        const double time = keys[k].time + (keys[k + 1].time - keys[k].time) * i / 100;
        EXPECT_NEAR(c.evaluate(time), classic(keys[k], keys[k + 1], time), 1e-12);
        EXPECT_NEAR(c.evaluate(time), bernstein(keys[k], keys[k + 1], time), 1e-12);
      }
  }
}

TEST(AnimationCurve, IsContinuousAtKeysAndHasTheirSlopes) {
  const double h = 1e-7;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto keys = randomKeys(seed, 5);
    const AnimationCurve c = curve(keys);
    for (std::size_t k = 1; k + 1 < keys.size(); ++k) {
      const double time = keys[k].time;
      EXPECT_EQ(c.evaluate(time), keys[k].value);
      EXPECT_NEAR(c.evaluate(std::nextafter(time, -9)), keys[k].value, 1e-12);
      EXPECT_NEAR((c.evaluate(time + h) - c.evaluate(time)) / h, keys[k].outTangent, 1e-3);
      EXPECT_NEAR((c.evaluate(time) - c.evaluate(time - h)) / h, keys[k].inTangent, 1e-3);
    }
  }
}

TEST(AnimationCurve, OfFewKeysIsDefined) {
  EXPECT_EQ(AnimationCurve().evaluate(3), 0);
  EXPECT_EQ(curve({{.time = 2, .value = 5}}).evaluate(-1), 5);
  for (const CurveWrap wrap : {CurveWrap::Loop, CurveWrap::PingPong}) {
    EXPECT_EQ(AnimationCurve().evaluate(NAN), 0);
    EXPECT_EQ(curve({{.time = 2, .value = 5}}, wrap, wrap).evaluate(9), 5);
    EXPECT_EQ(curve({{.time = 1, .value = 5}, {.time = 1, .value = 6}}, wrap, wrap).evaluate(1), 6);
  }
}

TEST(AnimationCurve, StepsWhereKeysShareATime) {
  const AnimationCurve c =
      curve({{.time = 0, .value = 0}, {.time = 1, .value = 1}, {.time = 1, .value = 3}, {.time = 2, .value = 3}});
  EXPECT_EQ(c.evaluate(1), 3);
  EXPECT_NEAR(c.evaluate(1 - 1e-9), 1, 1e-6);
  EXPECT_EQ(c.evaluate(1.5), 3);
}

TEST(AnimationCurve, HoldsTheLeftKeyAtAnInfiniteTangent) {
  for (const double step : {kStepTangent, -kStepTangent}) {
    EXPECT_EQ(curve({{.time = 0, .value = 1, .outTangent = step}, {.time = 1, .value = 2}}).evaluate(0.999), 1);
    EXPECT_EQ(curve({{.time = 0, .value = 1}, {.time = 1, .value = 2, .inTangent = step}}).evaluate(0.999), 1);
    EXPECT_EQ(curve({{.time = 0, .value = 1}, {.time = 1, .value = 2, .inTangent = step}}).evaluate(1), 2);
  }
}

TEST(AnimationCurve, WrapsBeforeAndAfter) {
  const AnimationCurve line = *AnimationCurve::linear(1, 0, 3, 2);
  const auto with = [&](CurveWrap before, CurveWrap after) {
    AnimationCurve c = line;
    c.before = before;
    c.after = after;
    return c;
  };
  EXPECT_EQ(line.evaluate(-5), 0);
  EXPECT_EQ(line.evaluate(50), 2);
  for (const CurveWrap wrap : {CurveWrap::Clamp, CurveWrap::Loop, CurveWrap::PingPong}) {
    EXPECT_EQ(with(wrap, wrap).evaluate(1), 0) << "its first and its last key are on it";
    EXPECT_EQ(with(wrap, wrap).evaluate(3), 2);
  }
  EXPECT_NEAR(with(CurveWrap::Loop, CurveWrap::Clamp).evaluate(0.5), 1.5, 1e-15);
  EXPECT_NEAR(with(CurveWrap::PingPong, CurveWrap::Clamp).evaluate(0.5), 0.5, 1e-15);
  EXPECT_NEAR(with(CurveWrap::Clamp, CurveWrap::Loop).evaluate(7.25), 0.25, 1e-15);
  EXPECT_NEAR(with(CurveWrap::Clamp, CurveWrap::PingPong).evaluate(3.5), 1.5, 1e-15);
  EXPECT_NEAR(with(CurveWrap::Clamp, CurveWrap::PingPong).evaluate(5.5), 0.5, 1e-15);
  EXPECT_EQ(with(CurveWrap::Clamp, CurveWrap::Loop).evaluate(kInfinity), 2);
  EXPECT_EQ(with(CurveWrap::Loop, CurveWrap::Loop).evaluate(-kInfinity), 0);
  EXPECT_TRUE(std::isfinite(with(CurveWrap::Loop, CurveWrap::PingPong).evaluate(1e300)));
}

TEST(AnimationCurve, HasUnitysFactories) {
  EXPECT_EQ(AnimationCurve::constant(0, 1, 4)->evaluate(0.3), 4);
  const AnimationCurve line = *AnimationCurve::linear(0, 1, 2, 5), back = *AnimationCurve::linear(2, 5, 0, 1);
  const AnimationCurve ease = *AnimationCurve::easeInOut(0, 0, 1, 1);
  for (int i = 0; i <= 20; ++i) {
    const double u = i / 20.0;
    EXPECT_NEAR(line.evaluate(2 * u), 1 + 4 * u, 1e-14);
    EXPECT_EQ(line.evaluate(2 * u), back.evaluate(2 * u));
    EXPECT_NEAR(ease.evaluate(u), 3 * u * u - 2 * u * u * u, 1e-15);
  }
  EXPECT_EQ(AnimationCurve::linear(1, 2, 1, 3)->keys().size(), 1u);
  EXPECT_EQ(AnimationCurve::linear(1, 2, 1, 3)->evaluate(0), 3);
}

TEST(AnimationCurve, WithWeightsOfOneThirdEqualsTheUnweightedCurve) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto keys = randomKeys(seed, 4);
    const AnimationCurve plain = curve(keys);
    for (const WeightedMode mode : {WeightedMode::In, WeightedMode::Out, WeightedMode::Both}) {
      for (CurveKey& key : keys) key.weightedMode = mode;
      const AnimationCurve weighted = curve(keys);
      for (double time = keys.front().time; time < keys.back().time; time += 0.01)
        EXPECT_NEAR(weighted.evaluate(time), plain.evaluate(time), 1e-12);
    }
  }
}

TEST(AnimationCurve, WithWeightsIsABezierCurve) {
  for (const double a : {0.0, 0.05, 0.4, 0.9, 1.0})
    for (const double b : {0.0, 0.2, 0.7, 1.0}) {
      const AnimationCurve c =
          curve({{.time = 1, .value = 2, .outTangent = 3, .weightedMode = WeightedMode::Out, .outWeight = a},
                 {.time = 3, .value = -1, .inTangent = -2, .weightedMode = WeightedMode::In, .inWeight = b}});
      for (int i = 0; i < 100; ++i) {  // points of the Bezier curve lie on ours
        const double s = i / 100.0, k = 1 - s, w1 = 3 * k * k * s, w2 = 3 * k * s * s, w3 = s * s * s;
        const double time = 1 + 2 * (w1 * a + w2 * (1 - b) + w3);
        const double value = k * k * k * 2 + w1 * (2 + 3 * a * 2) + w2 * (-1 + 2 * b * 2) - w3;
        // where time has zero slope (both weights 1, in the middle) rounding the time once shifts the parameter by the
        // cube root of it
        EXPECT_NEAR(c.evaluate(time), value, a + b > 1.9 ? 1e-4 : 1e-7) << a << ' ' << b << ' ' << s;
      }
    }
}

TEST(CurveSegment, FindsTheParameterAndIsMonotonic) {
  for (double a = 0; a <= 1; a += 0.1)
    for (double b = 0; b <= 1; b += 0.1) {
      double last = 0;
      for (int i = 0; i <= 200; ++i) {
        const double s = bezierParameterAt(i / 200.0, a, b);
        EXPECT_GE(s, last - 1e-9);
        EXPECT_TRUE(s >= 0 && s <= 1);
        last = s;
      }
      EXPECT_NEAR(bezierParameterAt(0, a, b), 0, 1e-5);
      EXPECT_NEAR(bezierParameterAt(1, a, b), 1, 1e-5);
    }
}

TEST(AnimationCurve, AddsMovesAndRemovesKeys) {
  AnimationCurve c;
  EXPECT_EQ(*c.addKey({.time = 1, .value = 1}), 0);
  EXPECT_EQ(*c.addKey({.time = 0, .value = 2}), 0);
  EXPECT_EQ(*c.addKey({.time = 1, .value = 3}), 2);  // after the key at the same time
  EXPECT_EQ(c.evaluate(1), 3);
  EXPECT_EQ(*c.moveKey(0, {.time = 5, .value = 2}), 2);
  EXPECT_EQ(c.keys()[2].time, 5);
  EXPECT_EQ(*c.moveKey(2, {.time = 1, .value = 2}), 2);  // onto other keys: it stays on its side of them
  c.removeKey(0);
  EXPECT_EQ(c.keys().size(), 2u);
}

TEST(AnimationCurve, AMovedKeyStaysOnItsSideOfKeysAtItsTime) {
  AnimationCurve c = curve({{.time = 0, .value = 0}, {.time = 1, .value = 1}, {.time = 2, .value = 2}});
  EXPECT_EQ(*c.moveKey(1, {.time = 0, .value = 1}), 1);
  EXPECT_EQ(*c.moveKey(1, {.time = 2, .value = 1}), 1);
  EXPECT_EQ(*c.moveKey(2, {.time = 1, .value = 2}), 1) << "before the key at 2, but after the one at 0";
}

TEST(AnimationCurve, SmoothsTangentsToTheMeanOfTheNeighboringSlopes) {
  AnimationCurve c = curve({{.time = 0, .value = 0}, {.time = 1, .value = 2}, {.time = 3, .value = 10}});
  c.smoothTangents(1);
  EXPECT_EQ(c.keys()[1].inTangent, 3);
  EXPECT_EQ(c.keys()[1].outTangent, 3);
  c.smoothTangents(1, -1);
  EXPECT_EQ(c.keys()[1].outTangent, 2);
  c.smoothTangents(1, 1);
  EXPECT_EQ(c.keys()[1].outTangent, 4);
  c.smoothTangents(0);
  EXPECT_EQ(c.keys()[0].outTangent, 2);
  c.smoothTangents(2);
  EXPECT_EQ(c.keys()[2].inTangent, 4);
  AnimationCurve step = curve({{.time = 1, .value = 0}, {.time = 1, .value = 2}});
  step.smoothTangents(1);
  EXPECT_EQ(step.keys()[1].inTangent, 0);
}

TEST(AnimationCurve, RefusesValuesThatAreNotNumbers) {
  AnimationCurve c;
  EXPECT_FALSE(c.addKey({.time = NAN}));
  EXPECT_FALSE(c.addKey({.time = kInfinity}));
  EXPECT_FALSE(c.addKey({.value = NAN}));
  EXPECT_FALSE(c.addKey({.inTangent = NAN}));
  EXPECT_FALSE(c.addKey({.inWeight = 1.5}));
  EXPECT_TRUE(c.keys().empty());
  ASSERT_TRUE(c.addKey({.time = 1, .value = 2}));
  EXPECT_FALSE(c.moveKey(0, {.time = NAN}));
  EXPECT_EQ(c.keys()[0].time, 1);
  EXPECT_FALSE(AnimationCurve::make({{.value = NAN}}));
  EXPECT_FALSE(AnimationCurve::linear(0, 0, kInfinity, 1));
  EXPECT_FALSE(AnimationCurve::easeInOut(NAN, 0, 1, 1));
  EXPECT_EQ(c.addKey({.time = 0.5, .value = 1, .outWeight = 2}).error().message,
            "curve: the key at 0.5 has a tangent weight of 2, not between 0 and 1");
}

TEST(AnimationCurve, AnswersAtAnyTimeWhateverItsLengthAndWrapMode) {
  for (const CurveWrap wrap : {CurveWrap::Clamp, CurveWrap::Loop, CurveWrap::PingPong}) {
    AnimationCurve point = *AnimationCurve::make({{.time = 2, .value = 3}});
    point.before = point.after = wrap;
    AnimationCurve line = *AnimationCurve::linear(0, 1, 2, 5);
    line.before = line.after = wrap;
    for (const double time : {-7.0, 2.0, 9.0}) EXPECT_EQ(point.evaluate(time), 3) << time;
    EXPECT_EQ(line.evaluate(INFINITY), 5);
    EXPECT_EQ(line.evaluate(-INFINITY), 1);
  }
}

}  // namespace
}  // namespace crossfade
