#include "crossfade/skeleton/local_to_model.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

/// Walks a point up the chain of parents, one transform at a time and without matrices.
glm::vec3 carried(const std::vector<int>& parents, const std::vector<Transform>& locals, int joint, glm::vec3 point) {
  for (; joint >= 0; joint = parents[static_cast<std::size_t>(joint)]) {
    const Transform& local = locals[static_cast<std::size_t>(joint)];
    point = local.rotation * (point * local.scale) + local.translation;
  }
  return point;
}

TEST(LocalToModel, TransformsPointsLikeEachParentInTurn) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> number(-1, 1), size(0.7f, 1.4f);
  std::vector<int> parents;
  std::vector<Transform> locals;
  for (int i = 0; i < 60; ++i) {
    parents.push_back(i == 0 ? -1 : std::uniform_int_distribution<int>(-1, i - 1)(random));
    locals.push_back(
        {.translation = {number(random), number(random), number(random)},
         .rotation = glm::normalize(makeQuat(number(random), number(random), number(random), number(random))),
         .scale = {size(random), -size(random), size(random)}});
  }
  std::vector<glm::mat4> models(parents.size());
  localToModel(parents, locals, models);
  for (int i = 0; i < 60; ++i) {
    const glm::vec3 point(0.3f, -0.2f, 0.9f);
    const glm::vec3 moved(models[static_cast<std::size_t>(i)] * glm::vec4(point, 1));
    const glm::vec3 expected = carried(parents, locals, i, point);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(moved[k], expected[k], 1e-4 * std::max(1.0f, glm::length(expected)));
  }
}

TEST(LocalToModel, AcceptsNoJoints) { localToModel({}, std::span<const Transform>{}, {}); }

TEST(LocalToModel, AllocatesNothing) {
  const std::vector<int> parents = {-1, 0, 1};
  const std::vector<Transform> locals(3);
  std::vector<glm::mat4> models(3);
  const ::test::AllocationGuard guard;
  localToModel(parents, locals, models);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
