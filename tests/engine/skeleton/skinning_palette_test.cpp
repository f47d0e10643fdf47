#include "crossfade/skeleton/skinning_palette.h"

#include <gtest/gtest.h>

#include <vector>

#include <glm/ext/matrix_transform.hpp>

#include "crossfade/math/transform.h"

namespace crossfade {
namespace {

TEST(SkinningPalette, IsTheIdentityInTheBindPose) {
  const std::vector<glm::mat4> models = {toMatrix({.translation = {1, 2, 3}}),
                                         toMatrix({.translation = {0, 5, 0}, .scale = {2, 2, 2}})};
  const std::vector<int> joints = {1, 0};
  const std::vector<glm::mat4> inverseBinds = {glm::inverse(models[1]), glm::inverse(models[0])};
  std::vector<glm::mat4> palette(2);
  skinningPalette(models, joints, inverseBinds, palette);
  for (const glm::mat4& matrix : palette)
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 4; ++k) EXPECT_NEAR(matrix[i][k], i == k ? 1 : 0, 1e-6);
}

TEST(SkinningPalette, UndoesTheBindPoseThenFollowsTheJoint) {
  // A point at (0, 3, 0), bound to a joint at (0, 2, 0) that is now at (10, 0, 0) and rotated by 90 degrees about z.
  const std::vector<glm::mat4> models = {
      glm::mat4(7),
      toMatrix({.translation = {10, 0, 0}, .rotation = glm::angleAxis(glm::half_pi<float>(), glm::vec3(0, 0, 1))})};
  const std::vector<int> joints = {1};
  const std::vector<glm::mat4> inverseBinds = {glm::translate(glm::mat4(1), glm::vec3(0, -2, 0))};
  std::vector<glm::mat4> palette(1);
  skinningPalette(models, joints, inverseBinds, palette);
  const glm::vec4 moved = palette[0] * glm::vec4(0, 3, 0, 1);
  EXPECT_NEAR(moved.x, 9, 1e-5);
  EXPECT_NEAR(moved.y, 0, 1e-5);
}

TEST(SkinningPalette, AcceptsAJointTwiceAndNoJoints) {
  const std::vector<glm::mat4> models = {glm::mat4(3)};
  const std::vector<int> joints = {0, 0};
  const std::vector<glm::mat4> binds = {glm::mat4(1), glm::mat4(2)};
  std::vector<glm::mat4> palette(2);
  skinningPalette(models, joints, binds, palette);
  EXPECT_EQ(palette[1][0][0], 6);
  skinningPalette(models, {}, {}, {});
}

}  // namespace
}  // namespace crossfade
