#include "crossfade/crowd/detail/shell_error.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "crossfade/math/transform.h"

namespace crossfade {
namespace {

constexpr double kShell = 0.5;

/// Two joints, the second one a meter along x from the first.
struct TwoJoints {
  std::array<DoubleTransform, 2> locals{DoubleTransform{}, DoubleTransform{.translation = {1, 0, 0}}};

  std::vector<double> values() const {
    std::vector<double> all;
    for (const DoubleTransform& local : locals) {
      const glm::dquat& q = local.rotation;
      all.insert(all.end(), {local.translation.x, local.translation.y, local.translation.z, q.x, q.y, q.z, q.w,
                             local.scale.x, local.scale.y, local.scale.z});
    }
    return all;
  }
};

ShellDifference differenceOf(const TwoJoints& first, const TwoJoints& second) {
  const std::array parents{-1, 0};
  return ShellMeter(parents, kShell).difference(first.values(), second.values());
}

TEST(ShellMeter, SeesAStretchAlongAnyAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    TwoJoints stretched;
    stretched.locals[1].scale[axis] = 1.25;
    const ShellDifference found = differenceOf({}, stretched);
    EXPECT_NEAR(found.angle, 0.25, 1e-12) << axis;
    EXPECT_NEAR(found.distance, 0.25 * kShell, 1e-12) << axis;
  }
}

TEST(ShellMeter, SeesATurnAboutAnyAxisAndWhatItMoves) {
  const double chord = 2 * std::sin(0.1 / 2);
  for (int axis = 0; axis < 3; ++axis) {
    glm::dvec3 about(0.0);
    about[axis] = 1;
    TwoJoints turned;
    turned.locals[0].rotation = glm::angleAxis(0.1, about);
    const ShellDifference found = differenceOf({}, turned);
    EXPECT_NEAR(found.angle, chord, 1e-12) << axis;
    EXPECT_NEAR(found.distance, (axis == 0 ? 0 : chord) + chord * kShell, 1e-12) << "the second joint is on the x axis";
  }
}

TEST(ShellMeter, TakesRotationsOfAnyLength) {
  TwoJoints turned, longer;
  turned.locals[1].rotation = longer.locals[1].rotation = glm::angleAxis(0.5, glm::dvec3(0, 0, 1));
  longer.locals[1].rotation *= 3.0;
  EXPECT_NEAR(differenceOf(turned, longer).distance, 0, 1e-12);
}

TEST(ShellMeter, MeasuresTheLongestSideOfAPose) {
  const std::array parents{-1, 0};
  TwoJoints joints;
  joints.locals[1].translation = {0.5, -2, 1};
  EXPECT_NEAR(ShellMeter(parents, kShell).extent(joints.values()), 2, 1e-12);
  EXPECT_EQ(ShellMeter({}, kShell).extent({}), 0);
}

}  // namespace
}  // namespace crossfade
