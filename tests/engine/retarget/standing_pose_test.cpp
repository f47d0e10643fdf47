#include "crossfade/retarget/standing_pose.h"

#include <gtest/gtest.h>

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
  const Skeleton upright = test::skeletonOf(joints);
  std::vector<Joint> lying;
  std::vector<KeyframeTrack> tracks;
  const glm::quat down = glm::angleAxis(3.14159265f, glm::vec3(0, 0, 1));
  for (int i = 0; i < upright.jointCount(); ++i) {
    Transform rest = upright.restLocals()[static_cast<std::size_t>(i)];
    const bool isThigh = upright.name(i).find("UpperLeg") != std::string::npos;
    const bool isShin = upright.name(i).find("LowerLeg") != std::string::npos;
    if (isShin || upright.name(i).find("Foot") != std::string::npos) rest.translation = -rest.translation;  // legs up
    if (isThigh)
      tracks.push_back(test::track({i, Channel::Rotation}, Interpolation::Linear, {0, 1},
                                   {0, 0, 0, 1, down.x, down.y, down.z, down.w}));
    lying.push_back({.name = upright.name(i),
                     .parent = upright.parents()[static_cast<std::size_t>(i)],
                     .rest = rest,
                     .documentIndex = i});
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

}  // namespace
}  // namespace crossfade
