#include "app/view/model_matrices.h"

#include <gtest/gtest.h>

#include "app/model/upright.h"
#include "app/session/session.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

/// Joints 0.1 m apart, the first this far along x.
Model chainAt(float x) {
  Model model = test::modelWithClips({});
  std::vector<crossfade::Joint> joints;
  for (int i = 0; i < 8; ++i)
    joints.push_back(
        {.name = "joint", .parent = i - 1, .rest = {.translation = {i == 0 ? x : 0.1f, 0, 0}}, .documentIndex = i});
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  model.origin = originOf(model);
  return model;
}

TEST(ModelMatrices, OfAModelFarAwayAreExact) {
  const Model model = chainAt(6'000'000);
  ModelMatrices matrices(model);
  const crossfade::Pose rest = restPoseOf(model);
  matrices.makeWorlds(model, rest);
  const PosedModel posed = matrices.posed(rest);
  EXPECT_NE(posed.origin.x, 0);
  for (int joint = 0; joint < 8; ++joint)
    EXPECT_NEAR(static_cast<double>(posed.positionOf(joint).x) + posed.origin.x, 6'000'000 + 0.1 * joint, 1e-4);
}

TEST(ModelMatrices, OfAModelNearbyAreInTheSpaceOfTheFile) {
  const Model model = chainAt(100);
  ModelMatrices matrices(model);
  const crossfade::Pose rest = restPoseOf(model);
  matrices.makeWorlds(model, rest);
  EXPECT_EQ(matrices.posed(rest).origin, glm::dvec3(0));
  EXPECT_EQ(matrices.posed(rest).positionOf(0), glm::vec3(100, 0, 0));
}

TEST(ModelMatrices, AModelFarAwayIsFramedAsNearby) {
  const Session far(chainAt(6'000'000)), near(chainAt(0));
  EXPECT_NEAR(far.camera().distance, near.camera().distance, 1e-4f);
  EXPECT_LT(glm::length(far.camera().target), 10);
}

}  // namespace
}  // namespace app
