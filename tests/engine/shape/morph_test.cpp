#include "crossfade/shape/morph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/engine/shape/outlines.h"

namespace crossfade {
namespace {

using std::numbers::pi;
using test::farthest;
using test::Points;

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr RotationDirection kRotationDirections[]{RotationDirection::Clockwise, RotationDirection::CounterClockwise,
                                                  RotationDirection::Shortest};

Points linear(const Points& from, const Points& to, double t) {
  Points out(from.size());
  linearMorph(from, to, t, out);
  return out;
}

Points vector(const Points& from, const Points& to, bool closed, RotationDirection direction, ClosingError closing,
              double t) {
  std::vector<MorphEdge> edges(edgeCount(from.size(), closed));
  prepareEdges(from, to, edges);
  Points out(from.size());
  vectorMorph(from, to, edges, direction, closing, t, out);
  return out;
}

TEST(EdgeRotation, FollowsItsDirection) {
  EXPECT_EQ(edgeRotation(1, RotationDirection::Clockwise), 1);
  EXPECT_EQ(edgeRotation(-1, RotationDirection::Clockwise), 2 * pi - 1);
  EXPECT_EQ(edgeRotation(-1, RotationDirection::CounterClockwise), -1);
  EXPECT_EQ(edgeRotation(1, RotationDirection::CounterClockwise), 1 - 2 * pi);
  EXPECT_EQ(edgeRotation(4, RotationDirection::Shortest), 4 - 2 * pi);
  EXPECT_EQ(edgeRotation(-4, RotationDirection::Shortest), 2 * pi - 4);
  EXPECT_EQ(edgeRotation(3, RotationDirection::Shortest), 3);
  for (const RotationDirection direction : kRotationDirections) EXPECT_EQ(edgeRotation(0, direction), 0);
}

TEST(EdgeRotation, OfExactlyHalfATurnGoesClockwiseWhenShortest) {
  for (const double rounding : {-1e-15, 0.0, 1e-15})
    for (const double half : {-pi, pi})
      EXPECT_NEAR(edgeRotation(half + rounding, RotationDirection::Shortest), pi, 1e-14);
}

TEST(EdgeRotation, AddsNoFullTurnBecauseOfRounding) {
  for (const RotationDirection direction : kRotationDirections)
    for (const double same : {-2 * pi, 0.0, 2 * pi})
      for (const double rounding : {-1e-15, 0.0, 1e-15})
        EXPECT_NEAR(edgeRotation(same + rounding, direction), 0, 1e-14);
}

RC_GTEST_PROP(EdgeRotation, IsTheSameAngleWithinItsRange, ()) {
  const double difference = test::randomBetween(-2 * pi, 2 * pi);
  for (const RotationDirection direction : kRotationDirections) {
    const double angle = edgeRotation(difference, direction);
    RC_ASSERT(std::abs(std::remainder(angle - difference, 2 * pi)) < 1e-12);
    const double lowest = direction == RotationDirection::Clockwise          ? 0
                          : direction == RotationDirection::CounterClockwise ? -2 * pi
                                                                             : -pi;
    RC_ASSERT(angle >= lowest - 1e-9 && angle <= lowest + 2 * pi + 1e-9);
  }
}

RC_GTEST_PROP(Morph, ReturnsBothEndsBitForBit, ()) {
  const Points from = test::randomPoints(0, 12);
  Points to = test::rotatedAndTranslated(from, 1.1, {0.1, 7});
  if (!to.empty()) to.back() = {1e-3, -1e9};
  for (const double t : {0.0, kNoNumber}) RC_ASSERT(linear(from, to, t) == from);
  RC_ASSERT(linear(from, to, 1) == to);
  for (const bool closed : {false, true})
    for (const RotationDirection direction : kRotationDirections)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw}) {
        RC_ASSERT(vector(from, to, closed, direction, closing, 0) == from);
        RC_ASSERT(vector(from, to, closed, direction, closing, kNoNumber) == from);
        RC_ASSERT(vector(from, to, closed, direction, closing, 1) == to);
      }
}

RC_GTEST_PROP(Morph, OvershootsAndStaysFinite, ()) {
  const Points from = test::randomPoints(1, 12),
               to = test::rotatedAndTranslated(from, test::randomBetween(0, 7), {3, 4});
  const double beyond = test::randomBetween(1, 3);
  const Points far = linear(from, to, beyond);
  for (std::size_t i = 0; i < far.size(); ++i)
    RC_ASSERT(glm::distance(far[i], from[i] + beyond * (to[i] - from[i])) < 1e-9);
  RC_ASSERT(linear(from, to, kInfinity) == linear(from, to, 1 + kMaxMorphOvershoot));
  for (const bool closed : {false, true})
    for (const RotationDirection direction : kRotationDirections)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw}) {
        RC_ASSERT(farthest(vector(from, to, closed, direction, closing, 1 + 1e-12), to) < 1e-7);
        RC_ASSERT(farthest(vector(from, to, closed, direction, closing, -1e-12), from) < 1e-7);
        for (const double t : {-kInfinity, -3.0, 4.0, 1e300, kInfinity})
          for (const glm::dvec2 p : vector(from, to, closed, direction, closing, t))
            RC_ASSERT(std::isfinite(p.x) && std::isfinite(p.y));
      }
}

TEST(VectorMorph, KeepsTurningPastTheEndAndNoLengthGoesBelowZero) {
  const Points from{{0, 0}, {10, 0}}, to{{0, 0}, {0, 4}};  // a quarter turn, and shorter
  const Points past = vector(from, to, false, RotationDirection::Shortest, ClosingError::Raw, 1.5);
  EXPECT_LT(farthest(past, {{0, 0}, {std::cos(0.75 * pi), std::sin(0.75 * pi)}}), 1e-12) << "length 10 - 1.5 * 6";
  const Points gone = vector(from, to, false, RotationDirection::Shortest, ClosingError::Raw, 3);
  EXPECT_LT(farthest(gone, {{0, 0}, {0, 0}}), 1e-12);
}

RC_GTEST_PROP(Morph, IsContinuousAtItsEnds, ()) {
  const Points from = test::randomPoints(1, 12),
               to = test::rotatedAndTranslated(from, test::randomBetween(0, 7), {3, 4});
  for (const bool closed : {false, true})
    for (const RotationDirection direction : kRotationDirections)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw}) {
        RC_ASSERT(farthest(vector(from, to, closed, direction, closing, 1e-12), from) < 1e-7);
        RC_ASSERT(farthest(vector(from, to, closed, direction, closing, 1 - 1e-12), to) < 1e-7);
      }
}

RC_GTEST_PROP(VectorMorph, IsTheSumOfItsComplexEdges, ()) {
  Points from = test::randomPoints(2, 12), to = test::rotatedAndTranslated(from, 2.5, {0, 0});
  std::reverse(to.begin(), to.end());
  const double t = test::randomBetween(0.01, 0.99);
  const Points open = vector(from, to, false, RotationDirection::Clockwise, ClosingError::Spread, t),
               raw = vector(from, to, true, RotationDirection::Clockwise, ClosingError::Raw, t);
  RC_ASSERT(open == raw);  // the closing edge only affects how the gap is spread
  std::complex<double> end{(1 - t) * from[0].x + t * to[0].x, (1 - t) * from[0].y + t * to[0].y};
  for (std::size_t i = 0; i + 1 < from.size(); ++i) {
    const glm::dvec2 a = from[i + 1] - from[i], b = to[i + 1] - to[i];
    if (glm::length(a) == 0 || glm::length(b) == 0) RC_DISCARD("has an edge without length");
    const std::complex<double> first{a.x, a.y}, second{b.x, b.y};
    double direction = std::arg(second / first);  // the quotient's angle, moved into [0, 2 pi)
    if (direction < -1e-9) direction += 2 * pi;
    end += std::polar((1 - t) * std::abs(first) + t * std::abs(second), std::arg(first) + t * direction);
    RC_ASSERT(glm::distance(open[i + 1], glm::dvec2{end.real(), end.imag()}) < 1e-9);
  }
}

RC_GTEST_PROP(VectorMorph, OfAClosedShapeClosesAtEveryT, ()) {
  const Points from = test::randomPoints(2, 12);
  Points to = test::randomPoints(static_cast<int>(from.size()), static_cast<int>(from.size()));
  const double t = test::randomBetween(0, 1);
  for (const RotationDirection direction : kRotationDirections) {
    // the same outline with its first point repeated at the end: there the chain must return to where it
    // started
    Points fromTwice = from, toTwice = to;
    fromTwice.push_back(from.front()), toTwice.push_back(to.front());
    const Points closed = vector(fromTwice, toTwice, true, direction, ClosingError::Spread, t);
    RC_ASSERT(glm::distance(closed.front(), closed.back()) < 1e-10);
    const Points same = vector(from, to, true, direction, ClosingError::Spread, t);
    RC_ASSERT(farthest(same, Points(closed.begin(), closed.end() - 1)) < 1e-10);
  }
}

TEST(VectorMorph, LeavesTheGapOpenWhenRaw) {
  const Points from{{0, 0}, {100, 0}, {100, 100}, {0, 0}}, to{{0, 0}, {0, 100}, {30, 0}, {0, 0}};
  const Points raw = vector(from, to, true, RotationDirection::Shortest, ClosingError::Raw, 0.5);
  EXPECT_GT(glm::distance(raw.front(), raw.back()), 1);
  const Points spread = vector(from, to, true, RotationDirection::Shortest, ClosingError::Spread, 0.5);
  const glm::dvec2 gap = raw.back() - raw.front();
  double sofar = 0, whole = 0;
  const double lengths[]{100, 0.5 * (100 + std::hypot(30, 100)), 0.5 * (std::hypot(100, 100) + 30)};
  for (const double length : lengths) whole += length;
  for (std::size_t i = 0; i < 4; ++i) {  // each edge absorbs its fraction of the gap
    EXPECT_LT(glm::distance(spread[i], raw[i] - gap * (sofar / whole)), 1e-12);
    if (i < 3) sofar += lengths[i];
  }
}

RC_GTEST_PROP(VectorMorph, RotatesAndTranslatesWithItsOutlines, ()) {
  const Points from = test::randomPoints(1, 10);
  const Points to = test::randomPoints(static_cast<int>(from.size()), static_cast<int>(from.size()));
  const double t = test::randomBetween(0, 1), angle = test::randomBetween(-7, 7);
  const glm::dvec2 by{test::randomBetween(-99, 99), test::randomBetween(-99, 99)};
  const auto moved = [&](const Points& points) { return test::rotatedAndTranslated(points, angle, by); };
  for (const bool closed : {false, true})
    for (const RotationDirection direction : kRotationDirections)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw})
        RC_ASSERT(farthest(vector(moved(from), moved(to), closed, direction, closing, t),
                           moved(vector(from, to, closed, direction, closing, t))) < 1e-8);
}

TEST(VectorMorph, RotatesEveryEdgeInItsDirection) {
  const Points from{{0, 0}, {10, 0}, {10, 10}},
      to{{0, 0}, {0, 10}, {-10, 10}};  // both edges a quarter clockwise on screen
  for (const RotationDirection direction : kRotationDirections) {
    double last = 0;
    for (double t = 0.01; t < 1; t += 0.01) {
      const Points now = vector(from, to, false, direction, ClosingError::Raw, t);
      const double angle = std::atan2(now[1].y, now[1].x), step = std::remainder(angle - last, 2 * pi);
      EXPECT_NEAR(step, (direction == RotationDirection::CounterClockwise ? -1.5 : 0.5) * pi * 0.01, 1e-9);
      last = angle;
    }
  }
}

TEST(VectorMorph, GrowsAnEdgeOfZeroLengthWithoutRotation) {
  const Points from{{0, 0}, {0, 0}, {5, 0}}, to{{0, 0}, {-3, -3}, {2, -3}};
  for (const RotationDirection direction : kRotationDirections) {
    const Points half = vector(from, to, false, direction, ClosingError::Raw, 0.5);
    EXPECT_LT(farthest(half, {{0, 0}, {-1.5, -1.5}, {3.5, -1.5}}), 1e-12);
    EXPECT_LT(farthest(vector(to, from, false, direction, ClosingError::Raw, 0.5), half), 1e-12);
    const Points nothing{{1, 1}, {1, 1}, {1, 1}}, elsewhere{{3, 5}, {3, 5}, {3, 5}};
    EXPECT_EQ(vector(nothing, elsewhere, true, direction, ClosingError::Spread, 0.5), (Points{{2, 3}, {2, 3}, {2, 3}}));
  }
}

TEST(Morph, AcceptsNoPointsAndOnePoint) {
  for (const bool closed : {false, true})
    for (const RotationDirection direction : kRotationDirections) {
      EXPECT_TRUE(vector({}, {}, closed, direction, ClosingError::Spread, 0.5).empty());
      EXPECT_EQ(vector({{1, 2}}, {{3, 6}}, closed, direction, ClosingError::Spread, 0.25), (Points{{1.5, 3}}));
    }
  EXPECT_TRUE(linear({}, {}, 0.5).empty());
}

RC_GTEST_PROP(VectorMorph, ScalesWithItsOutlines, ()) {
  const Points from = test::randomPoints(1, 10);
  const Points to = test::randomPoints(static_cast<int>(from.size()), static_cast<int>(from.size()));
  const double t = test::randomBetween(0, 1);
  for (const double factor : {1.0 / (1 << 20), 1024.0}) {
    const auto scaled = [&](Points points) {
      for (glm::dvec2& point : points) point *= factor;
      return points;
    };
    for (const bool closed : {false, true})
      for (const RotationDirection direction : kRotationDirections)
        for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw})
          RC_ASSERT(farthest(vector(scaled(from), scaled(to), closed, direction, closing, t),
                             scaled(vector(from, to, closed, direction, closing, t))) < 1e-8 * factor);
  }
}

}  // namespace
}  // namespace crossfade
