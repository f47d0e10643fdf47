#include "crossfade/match/sample_points.h"

#include <gtest/gtest.h>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

const std::vector<int> kBoth = {0, 1};

TEST(SamplePoints, OfAClipAreItsJointsAtEvenSteps) {
  const Skeleton skeleton = test::chain(2);
  const AnimationClip clip = test::slide("slide", 2, 0, 4);  // joint 0 along x, 2 m/s
  const auto points = sampleClipPoints(skeleton, clip, kBoth, 10, false);
  ASSERT_TRUE(points);
  ASSERT_EQ(points->frameCount(), 21);
  EXPECT_NEAR(points->position(5, 0).x, 1, 1e-6);
  EXPECT_NEAR(points->position(20, 0).x, 4, 1e-6) << "the end is a whole step";
  EXPECT_NEAR(points->position(5, 1).x - points->position(5, 0).x, points->position(0, 1).x - points->position(0, 0).x,
              1e-6);
  EXPECT_FALSE(points->isCyclic());
}

TEST(SamplePoints, OfACycleContinueWhereItEnds) {
  const auto points = sampleClipPoints(test::chain(2), test::slide("slide", 1, 0, 4), kBoth, 9.7, true);
  ASSERT_TRUE(points);
  EXPECT_EQ(points->frameCount(), 10) << "whole steps";
  for (const int frame : {-3, 4, 10, 27}) EXPECT_NEAR(points->position(frame, 0).x, 0.4 * frame, 1e-5);
}

TEST(SamplePoints, OfAStillClipAreOneFrame) {
  const auto points = sampleClipPoints(test::chain(1), test::stillClip("still", 3), std::vector{0}, 30, true);
  ASSERT_TRUE(points);
  EXPECT_EQ(points->frameCount(), 1);
  EXPECT_NEAR(points->position(7, 0).x, 3, 1e-6);
}

TEST(SamplePoints, WithoutJointsAreAnError) {
  EXPECT_FALSE(sampleClipPoints(test::chain(1), test::slide("slide", 1, 0, 4), {}, 30, false));
}

TEST(SamplePoints, WeighJointsByTheirBones) {
  const auto joint = [](int index, int parent, float height) {
    return Joint{.name = "joint " + std::to_string(index),
                 .parent = parent,
                 .rest = {.translation = {0, height, 0}},
                 .documentIndex = index};
  };
  const Skeleton skeleton = *Skeleton::make({joint(0, -1, 1), joint(1, 0, 2), joint(2, 1, 6), joint(3, 1, 0)});
  EXPECT_EQ(boneWeights(skeleton, std::vector{0, 1, 2, 3}), (std::vector<double>{1, 4, 3, 0}));
  EXPECT_EQ(boneWeights(skeleton, std::vector{0, 2}), (std::vector<double>{1, 1})) << "no bone between them";
}

}  // namespace
}  // namespace crossfade
