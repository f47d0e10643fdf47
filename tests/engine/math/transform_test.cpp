#include "crossfade/math/transform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <glm/ext/matrix_transform.hpp>

namespace crossfade {
namespace {

Transform randomTransform(std::mt19937& random) {
  std::uniform_real_distribution<float> number(-2, 2), size(0.1f, 3.0f);
  return {.translation = {number(random), number(random), number(random)},
          .rotation = glm::normalize(makeQuat(number(random), number(random), number(random), number(random))),
          .scale = {size(random), size(random), size(random)}};
}

void expectNear(const glm::mat4& a, const glm::mat4& b, float tolerance) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) EXPECT_NEAR(a[column][row], b[column][row], tolerance) << column << "," << row;
}

TEST(Transform, IsTheIdentityByDefault) { EXPECT_EQ(toMatrix(Transform{}), glm::mat4(1.0f)); }

TEST(Transform, BuildsAQuaternionFromItsComponentsInTheOrderXyzw) {
  const glm::quat q = makeQuat(1, 2, 3, 4);
  EXPECT_EQ(glm::vec4(q.x, q.y, q.z, q.w), glm::vec4(1, 2, 3, 4));
}

TEST(Transform, ScalesThenRotatesThenTranslates) {
  const Transform quarter{
      .translation = {10, 0, 0}, .rotation = makeQuat(0, 0, std::sqrt(0.5f), std::sqrt(0.5f)), .scale = {2, 3, 1}};
  const glm::vec4 moved =
      toMatrix(quarter) * glm::vec4(1, 1, 0, 1);  // scaled (2,3), rotated by 90 degrees (-3,2), translated (7,2)
  EXPECT_NEAR(moved.x, 7, 1e-5);
  EXPECT_NEAR(moved.y, 2, 1e-5);
}

TEST(Transform, EqualsTheProductOfThreeMatrices) {
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    const Transform t = randomTransform(random);
    expectNear(
        toMatrix(t),
        glm::translate(glm::mat4(1), t.translation) * glm::mat4_cast(t.rotation) * glm::scale(glm::mat4(1), t.scale),
        1e-5f);
  }
}

TEST(Transform, RoundTripsThroughItsMatrix) {
  std::mt19937 random(6);
  for (int i = 0; i < 1000; ++i) {
    Transform t = randomTransform(random);
    if (i % 2 == 1) t.scale.x = -t.scale.x;
    const Transform back = fromMatrix(toMatrix(t));
    EXPECT_NEAR(std::abs(glm::dot(back.rotation, t.rotation)), 1, 1e-5);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(back.scale[k], t.scale[k], 1e-5);
    EXPECT_EQ(back.translation, t.translation);
  }
}

TEST(Transform, OfAnyMirroredMatrixHasANegativeXScale) {
  const Transform back = fromMatrix(toMatrix({.scale = {1, 1, -2}}));
  EXPECT_LT(back.scale.x, 0);
  expectNear(toMatrix(back), toMatrix({.scale = {1, 1, -2}}), 1e-6f);
}

TEST(Transform, OfAFlatMatrixHasNoRotationAndScaleOneAsInThreeJs) {
  glm::mat4 flat = toMatrix(
      {.translation = {1, 2, 3}, .rotation = makeQuat(std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)), .scale = {2, 0, 2}});
  const Transform back = fromMatrix(flat);
  EXPECT_EQ(back.translation, glm::vec3(1, 2, 3));
  EXPECT_EQ(back.rotation, makeQuat(0, 0, 0, 1));
  EXPECT_EQ(back.scale, glm::vec3(1));
}

}  // namespace
}  // namespace crossfade
