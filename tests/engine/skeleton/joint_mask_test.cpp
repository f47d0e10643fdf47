#include "crossfade/skeleton/joint_mask.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "crossfade/skeleton/skeleton.h"

namespace crossfade {
namespace {

/// hips - spine - chest - head, and a leg below the hips
Skeleton body() {
  std::vector<Joint> joints;
  const int parents[] = {-1, 0, 1, 2, 0};
  for (int i = 0; i < 5; ++i) joints.push_back({.name = std::to_string(i), .parent = parents[i], .documentIndex = i});
  return *Skeleton::make(std::move(joints));
}

TEST(JointMask, OfASubtreeHasOnlyItsJoints) {
  const JointMask mask = JointMask::ofSubtree(body(), 1);
  EXPECT_EQ(mask.weight(0), 0);
  EXPECT_EQ(mask.weight(1), 1);
  EXPECT_EQ(mask.weight(3), 1);
  EXPECT_EQ(mask.weight(4), 0);
}

TEST(JointMask, OfTheWholeSkeletonHasAllJoints) {
  const JointMask mask = JointMask::ofSubtree(body(), 0, 1);
  EXPECT_FLOAT_EQ(mask.weight(0), 0.5f);
  for (int joint = 1; joint < 5; ++joint) EXPECT_EQ(mask.weight(joint), 1) << joint;
}

TEST(JointMask, RampsUpOverItsFeather) {
  const JointMask mask = JointMask::ofSubtree(body(), 1, 2);
  EXPECT_FLOAT_EQ(mask.weight(1), 1.0f / 3);
  EXPECT_FLOAT_EQ(mask.weight(2), 2.0f / 3);
  EXPECT_FLOAT_EQ(mask.weight(3), 1);
  EXPECT_EQ(mask.weight(4), 0);
}

TEST(JointMask, AndItsInverseAddUpToOne) {
  const JointMask mask = JointMask::ofSubtree(body(), 1, 2), rest = mask.inverted();
  for (int joint = 0; joint < 5; ++joint) EXPECT_FLOAT_EQ(mask.weight(joint) + rest.weight(joint), 1);
}

TEST(JointMask, RefusesWeightsOutsideZeroToOne) {
  EXPECT_FALSE(JointMask::make({0.5f, 1.5f}));
  EXPECT_FALSE(JointMask::make({-0.1f}));
  EXPECT_FALSE(JointMask::make({std::numeric_limits<float>::quiet_NaN()}));
  EXPECT_NE(JointMask::make({0.5f, 1.5f}).error().message.find("1"), std::string::npos);
}

}  // namespace
}  // namespace crossfade
