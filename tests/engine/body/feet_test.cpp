#include "crossfade/body/feet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include <glm/geometric.hpp>

#include "bench/workload/walker.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/engine/retarget/human_skeleton.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

TEST(Feet, OfAHumanAreFoundWithTheirSolesOnTheFloor) {
  const Skeleton skeleton = workload::humanSkeleton();
  const Feet feet = findFeet(skeleton);
  ASSERT_EQ(feet.feet.size(), 2u);
  EXPECT_EQ(feet.feet[0].name, "left");
  EXPECT_EQ(skeleton.name(feet.feet[0].ankle), "LeftFoot");
  EXPECT_EQ(skeleton.name(feet.feet[1].toe), "RightToeBase");
  EXPECT_EQ(skeleton.name(feet.hips), "Hips");
  EXPECT_NEAR(feet.legLength, 0.821, 1e-3);
  std::vector<glm::mat4> models(static_cast<std::size_t>(skeleton.jointCount()));
  localToModel(skeleton.parents(), skeleton.restLocals(), models);
  for (const Foot& foot : feet.feet) {
    for (const SolePoint& point : foot.sole) EXPECT_NEAR(point.in(models).y, 0, 1e-6) << foot.name;
    EXPECT_LT(foot.sole[kHeel].in(models).z, 0) << "behind the ankle";
    EXPECT_NEAR(foot.sole[kBall].in(models).z, 0.14, 1e-6);
    EXPECT_GT(foot.sole[kTip].in(models).z, 0.18);
    EXPECT_GT(foot.pole.z, 0.9);
  }
}

TEST(Feet, OfLegsThatBendBackwardPointTheKneesWhereTheFeetPoint) {
  const Skeleton skeleton = workload::humanSkeleton();
  const Humanoid body = findHumanoid(skeleton);
  std::vector<Transform> standing(skeleton.restLocals().begin(), skeleton.restLocals().end());
  for (const auto& [knee, ankle] : {std::pair(HumanJoint::LeftLowerLeg, HumanJoint::LeftFoot),
                                    std::pair(HumanJoint::RightLowerLeg, HumanJoint::RightFoot)}) {
    standing[static_cast<std::size_t>(body.jointOf(knee))].translation.z -= 0.1f;
    standing[static_cast<std::size_t>(body.jointOf(ankle))].translation.z += 0.1f;
  }
  for (const Foot& foot : findFeet(skeleton, body, standing).feet) EXPECT_GT(foot.pole.z, 0.9) << foot.name;
}

TEST(Feet, WithoutLengthGetOneFromTheLeg) {
  const Skeleton skeleton = workload::humanSkeleton();
  const Humanoid body = findHumanoid(skeleton);
  std::vector<Transform> standing(skeleton.restLocals().begin(), skeleton.restLocals().end());
  for (const HumanJoint toe : {HumanJoint::LeftToes, HumanJoint::RightToes})
    standing[static_cast<std::size_t>(body.jointOf(toe))].translation = {0, -0.05f, 0};
  const Feet feet = findFeet(skeleton, body, standing);
  std::vector<glm::mat4> models(standing.size());
  localToModel(skeleton.parents(), standing, models);
  for (const Foot& foot : feet.feet) {
    const glm::vec3 ankle(models[static_cast<std::size_t>(foot.ankle)][3]);
    EXPECT_NEAR(foot.sole[kBall].in(models).z - static_cast<double>(ankle.z), 0.15 * feet.legLength, 1e-5) << foot.name;
  }
}

TEST(Feet, StandOnTheLowestJointIfThatIsFarFromZero) {
  const Skeleton skeleton = workload::humanSkeleton();
  std::vector<Transform> standing(skeleton.restLocals().begin(), skeleton.restLocals().end());
  standing[0].translation.y = -3;
  const Feet feet = findFeet(skeleton, findHumanoid(skeleton), standing);
  std::vector<glm::mat4> models(standing.size());
  localToModel(skeleton.parents(), standing, models);
  EXPECT_NEAR(feet.feet[0].sole[kHeel].in(models).y, -2.98, 1e-5);
}

TEST(Feet, OfOtherBodiesAreTheirLowestLeaves) {
  // A table of 1 m with four legs of one joint each, one of them 5 cm shorter, and a lamp.
  std::vector<Joint> joints{{"table", -1, {.translation = {0, 1, 0}}}, {"lamp", 0, {.translation = {0, 0.5f, 0}}}};
  for (const float x : {-0.5f, 0.5f})
    for (const float z : {-0.3f, 0.3f})
      joints.push_back({"leg", 0, {.translation = {x, x > 0 && z > 0 ? -0.95f : -1.0f, z}}});
  joints.push_back({"shelf", 0, {.translation = {0, -0.5f, 0}}});
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].documentIndex = static_cast<int>(i);
  const Skeleton table = *Skeleton::make(std::move(joints));
  const Feet feet = findLowestLeaves(table, 0);
  ASSERT_EQ(feet.feet.size(), 4u);
  EXPECT_EQ(feet.hips, 0);
  EXPECT_NEAR(feet.legLength, 0.47 * 1.5, 1e-6);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(feet.feet[i].ankle, static_cast<int>(2 + i));
    EXPECT_FALSE(feet.feet[i].hasLeg());
    for (const SolePoint& point : feet.feet[i].sole) EXPECT_EQ(point.joint, feet.feet[i].ankle);
  }
  EXPECT_TRUE(findLowestLeaves(test::chain(1), 0).isEmpty());
  EXPECT_TRUE(findLowestLeaves(test::chain(7), 0).isEmpty()) << "a fish";
  EXPECT_TRUE(findFeet(workload::humanSkeleton()).feet[0].hasLeg());
}

TEST(Feet, OfASceneAreNone) {
  for (const int count : {16, 17}) {
    std::vector<Joint> joints{{"scene", -1, {}}, {"lamp", 0, {.translation = {0, 2, 0}}, 1}};
    for (int i = 0; i < count; ++i)
      joints.push_back({"stone", 0, {.translation = {static_cast<float>(i), 0, 0}}, 2 + i});
    const Skeleton scene = *Skeleton::make(std::move(joints));
    const Feet feet = findLowestLeaves(scene, 0);
    EXPECT_EQ(feet.feet.size(), count > 16 ? 0u : 16u);
    EXPECT_EQ(feet.hips, 0);
    EXPECT_EQ(feet.legLength > 0, count <= 16);
  }
}

TEST(Feet, OfALegThatPointsWhereTheFootPointsBendSomewhere) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)  // sits, legs straight ahead
    for (const auto& [name, ahead] : {std::pair{"UpperLeg", 0.0f}, {"LowerLeg", 0.4f}, {"Foot", 0.8f}, {"Toes", 0.95f}})
      if (joint.name.ends_with(name)) joint.position = {joint.position.x > 0 ? 0.1f : -0.1f, 0.9f, ahead};
  const Feet feet = findFeet(test::skeletonOf(joints));
  ASSERT_EQ(feet.feet.size(), 2u);
  for (const Foot& foot : feet.feet) {
    EXPECT_NEAR(glm::length(foot.pole), 1, 1e-9);
    EXPECT_NEAR(foot.pole.z, 0, 1e-6) << "across the leg";
  }
}

TEST(Feet, OfLegsThatAreScaledToNothingStayFinite) {
  const Skeleton human = workload::humanSkeleton();
  const Humanoid body = findHumanoid(human);
  for (const HumanJoint flat : {HumanJoint::LeftUpperLeg, HumanJoint::LeftFoot, HumanJoint::LeftToes}) {
    std::vector<Transform> standing(human.restLocals().begin(), human.restLocals().end());
    standing[static_cast<std::size_t>(body.jointOf(flat))].scale = glm::vec3(0);
    for (const Foot& foot : findFeet(human, body, standing).feet) {
      EXPECT_NEAR(glm::length(foot.pole), 1, 1e-9) << nameOf(flat);
      for (const SolePoint& point : foot.sole) EXPECT_TRUE(std::isfinite(glm::length(point.offset))) << nameOf(flat);
    }
  }
}

TEST(Feet, BodyHeightIsTheLongestSideOfABodyThatLies) {
  EXPECT_NEAR(bodyHeight(test::chain(4), 0), 3, 1e-6);
  EXPECT_NEAR(bodyHeight(test::chain(4), 1), 2, 1e-6);
  EXPECT_EQ(bodyHeight(test::chain(1), 0), 1) << "no size";
  const Skeleton lying = *Skeleton::make({{"hips", -1, {}}, {"head", 0, {.translation = {0, 0.1f, 2}}, 1}});
  EXPECT_NEAR(bodyHeight(lying, 0), 2, 1e-6);
}

TEST(Feet, ALegWithoutAKneeHasNone) {
  const Skeleton skeleton = workload::humanSkeleton();
  for (const HumanJoint joint : {HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg, HumanJoint::LeftFoot}) {
    Humanoid body = findHumanoid(skeleton);
    body[joint] = {};
    const Feet feet = findFeet(skeleton, body);
    ASSERT_EQ(feet.feet.size(), 1u) << nameOf(joint);
    EXPECT_EQ(feet.feet[0].name, "right");
  }
}

TEST(Feet, OfSomethingWithoutLegsAreNone) { EXPECT_TRUE(findFeet(test::chain(4)).isEmpty()); }

}  // namespace
}  // namespace crossfade
