#include "crossfade/shape/resample.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/engine/shape/outlines.h"

namespace crossfade {
namespace {

using test::Points;
using test::shapeOf;

Points resampledPoints(const Points& points, bool closed, int count) {
  const Shape made = resampled(shapeOf(points, closed), count);
  EXPECT_EQ(made.closed(), closed);
  return {made.points().begin(), made.points().end()};
}

const Points kSquare{{0, 0}, {10, 0}, {10, 10}, {0, 10}};

TEST(Resampled, ToMorePointsKeepsEveryCornerAndDividesTheLongestEdges) {
  EXPECT_EQ(resampledPoints(kSquare, true, 8),
            (Points{{0, 0}, {5, 0}, {10, 0}, {10, 5}, {10, 10}, {5, 10}, {0, 10}, {0, 5}}));
  EXPECT_EQ(resampledPoints({{0, 0}, {1, 0}, {10, 0}}, false, 5), (Points{{0, 0}, {1, 0}, {4, 0}, {7, 0}, {10, 0}}));
  EXPECT_EQ(resampledPoints({{0, 0}, {0, 0}, {10, 0}}, false, 4), (Points{{0, 0}, {0, 0}, {5, 0}, {10, 0}}));
}

TEST(Resampled, ToFewerPointsTakesEvenStepsAndTheCornersNearThem) {
  EXPECT_EQ(resampledPoints(kSquare, true, 2), (Points{{0, 0}, {10, 10}}));
  const Points eight = resampledPoints(kSquare, true, 8);
  EXPECT_EQ(resampledPoints(eight, true, 4), kSquare);
  EXPECT_EQ(resampledPoints({{0, 0}, {1, 0}, {2, 0}, {10, 0}}, false, 3), (Points{{0, 0}, {5, 0}, {10, 0}}));
  EXPECT_EQ(resampledPoints({{0, 0}, {4, 0}, {9, 0}, {10, 0}}, false, 3),
            (Points{{0, 0}, {5, 0}, {10, 0}}));  // no corners
  EXPECT_EQ(resampledPoints({{0, 0}, {4, 0}, {5, 0}, {5, 5}}, false, 3),
            (Points{{0, 0}, {5, 0}, {5, 5}}));  // the corner, not the midpoint
  EXPECT_EQ(
      resampledPoints({{0, 0}, {1, 0}, {3, 0}, {3, 1}, {3, 2}, {3, 5}}, false, 5),
      (Points{{0, 0}, {2, 0}, {3, 0}, {3, 3}, {3, 5}}));  // a corner halfway between two steps belongs to the later
  EXPECT_EQ(resampledPoints({{0, 0}, {0.125, 0}, {0.25, 0}, {1, 0}}, false, 3), (Points{{0, 0}, {0.5, 0}, {1, 0}}));
  EXPECT_EQ(resampledPoints(kSquare, false, 1), (Points{{0, 0}}));
  EXPECT_EQ(resampledPoints(kSquare, false, 2), (Points{{0, 0}, {0, 10}}));
}

TEST(Resampled, ToTheSameNumberOfPointsIsTheSame) {
  for (const bool closed : {false, true})
    for (const Points& points : {Points{{0, 0}, {1, 0}, {1, 0}, {10, 2}}, Points{{3, 4}, {5, 6}}, Points{{3, 4}}})
      EXPECT_EQ(resampledPoints(points, closed, static_cast<int>(points.size())), points);
}

RC_GTEST_PROP(Resampled, DoesNotDependOnTheScale, ()) {
  const Points points = test::randomPoints(1, 14);
  const bool closed = *rc::gen::arbitrary<bool>();
  const int count = *rc::gen::inRange(0, 20);
  const double scale = std::ldexp(1, *rc::gen::inRange(-20, 5));  // a power of two: exact
  const auto scaled = [&](Points all) {
    for (glm::dvec2& p : all) p *= scale;
    return all;
  };
  RC_ASSERT(resampledPoints(scaled(points), closed, count) == scaled(resampledPoints(points, closed, count)));
}

TEST(Resampled, OfZeroLengthRepeatsItsPoint) {
  for (const bool closed : {false, true}) {
    EXPECT_EQ(resampledPoints({{3, 4}}, closed, 3), (Points{{3, 4}, {3, 4}, {3, 4}}));
    EXPECT_EQ(resampledPoints({{3, 4}, {3, 4}}, closed, 1), (Points{{3, 4}}));
    EXPECT_TRUE(resampledPoints({}, closed, 3).empty());
    EXPECT_TRUE(resampledPoints(kSquare, closed, 0).empty());
    EXPECT_TRUE(resampledPoints(kSquare, closed, -5).empty());
  }
}

RC_GTEST_PROP(Resampled, HasTheRequestedCountAndKeepsItsEnds, ()) {
  const Points points = test::randomPoints(1, 14);
  const bool closed = *rc::gen::arbitrary<bool>();
  const int count = *rc::gen::inRange(2, 40);
  const Shape before = shapeOf(points, closed), after = resampled(before, count);
  RC_ASSERT(after.pointCount() == count);
  RC_ASSERT(after.points().front() == points.front());
  if (!closed) RC_ASSERT(after.points().back() == (lengthOf(before) > 0 ? points.back() : points.front()));
  RC_ASSERT(lengthOf(after) <= lengthOf(before) + 1e-9);  // it can only cut corners,
  if (count >= before.pointCount())
    RC_ASSERT(std::abs(lengthOf(after) - lengthOf(before)) < 1e-9);  // and cuts none when there are enough points
}

RC_GTEST_PROP(Resampled, ToMorePointsKeepsTheCornersInOrder, ()) {
  const Points points = test::randomPoints(2, 14);
  const Shape after = resampled(shapeOf(points), static_cast<int>(points.size()) + *rc::gen::inRange(0, 30));
  std::size_t found = 0;
  for (const glm::dvec2 p : after.points())
    if (found < points.size() && p == points[found]) ++found;
  RC_ASSERT(found == points.size() || lengthOf(after) == 0);
}

}  // namespace
}  // namespace crossfade
