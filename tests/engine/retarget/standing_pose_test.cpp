#include "crossfade/retarget/standing_pose.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/retarget/human_skeleton.h"

namespace crossfade {
namespace {

TEST(Uprightness, IsTheCosineToTheVertical) {
  const Skeleton human = test::human();
  const Humanoid body = findHumanoid(human);
  std::vector<Transform> locals(human.restLocals().begin(), human.restLocals().end());
  EXPECT_GT(uprightness(human, body, locals), 0.99);
  for (const float angle : {0.5f, 1.0f, 3.14159f}) {
    locals[0].rotation = glm::angleAxis(angle, glm::vec3(1, 0, 0));
    EXPECT_NEAR(uprightness(human, body, locals), std::cos(angle), 0.1);
  }
  EXPECT_EQ(uprightness(human, Humanoid{}, locals), 0) << "no body";
}

TEST(StandingPose, OfACaptureWhoseBonesLieInARowIsAMomentOfTheClip) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  std::vector<Joint> lying = test::skeletonOf(joints).joints();
  std::vector<KeyframeTrack> tracks;
  const glm::quat down = glm::angleAxis(3.14159265f, glm::vec3(0, 0, 1));
  for (int i = 0; i < static_cast<int>(lying.size()); ++i) {
    Joint& joint = lying[static_cast<std::size_t>(i)];
    const auto isA = [&joint](const char* part) { return joint.name.find(part) != std::string::npos; };
    if (isA("LowerLeg") || isA("Foot")) joint.rest.translation = -joint.rest.translation;  // legs up
    if (isA("UpperLeg"))
      tracks.push_back(test::track({i, Channel::Rotation}, Interpolation::Linear, {0, 1},
                                   {0, 0, 0, 1, down.x, down.y, down.z, down.w}));
  }
  const Skeleton skeleton = *Skeleton::make(std::move(lying));
  const Humanoid body = findHumanoid(skeleton);
  EXPECT_LT(uprightness(skeleton, body, skeleton.restLocals()), 0);
  const auto pose = findStandingPose(skeleton, body, test::clip("stand up", tracks));
  EXPECT_GT(uprightness(skeleton, body, pose), kStandsUpright);
  const auto unchanged =
      findStandingPose(skeleton, body, test::clip("stand up", std::move(tracks), BlendMode::Additive));
  EXPECT_LT(uprightness(skeleton, body, unchanged), 0) << "an additive clip has no poses";
  const Skeleton human = test::human();
  const auto rest = findStandingPose(human, findHumanoid(human), test::stillClip("still"));
  EXPECT_EQ(rest.front().translation, human.restLocals().front().translation);
}

TEST(StandingPose, IsTheRestPoseIfOnlyTheKneesAreBent) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name.find("LowerLeg") != std::string::npos) joint.position += glm::vec3(0, 0, 0.5f);
  const Skeleton crouched = test::skeletonOf(joints);
  const Humanoid body = findHumanoid(crouched);
  std::vector<Transform> locals(crouched.restLocals().begin(), crouched.restLocals().end());
  const double upright = uprightness(crouched, body, locals);
  EXPECT_GT(upright, kOnItsFeet);
  EXPECT_LT(upright, kStandsUpright);
  EXPECT_TRUE(stands(crouched, body, locals));
  Humanoid headless = body;
  headless[HumanJoint::Head].joint = kNoJoint;
  EXPECT_FALSE(stands(crouched, headless, locals)) << "without a head, the direction of the trunk is unknown";
  const auto isRest = [&](const std::vector<Transform>& pose) {
    return std::equal(pose.begin(), pose.end(), crouched.restLocals().begin(),
                      [](const Transform& a, const Transform& b) { return a.rotation == b.rotation; });
  };
  // A moment in which the legs are straight, and the spine is bent.
  std::vector<KeyframeTrack> tracks;
  for (int i = 0; i < crouched.jointCount(); ++i) {
    const std::string& name = crouched.name(i);
    const float angle = name.find("UpperLeg") != std::string::npos   ? 0.8f
                        : name.find("LowerLeg") != std::string::npos ? -1.6f
                        : name == "Spine"                            ? 0.5f
                                                                     : 0.0f;
    const glm::quat q = glm::angleAxis(angle, glm::vec3(1, 0, 0));
    if (angle != 0)
      tracks.push_back(test::track({i, Channel::Rotation}, Interpolation::Linear, {0}, {q.x, q.y, q.z, q.w}));
  }
  const AnimationClip straight = test::clip("straight", std::move(tracks));
  EXPECT_TRUE(isRest(findStandingPose(crouched, body, straight)));
  for (Transform& local : locals)
    if (&local == &locals[1]) local.rotation = glm::angleAxis(0.6f, glm::vec3(1, 0, 0));
  EXPECT_FALSE(stands(crouched, body, locals)) << "the trunk leans";
}

// As of a mech, whose joint of the hips is before its legs.
TEST(StandingPose, IsTheRestPoseWhereverItsHipsJointIs) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints) {
    if (joint.name.find("LowerLeg") != std::string::npos) joint.position += glm::vec3(0, 0, 0.5f);
    if (joint.name == "Hips") joint.position += glm::vec3(0, 0, 0.4f);
  }
  const Skeleton mech = test::skeletonOf(joints);
  const Humanoid body = findHumanoid(mech);
  ASSERT_TRUE(body.isKnown());
  EXPECT_LT(uprightness(mech, body, mech.restLocals()), kStandsUpright);
  EXPECT_TRUE(stands(mech, body, mech.restLocals()));
}

}  // namespace
}  // namespace crossfade
