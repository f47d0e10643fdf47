#include "crossfade/math/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace crossfade {
namespace {

glm::dvec3 randomVector(std::mt19937& random) {
  std::uniform_real_distribution<double> part(-2, 2);
  return {part(random), part(random), part(random)};
}

TEST(Rotation, AboutYTurnsFromZTowardX) {
  EXPECT_LT(glm::distance(aboutY(std::numbers::pi / 2) * glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)), 1e-15);
  EXPECT_EQ(aboutY(0) * glm::dvec3(1, 2, 3), glm::dvec3(1, 2, 3));
}

TEST(Rotation, ShortestArcTurnsOneDirectionIntoTheOther) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const glm::dvec3 from = randomVector(random), to = randomVector(random);
    const glm::dquat arc = shortestArc(from, to);
    EXPECT_LT(glm::distance(arc * glm::normalize(from), glm::normalize(to)), 1e-13);
    const double angle = std::acos(glm::dot(glm::normalize(from), glm::normalize(to)));
    EXPECT_NEAR(glm::length(rotationVector(arc)), angle, 1e-7) << "by no more than the angle between them";
  }
}

TEST(Rotation, ShortestArcBetweenOppositesIsHalfATurn) {
  for (const glm::dvec3 from : {glm::dvec3(2, 0, 0), glm::dvec3(0, -3, 0), glm::dvec3(0.1, 0.2, -0.7)}) {
    EXPECT_LT(glm::distance(shortestArc(from, -from) * from, -from), 1e-14);
    EXPECT_NEAR(glm::dot(anyPerpendicular(from), from), 0, 1e-15);
    EXPECT_EQ(shortestArc(from, from), makeDoubleQuat(0, 0, 0, 1));
  }
  const glm::dquat about = shortestArc({1, 0, 0}, {-1, 0, 0}, {0, 0, 1});
  EXPECT_LT(glm::distance(about * glm::dvec3(0, 0, 1), glm::dvec3(0, 0, 1)), 1e-15);
}

TEST(Rotation, AngleAboutYTurnsOneDirectionUnderTheOther) {
  std::mt19937 random(2);
  for (int i = 0; i < 1000; ++i) {
    const glm::dvec3 from = randomVector(random), to = randomVector(random);
    const glm::dvec3 turned = aboutY(angleAboutY(from, to)) * horizontal(from);
    EXPECT_LT(glm::distance(glm::normalize(turned), glm::normalize(horizontal(to))), 1e-13);
  }
  EXPECT_NEAR(angleAboutY({0, 5, 2}, {3, 0, 0}), std::numbers::pi / 2, 1e-15);
  for (const double zero : {0.0, -0.0}) EXPECT_EQ(angleAboutY({zero, 1, zero}, {-1, 0, -1}), 0) << "vertical";
}

TEST(Rotation, InverseOfIsNoneForFlatAxesHoweverLong) {
  for (const double size : {1e-20, 1e-5, 1.0, 1e20}) {
    const glm::dquat q = fromRotationVector({0.3, -0.8, 1.1});
    const glm::dmat4 matrix = glm::mat4_cast(q) * glm::dmat4(glm::dmat3(size));
    ASSERT_TRUE(inverseOf(matrix)) << size;
    EXPECT_LT(glm::distance(*inverseOf(matrix) * (q * glm::dvec3(size, 2 * size, -size)), glm::dvec3(1, 2, -1)), 1e-12);
    const glm::dvec4 x(size, 0, 0, 0), y(0, size, 0, 0), none(0);
    EXPECT_FALSE(inverseOf(glm::dmat4(x, y, none, none)));
    EXPECT_FALSE(inverseOf(glm::dmat4(x, y, x + 0.5 * y, none)));
  }
  EXPECT_FALSE(inverseOf(glm::dmat4(static_cast<double>(NAN))));
}

TEST(Rotation, UnitAxesKeepSignsAndZeros) {
  const glm::dmat4 matrix(glm::dvec4(0, -3, 0, 0), glm::dvec4(2, 0, 0, 0), glm::dvec4(0), glm::dvec4(5, 5, 5, 1));
  EXPECT_EQ(unitAxes(matrix), glm::dmat3(glm::dvec3(0, -1, 0), glm::dvec3(1, 0, 0), glm::dvec3(0)));
}

}  // namespace
}  // namespace crossfade
