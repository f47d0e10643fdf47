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

}  // namespace
}  // namespace crossfade
