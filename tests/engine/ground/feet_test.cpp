#include "crossfade/ground/feet.h"

#include <gtest/gtest.h>

#include "bench/workload/walker.h"
#include "crossfade/skeleton/local_to_model.h"
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
    EXPECT_GT(foot.kneeForward.z, 0.9);
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

TEST(Feet, OfSomethingWithoutLegsAreNone) { EXPECT_TRUE(findFeet(test::chain(4)).isEmpty()); }

}  // namespace
}  // namespace crossfade
