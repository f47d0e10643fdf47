#include "crossfade/retarget/detail/retarget_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "crossfade/body/humanoid.h"
#include "crossfade/skeleton/joint_tree.h"
#include "tests/engine/retarget/human_skeleton.h"

namespace crossfade {
namespace {

/// The human of another size, with its left foot turned out by `angle`, radians.
Skeleton withFootTurnedOut(float size, float angle) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints) {
    if (joint.name == "LeftToes") joint.position = {0.1f + 0.14f * std::sin(angle), 0.02f, 0.14f * std::cos(angle)};
    joint.position *= size;
  }
  return test::skeletonOf(joints);
}

// From a doll of 17 cm to a giant in centimeters.
TEST(RetargetPlan, AFootOfAnySizePointsWhereTheSourcesDoes) {
  const Skeleton from = withFootTurnedOut(1, 0.5f);
  for (const float size : {0.1f, 1.0f, 1000.0f}) {
    const Skeleton to = withFootTurnedOut(size, 0.1f);
    for (const auto& [source, target, turn] : {std::tuple{&from, &to, 0.5f}, {&to, &from, 0.1f}}) {
      const auto made = Retargeter::make(*source, *target, guessJointMap(*source, *target));
      ASSERT_TRUE(made) << made.error().message;
      const auto positions = jointPositions(target->parents(), made->alignedPose());
      const auto at = [&, &body = *target](HumanJoint joint) {
        return positions[static_cast<std::size_t>(findHumanoid(body).jointOf(joint))];
      };
      const glm::dvec3 foot(at(HumanJoint::LeftToes) - at(HumanJoint::LeftFoot));
      EXPECT_NEAR(std::atan2(foot.x, foot.z), turn, 1e-4) << "size " << size;
    }
  }
}

/// The human, turned about the vertical by `degrees`.
Skeleton facing(float degrees) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  const glm::quat turn = glm::angleAxis(glm::radians(degrees), glm::vec3(0, 1, 0));
  for (test::PlainJoint& joint : joints) joint.position = turn * joint.position;
  return test::skeletonOf(joints);
}

TEST(RetargetPlan, ABodyThatFacesNearlyARightAngleIsTurnedByIt) {
  const Skeleton to = test::human();
  for (const auto& [faces, turned] : {std::pair{3, 0}, {87, -90}, {93, -90}, {-93, 90}, {177, 180}, {40, -40}}) {
    const Skeleton from = facing(static_cast<float>(faces));
    const detail::RetargetPlan plan(from, findHumanoid(from), to, findHumanoid(to), guessJointMap(from, to), {});
    const glm::dquat expected = glm::angleAxis(glm::radians(double(turned)), glm::dvec3(0, 1, 0));
    EXPECT_GT(std::abs(glm::dot(plan.toTarget().rotation, expected)), 1 - 1e-9) << faces;
  }
}

TEST(RetargetPlan, WhatTheFirstJointCarriesMovesWithIt) {
  const Skeleton two = test::skeletonOf({{"hand", "", {0, 1, 0}}, {"prop", "", {0.5f, 1, 0}}});
  const JointMap map{{{.target = 0, .source = 0}, {.target = 1, .source = 1, .carrier = 0}}};
  const auto made = Retargeter::make(two, two, map);
  ASSERT_TRUE(made) << made.error().message;
  PoseRetargeter poses(*made);
  std::vector<DoubleTransform> source;
  for (const Transform& rest : two.restLocals()) source.push_back(toDouble(rest));
  source[0].translation = {0, 1, 3};
  EXPECT_LT(glm::distance(poses.retarget(source)[1].translation, glm::dvec3(0.5, 1, 3)), 1e-6);
}

}  // namespace
}  // namespace crossfade
