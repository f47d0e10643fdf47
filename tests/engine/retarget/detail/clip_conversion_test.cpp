#include "crossfade/retarget/detail/clip_conversion.h"

#include <gtest/gtest.h>

#include "tests/engine/retarget/human_skeleton.h"

namespace crossfade {
namespace {

TEST(ClipConversion, RecentersAClipThatBeginsMoreThanHalfTheHeightAway) {
  std::vector<test::PlainJoint> joints = test::humanJoints();
  for (test::PlainJoint& joint : joints)
    if (joint.name == "Head") joint.position.y = 2;
  const Skeleton tall = test::skeletonOf(joints);
  const auto made = Retargeter::make(tall, tall, guessJointMap(tall, tall));
  ASSERT_TRUE(made) << made.error().message;
  const int hips = findHumanoid(tall).jointOf(HumanJoint::Hips);
  const auto beginsAt = [&](float z) {
    const auto result = made->retarget(test::clip(
        "walk", {test::track({hips, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 1, z, 0, 1, z + 1})}));
    EXPECT_TRUE(result) << result.error().message;
    return test::modelsAt(tall, result->clip, 0)[static_cast<std::size_t>(hips)][3].z;
  };
  EXPECT_NEAR(beginsAt(1), 1, 1e-6) << "half of two meters is not more";
  EXPECT_NEAR(beginsAt(-1), -1, 1e-6);
  EXPECT_NEAR(beginsAt(1.001f), 0, 1e-6);
}

}  // namespace
}  // namespace crossfade
