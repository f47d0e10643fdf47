#include "crossfade/shape/shape.h"

#include <gtest/gtest.h>

#include <cmath>

namespace crossfade {
namespace {

TEST(Shape, RefusesInvalidCoordinatesAndNamesThePoint) {
  EXPECT_EQ(Shape::make({{0, 0}, {1, NAN}}, true).error().message,
            "point 1 of the shape is (1, nan), not a valid position");
  EXPECT_EQ(Shape::make({{INFINITY, 2}}, false).error().message,
            "point 0 of the shape is (inf, 2), not a valid position");
  EXPECT_EQ(Shape::make({{0, 0}, {0, 0}, {-1e101, 2}}, false).error().message,
            "point 2 of the shape is (-1e+101, 2), not a valid position");
}

TEST(Shape, MayReachTheLargestCoordinate) {
  const double most = kLargestCoordinate;
  EXPECT_TRUE(Shape::make({{most, -most}, {-most, most}}, true));
  EXPECT_FALSE(Shape::make({{most * 1.0001, 0}}, true));
}

TEST(Shape, KeepsItsPoints) {
  const auto shape = Shape::make({{1, 2}, {1, 2}, {3, -1e100}}, false);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->pointCount(), 3);
  EXPECT_EQ(shape->points()[2], glm::dvec2(3, -1e100));
  EXPECT_FALSE(shape->closed());
  EXPECT_TRUE(Shape::make({}, true));
}

}  // namespace
}  // namespace crossfade
