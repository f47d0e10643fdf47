#include "app/import/gltf/gltf_skin.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

using testing::ElementsAre;
using testing::FloatEq;

TEST(VertexInfluences, AddUpToOne) {
  InfluenceRepairs repairs;
  const InfluenceSet set{.joints = {4, 5, 6, 7}, .weights = {1, 3, 0, 0}};
  const auto result = normalizedInfluences({&set, 1}, 1, repairs);
  EXPECT_THAT(result[0][0].weights, ElementsAre(0.25f, 0.75f, 0, 0));
  EXPECT_THAT(result[0][0].joints, ElementsAre(4, 5, 0, 0)) << "joints without weight are left out";
}

TEST(VertexInfluences, WithZeroWeightFollowTheFirstJointOfTheSkin) {
  InfluenceRepairs repairs;
  const InfluenceSet set{.joints = {4, 5, 6, 7}, .weights = {0, 0, 0, 0}};
  const auto result = normalizedInfluences({&set, 1}, 1, repairs);
  EXPECT_THAT(result[0][0].weights, ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(result[0][0].joints, ElementsAre(4, 0, 0, 0));
  EXPECT_EQ(repairs.unweighted, 1);
}

// differs from three.js: it keeps NaN weights, and the vertex disappears.
TEST(VertexInfluences, ThatAreNotFiniteOrNegativeAreLeftOut) {
  InfluenceRepairs repairs;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const InfluenceSet set{.joints = {1, 2, 3, 4, 5, 6, 7, 8}, .weights = {nan, 2, 2, 0, -1, 4, 0, 0}};
  const auto result = normalizedInfluences({&set, 1}, 2, repairs);
  EXPECT_THAT(result[0][0].weights, ElementsAre(0, 0.5f, 0.5f, 0));
  EXPECT_THAT(result[0][1].weights, ElementsAre(0, 1, 0, 0));
  EXPECT_EQ(repairs.notFinite, 1);
  EXPECT_EQ(repairs.negative, 1);
}

TEST(VertexInfluences, OfIntegersAreRoundedToTheirStepsAsInThreeJs) {
  InfluenceRepairs repairs;
  const InfluenceSet set{.joints = {0, 1, 2, 3}, .weights = {60 / 255.0f, 180 / 255.0f, 0, 0}, .weightSteps = 255};
  const auto result = normalizedInfluences({&set, 1}, 1, repairs);
  EXPECT_THAT(result[0][0].weights, ElementsAre(FloatEq(64 / 255.0f), FloatEq(191 / 255.0f), 0, 0));
}

TEST(VertexInfluences, OfSeveralSetsAddUpToOneTogether) {
  InfluenceRepairs repairs;
  const std::vector<InfluenceSet> sets = {{.joints = {0, 1, 2, 3}, .weights = {0.5f, 0.5f, 0, 0}},
                                          {.joints = {4, 5, 6, 7}, .weights = {1, 0, 0, 0}}};
  const auto result = normalizedInfluences(sets, 1, repairs);
  EXPECT_THAT(result[0][0].weights, ElementsAre(0.25f, 0.25f, 0, 0));
  EXPECT_THAT(result[1][0].weights, ElementsAre(0.5f, 0, 0, 0));
}

}  // namespace
}  // namespace app
