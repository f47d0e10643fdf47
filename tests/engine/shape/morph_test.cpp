#include "engine/shape/morph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/engine/shape/outlines.h"

namespace engine {
namespace {

using std::numbers::pi;
using test::farthest;
using test::Points;

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr Turn kTurns[]{Turn::Clockwise, Turn::CounterClockwise, Turn::Shortest};

Points linear(const Points& from, const Points& to, double t) {
  Points out(from.size());
  linearMorph(from, to, t, out);
  return out;
}

Points vector(const Points& from, const Points& to, bool closed, Turn turn, ClosingError closing, double t) {
  std::vector<MorphEdge> edges(edgeCount(from.size(), closed));
  prepareEdges(from, to, edges);
  Points out(from.size());
  vectorMorph(from, to, edges, turn, closing, t, out);
  return out;
}

TEST(Turned, GoesTheWayItSays) {
  EXPECT_EQ(turned(1, Turn::Clockwise), 1);
  EXPECT_EQ(turned(-1, Turn::Clockwise), 2 * pi - 1);
  EXPECT_EQ(turned(-1, Turn::CounterClockwise), -1);
  EXPECT_EQ(turned(1, Turn::CounterClockwise), 1 - 2 * pi);
  EXPECT_EQ(turned(4, Turn::Shortest), 4 - 2 * pi);
  EXPECT_EQ(turned(-4, Turn::Shortest), 2 * pi - 4);
  EXPECT_EQ(turned(3, Turn::Shortest), 3);
  for (const Turn turn : kTurns) EXPECT_EQ(turned(0, turn), 0);
}

TEST(Turned, HalfATurnShortestGoesClockwise) {
  for (const double rounding : {-1e-15, 0.0, 1e-15})
    for (const double half : {-pi, pi}) EXPECT_NEAR(turned(half + rounding, Turn::Shortest), pi, 1e-14);
}

TEST(Turned, StartsNoWholeTurnBecauseOfRounding) {
  for (const Turn turn : kTurns)
    for (const double same : {-2 * pi, 0.0, 2 * pi})
      for (const double rounding : {-1e-15, 0.0, 1e-15}) EXPECT_NEAR(turned(same + rounding, turn), 0, 1e-14);
}

RC_GTEST_PROP(Turned, IsTheSameDirectionWithinItsRange, ()) {
  const double difference = test::randomBetween(-2 * pi, 2 * pi);
  for (const Turn turn : kTurns) {
    const double angle = turned(difference, turn);
    RC_ASSERT(std::abs(std::remainder(angle - difference, 2 * pi)) < 1e-12);
    const double least = turn == Turn::Clockwise ? 0 : turn == Turn::CounterClockwise ? -2 * pi : -pi;
    RC_ASSERT(angle >= least - 1e-9 && angle <= least + 2 * pi + 1e-9);
  }
}

RC_GTEST_PROP(Morph, GivesBothEndsBackBitForBit, ()) {
  const Points from = test::randomPoints(0, 12);
  Points to = test::turnedAndMoved(from, 1.1, {0.1, 7});
  if (!to.empty()) to.back() = {1e-3, -1e9};
  for (const double t : {0.0, -0.5, -kInfinity, kNoNumber}) RC_ASSERT(linear(from, to, t) == from);
  for (const double t : {1.0, 1.5, kInfinity}) RC_ASSERT(linear(from, to, t) == to);
  for (const bool closed : {false, true})
    for (const Turn turn : kTurns)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw}) {
        RC_ASSERT(vector(from, to, closed, turn, closing, 0) == from);
        RC_ASSERT(vector(from, to, closed, turn, closing, kNoNumber) == from);
        RC_ASSERT(vector(from, to, closed, turn, closing, -3) == from);
        RC_ASSERT(vector(from, to, closed, turn, closing, 1) == to);
        RC_ASSERT(vector(from, to, closed, turn, closing, 3) == to);
      }
}

RC_GTEST_PROP(Morph, ComesFromAndGoesToItsEndsWithoutAJump, ()) {
  const Points from = test::randomPoints(1, 12), to = test::turnedAndMoved(from, test::randomBetween(0, 7), {3, 4});
  for (const bool closed : {false, true})
    for (const Turn turn : kTurns)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw}) {
        RC_ASSERT(farthest(vector(from, to, closed, turn, closing, 1e-12), from) < 1e-7);
        RC_ASSERT(farthest(vector(from, to, closed, turn, closing, 1 - 1e-12), to) < 1e-7);
      }
}

RC_GTEST_PROP(VectorMorph, IsTheSumOfItsComplexEdges, ()) {
  Points from = test::randomPoints(2, 12), to = test::turnedAndMoved(from, 2.5, {0, 0});
  std::reverse(to.begin(), to.end());
  const double t = test::randomBetween(0.01, 0.99);
  const Points open = vector(from, to, false, Turn::Clockwise, ClosingError::Spread, t),
               raw = vector(from, to, true, Turn::Clockwise, ClosingError::Raw, t);
  RC_ASSERT(open == raw);  // all that the closing edge does is to take part in the spreading
  std::complex<double> end{(1 - t) * from[0].x + t * to[0].x, (1 - t) * from[0].y + t * to[0].y};
  for (std::size_t i = 0; i + 1 < from.size(); ++i) {
    const glm::dvec2 a = from[i + 1] - from[i], b = to[i + 1] - to[i];
    if (glm::length(a) == 0 || glm::length(b) == 0) RC_DISCARD("has an edge without length");
    const std::complex<double> first{a.x, a.y}, second{b.x, b.y};
    double turn = std::arg(second / first);  // the quotient's angle, moved into [0, 2 pi)
    if (turn < -1e-9) turn += 2 * pi;
    end += std::polar((1 - t) * std::abs(first) + t * std::abs(second), std::arg(first) + t * turn);
    RC_ASSERT(glm::distance(open[i + 1], glm::dvec2{end.real(), end.imag()}) < 1e-9);
  }
}

RC_GTEST_PROP(VectorMorph, OfAClosedShapeClosesAtEveryT, ()) {
  const Points from = test::randomPoints(2, 12);
  Points to = test::randomPoints(static_cast<int>(from.size()), static_cast<int>(from.size()));
  const double t = test::randomBetween(0, 1);
  for (const Turn turn : kTurns) {
    // the first point once more at the end of an otherwise equal outline: there the chain must come back to where it
    // began
    Points fromTwice = from, toTwice = to;
    fromTwice.push_back(from.front()), toTwice.push_back(to.front());
    const Points closed = vector(fromTwice, toTwice, true, turn, ClosingError::Spread, t);
    RC_ASSERT(glm::distance(closed.front(), closed.back()) < 1e-10);
    const Points same = vector(from, to, true, turn, ClosingError::Spread, t);
    RC_ASSERT(farthest(same, Points(closed.begin(), closed.end() - 1)) < 1e-10);
  }
}

TEST(VectorMorph, LeavesTheGapOpenWhenRaw) {
  const Points from{{0, 0}, {100, 0}, {100, 100}, {0, 0}}, to{{0, 0}, {0, 100}, {30, 0}, {0, 0}};
  const Points raw = vector(from, to, true, Turn::Shortest, ClosingError::Raw, 0.5);
  EXPECT_GT(glm::distance(raw.front(), raw.back()), 1);
  const Points spread = vector(from, to, true, Turn::Shortest, ClosingError::Spread, 0.5);
  const glm::dvec2 gap = raw.back() - raw.front();
  double sofar = 0, whole = 0;
  const double lengths[]{100, 0.5 * (100 + std::hypot(30, 100)), 0.5 * (std::hypot(100, 100) + 30)};
  for (const double length : lengths) whole += length;
  for (std::size_t i = 0; i < 4; ++i) {  // each edge gives its share
    EXPECT_LT(glm::distance(spread[i], raw[i] - gap * (sofar / whole)), 1e-12);
    if (i < 3) sofar += lengths[i];
  }
}

RC_GTEST_PROP(VectorMorph, TurnsAndMovesWithItsOutlines, ()) {
  const Points from = test::randomPoints(1, 10);
  const Points to = test::randomPoints(static_cast<int>(from.size()), static_cast<int>(from.size()));
  const double t = test::randomBetween(0, 1), angle = test::randomBetween(-7, 7);
  const glm::dvec2 by{test::randomBetween(-99, 99), test::randomBetween(-99, 99)};
  const auto moved = [&](const Points& points) { return test::turnedAndMoved(points, angle, by); };
  for (const bool closed : {false, true})
    for (const Turn turn : kTurns)
      for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw})
        RC_ASSERT(farthest(vector(moved(from), moved(to), closed, turn, closing, t),
                           moved(vector(from, to, closed, turn, closing, t))) < 1e-8);
}

TEST(VectorMorph, TurnsEveryEdgeTheWayItSays) {
  const Points from{{0, 0}, {10, 0}, {10, 10}},
      to{{0, 0}, {0, 10}, {-10, 10}};  // both edges a quarter clockwise on screen
  for (const Turn turn : kTurns) {
    double last = 0;
    for (double t = 0.01; t < 1; t += 0.01) {
      const Points now = vector(from, to, false, turn, ClosingError::Raw, t);
      const double angle = std::atan2(now[1].y, now[1].x), step = std::remainder(angle - last, 2 * pi);
      EXPECT_NEAR(step, (turn == Turn::CounterClockwise ? -1.5 : 0.5) * pi * 0.01, 1e-9);
      last = angle;
    }
  }
}

TEST(VectorMorph, OfAnEdgeWithoutLengthGrowsWithoutTurning) {
  const Points from{{0, 0}, {0, 0}, {5, 0}}, to{{0, 0}, {-3, -3}, {2, -3}};
  for (const Turn turn : kTurns) {
    const Points half = vector(from, to, false, turn, ClosingError::Raw, 0.5);
    EXPECT_LT(farthest(half, {{0, 0}, {-1.5, -1.5}, {3.5, -1.5}}), 1e-12);
    EXPECT_LT(farthest(vector(to, from, false, turn, ClosingError::Raw, 0.5), half), 1e-12);
    const Points nothing{{1, 1}, {1, 1}, {1, 1}}, elsewhere{{3, 5}, {3, 5}, {3, 5}};
    EXPECT_EQ(vector(nothing, elsewhere, true, turn, ClosingError::Spread, 0.5), (Points{{2, 3}, {2, 3}, {2, 3}}));
  }
}

TEST(Morph, OfNoPointAndOfOneHasAnAnswer) {
  for (const bool closed : {false, true})
    for (const Turn turn : kTurns) {
      EXPECT_TRUE(vector({}, {}, closed, turn, ClosingError::Spread, 0.5).empty());
      EXPECT_EQ(vector({{1, 2}}, {{3, 6}}, closed, turn, ClosingError::Spread, 0.25), (Points{{1.5, 3}}));
    }
  EXPECT_TRUE(linear({}, {}, 0.5).empty());
}

}  // namespace
}  // namespace engine
