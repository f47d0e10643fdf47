#include "crossfade/pose/pose_mix.h"

#include <gtest/gtest.h>

#include <cmath>

namespace crossfade {
namespace {

const Pose kFrom{.locals = {{.translation = {1, 2, 3}, .rotation = makeQuat(0, 0, 0.6f, 0.8f), .scale = {1, 1, 1}}},
                 .morphWeights = {0.1f, 1}};
const Pose kTo{.locals = {{.translation = {5, 0, 3}, .rotation = makeQuat(0, 0, 0.8f, 0.6f), .scale = {3, -1, 0}}},
               .morphWeights = {0.3f, 0}};

bool same(const Pose& a, const Pose& b) {
  const Transform& x = a.locals[0];
  const Transform& y = b.locals[0];
  return x.translation == y.translation && x.rotation == y.rotation && x.scale == y.scale &&
         a.morphWeights == b.morphWeights;
}

TEST(PoseMix, IsBitExactAtBothEnds) {
  Pose mixed = kTo;
  mixPoses(kFrom, kTo, 0, mixed);
  EXPECT_TRUE(same(mixed, kFrom));
  mixPoses(kFrom, kTo, 1, mixed);
  EXPECT_TRUE(same(mixed, kTo));
  mixPoses(kFrom, kTo, 7, mixed);
  EXPECT_TRUE(same(mixed, kTo));
  mixPoses(kFrom, kTo, std::nan(""), mixed);
  EXPECT_TRUE(same(mixed, kFrom));
}

TEST(PoseMix, IsLinearAndRotatesAlongTheShorterArc) {
  Pose mixed = kFrom;
  mixPoses(kFrom, kTo, 0.25, mixed);
  EXPECT_EQ(mixed.locals[0].translation, glm::vec3(2, 1.5f, 3));
  EXPECT_EQ(mixed.locals[0].scale, glm::vec3(1.5f, 0.5f, 0.75f));
  EXPECT_FLOAT_EQ(mixed.morphWeights[0], 0.15f);
  EXPECT_FLOAT_EQ(mixed.morphWeights[1], 0.75f);
  const double angle = std::asin(0.6) + 0.25 * (std::asin(0.8) - std::asin(0.6));
  EXPECT_NEAR(mixed.locals[0].rotation.z, std::sin(angle), 1e-6);
  Pose other = kTo;
  other.locals[0].rotation = -other.locals[0].rotation;  // the same rotation
  mixPoses(kFrom, other, 0.25, mixed);
  EXPECT_NEAR(mixed.locals[0].rotation.z, std::sin(angle), 1e-6);
}

}  // namespace
}  // namespace crossfade
