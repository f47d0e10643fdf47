// The endings of smooth tracks, and which of them a cursor stores.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "crossfade/clip/interpolant.h"

namespace crossfade {
namespace {

const std::vector<double> kTimes = {0, 1, 3, 4};
const std::vector<double> kValues = {0, 4, -2, 1};
constexpr double kStep = 1e-4;

double at(Endings endings, double time) {
  double result[1];
  auto curve = *Interpolant::make({kTimes, kValues, {}, 1}, Interpolation::Smooth, Mixing::Lerp, result);
  curve.endings = endings;
  return curve.evaluate(time)[0];
}

double slopeAt(Endings endings, double time, double direction) {
  return (at(endings, time + direction * kStep) - at(endings, time)) / (direction * kStep);
}

double curvatureAt(Endings endings, double time, double direction) {
  const double h = direction * kStep;
  return (at(endings, time) - 2 * at(endings, time + h) + at(endings, time + 2 * h)) / (h * h);
}

TEST(Endings, FlatHasNoSlopeAtEitherEnd) {
  const Endings flat{Ending::Flat, Ending::Flat};
  EXPECT_NEAR(slopeAt(flat, 0, 1), 0, 1e-2);
  EXPECT_NEAR(slopeAt(flat, 4 - 1e-9, -1), 0, 1e-2);
}

TEST(Endings, NaturalHasNoCurvatureAtEitherEnd) {
  const Endings natural{Ending::Natural, Ending::Natural};
  EXPECT_NEAR(curvatureAt(natural, 0, 1), 0, 1e-2);
  EXPECT_NEAR(curvatureAt(natural, 4 - 1e-9, -1), 0, 1e-2);
}

TEST(Endings, NaturalContinuesTheSlopeOfTheInnerKey) {
  const std::vector<double> times = {0, 1, 2}, values = {0, 1, 4};  // slope 2 at the inner key
  double result[1];
  auto curve = *Interpolant::make({times, values, {}, 1}, Interpolation::Smooth, Mixing::Lerp, result);
  curve.endings = {Ending::Natural, Ending::Natural};
  const auto expected = [](double t) {  // without curvature at 0 and 2
    return t < 1 ? 0.5 * t + 0.5 * t * t * t : 1 + 2 * (t - 1) + 1.5 * (t - 1) * (t - 1) - 0.5 * std::pow(t - 1, 3);
  };
  for (double time = 0; time <= 2; time += 0.125) EXPECT_NEAR(curve.evaluate(time)[0], expected(time), 1e-14) << time;
}

TEST(Endings, MatchThreeJsWhereItIsInconsistent) {  // docs/differences_from_three.md, "Kept"
  const Endings zeroSlope{Ending::ZeroSlope, Ending::ZeroSlope};
  EXPECT_NEAR(slopeAt(zeroSlope, 0, 1), 0, 1e-2);
  EXPECT_NEAR(slopeAt(zeroSlope, 4 - 1e-9, -1), 1.5, 1e-2);  // half the last chord
  EXPECT_NEAR(slopeAt({}, 0, 1), 4, 1e-2);                   // the first chord
  EXPECT_GT(std::abs(curvatureAt({}, 0, 1)), 1);
}

TEST(Endings, NaturalOfTwoKeysIsAStraightLine) {
  const std::vector<double> times = {0, 2}, values = {1, 5};
  double result[1];
  auto curve = *Interpolant::make({times, values, {}, 1}, Interpolation::Smooth, Mixing::Lerp, result);
  curve.endings = {Ending::Natural, Ending::Natural};
  for (double time = 0; time <= 2; time += 0.25) EXPECT_NEAR(curve.evaluate(time)[0], 1 + 2 * time, 1e-15);
}

TEST(Endings, AreAdoptedWhenAnIntervalIsEntered) {
  double result[1];
  auto curve = *Interpolant::make({kTimes, kValues, {}, 1}, Interpolation::Smooth, Mixing::Lerp, result);
  const double before = curve.evaluate(0.5)[0];
  curve.endings = {Ending::Flat, Ending::Flat};
  EXPECT_EQ(curve.evaluate(0.5)[0], before);
  curve.evaluate(2);
  EXPECT_NE(curve.evaluate(0.5)[0], before);
}

TEST(Interpolant, DoesNotDependOnTheCachedInterval) {
  std::vector<double> times, values;
  for (int i = 0; i < 40; ++i) times.push_back(i / 3 * 0.5), values.push_back(std::sin(i));  // three keys at each time
  double result[1];
  for (const auto kind : {Interpolation::Discrete, Interpolation::Linear, Interpolation::Smooth}) {
    auto wandering = *Interpolant::make({times, values, {}, 1}, kind, Mixing::Lerp, result);
    for (int i = 0; i < 2000; ++i) {
      const double time = std::fmod(i * 0.7310585, 8.0) - 0.5;
      const double found = wandering.evaluate(time)[0];
      auto fresh = *Interpolant::make({times, values, {}, 1}, kind, Mixing::Lerp, result);
      EXPECT_EQ(found, fresh.evaluate(time)[0]);
      EXPECT_TRUE(std::isfinite(found));
    }
  }
}

TEST(Interpolant, RefusesMismatchedSizes) {
  const std::vector<double> times = {0, 1}, values = {1, 2, 3};
  std::vector<double> result(1), two(2);
  const std::vector<double> quaternions = {0, 0, 0, 1, 1, 0, 0, 0};
  const auto refusal = [&](KeySpans<double> keys, Interpolation kind, Mixing mixing, std::span<double> buffer) {
    const auto made = Interpolant::make(keys, kind, mixing, buffer);
    return made ? std::string("made") : made.error().message;
  };
  const std::span<const double> pair = std::span(values).first(2);
  EXPECT_EQ(refusal({times, values, {}, 1}, Interpolation::Linear, Mixing::Lerp, result), "3 values do not fit 2 keys");
  EXPECT_EQ(refusal({times, quaternions, {}, 4}, Interpolation::Linear, Mixing::Slerp, two),
            "the result has 2 values, a key has 4");
  EXPECT_EQ(refusal({times, pair, values, 1}, Interpolation::Bezier, Mixing::Lerp, result),
            "3 tangent values do not fit 2 keys");
  EXPECT_EQ(refusal({{}, {}, {}, 1}, Interpolation::Linear, Mixing::Lerp, result), "no keys");
  EXPECT_EQ(refusal({times, pair, {}, 1}, Interpolation::Linear, Mixing::Slerp, result),
            "a rotation has 4 components, not 1");
  EXPECT_EQ(refusal({times, pair, {}, 1}, Interpolation::Linear, Mixing::Select, result),
            "a selection has one component and changes in steps");
  EXPECT_EQ(refusal({times, pair, {}, 1}, Interpolation::Linear, Mixing::Lerp, result), "made");
}

}  // namespace
}  // namespace crossfade
