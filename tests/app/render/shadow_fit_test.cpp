#include "app/render/shadow_map.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

namespace app {
namespace {

const glm::vec3 kSun = glm::normalize(glm::vec3(0.4f, 0.8f, 0.45f));
constexpr int kSize = 1024;

glm::vec3 textureOf(const ShadowFit& fit, const glm::vec3& point) {
  return glm::vec3(fit.textureFromWorld * glm::vec4(point, 1.0f));
}

TEST(ShadowFit, CoversEveryCaster) {
  const std::array<glm::vec4, 2> casters{glm::vec4(1, 2, 3, 0.5f), glm::vec4(-2, 0, 1, 0.2f)};
  const ShadowFit fit = fitShadow(casters, kSun, kSize);
  ASSERT_FALSE(fit.empty);
  for (const glm::vec4& caster : casters) {
    for (int i = 0; i < 50; ++i) {
      const float a = 0.7f * static_cast<float>(i);
      const float b = 0.3f * static_cast<float>(i);
      const glm::vec3 edge =
          glm::vec3(caster) + caster.w * glm::vec3(std::cos(a) * std::cos(b), std::sin(b), std::sin(a) * std::cos(b));
      const glm::vec3 position = textureOf(fit, edge);
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_GE(position[axis], -0.002f);
        EXPECT_LE(position[axis], 1.002f);
      }
    }
  }
}

TEST(ShadowFit, MovesByWholeTexels) {
  const glm::vec3 still(0.3f, 0.1f, -0.2f);
  const std::array<glm::vec4, 1> first{glm::vec4(0, 1, 0, 1)};
  const glm::vec3 before = textureOf(fitShadow(first, kSun, kSize), still) * float(kSize);
  for (int i = 1; i < 20; ++i) {
    const std::array<glm::vec4, 1> moved{
        glm::vec4(0.0137f * static_cast<float>(i), 1, 0.0071f * static_cast<float>(i), 1)};
    const glm::vec3 after = textureOf(fitShadow(moved, kSun, kSize), still) * float(kSize);
    for (int axis = 0; axis < 2; ++axis) {
      const float shift = after[axis] - before[axis];
      EXPECT_NEAR(shift, std::round(shift), 0.01f) << i;
    }
  }
}

TEST(ShadowFit, KeepsItsTexelsWhileTheCastersGrowALittle) {
  const std::array<glm::vec4, 1> small{glm::vec4(0, 1, 0, 1.05f)};
  const std::array<glm::vec4, 1> larger{glm::vec4(0, 1, 0, 1.1f)};
  EXPECT_EQ(fitShadow(small, kSun, kSize).texelSize, fitShadow(larger, kSun, kSize).texelSize);
}

TEST(ShadowFit, KeepsItsTexelsWhileAStrideWavers) {
  float radius = 0;
  float texel = 0;
  int changes = 0;
  for (int i = 0; i < 200; ++i) {
    const std::array<glm::vec4, 1> ball{glm::vec4(0, 0, 0, 1.0f + 0.1f * std::sin(0.3f * static_cast<float>(i)))};
    const ShadowFit fit = fitShadow(ball, kSun, kSize, radius);
    ASSERT_GE(fit.radius, ball[0].w);
    changes += i > 0 && fit.texelSize != texel;
    radius = fit.radius;
    texel = fit.texelSize;
  }
  EXPECT_LE(changes, 1);
  const std::array<glm::vec4, 1> small{glm::vec4(0, 0, 0, 0.2f)};
  EXPECT_LT(fitShadow(small, kSun, kSize, radius).radius, 0.5f) << "after shrinking a lot it gets its texels back";
}

TEST(ShadowFit, IsEmptyWithoutCastersOrLightOrForValuesThatAreNotFinite) {
  EXPECT_TRUE(fitShadow({}, kSun, kSize).empty);
  const std::array<glm::vec4, 1> point{glm::vec4(0)};
  EXPECT_TRUE(fitShadow(point, kSun, kSize).empty);
  const std::array<glm::vec4, 1> ball{glm::vec4(0, 0, 0, 1)};
  EXPECT_TRUE(fitShadow(ball, glm::vec3(0), kSize).empty);
  const std::array<glm::vec4, 1> endless{glm::vec4(0, 0, 0, INFINITY)};
  EXPECT_TRUE(fitShadow(endless, kSun, kSize).empty);
  EXPECT_FALSE(fitShadow(ball, glm::vec3(0, 1, 0), kSize).empty) << "straight from above there is no up to look along";
}

TEST(ShadowOnFloor, LiesAwayFromTheSun) {
  const std::array<glm::vec4, 1> ball{glm::vec4(0, 2, 0, 0.5f)};
  const glm::vec4 reach = shadowOnFloor(ball, glm::normalize(glm::vec3(1, 1, 0)), 1.0f);
  const float stretched = 0.5f * std::sqrt(2.0f);
  EXPECT_NEAR(reach.x, -1 - stretched, 1e-5f);
  EXPECT_NEAR(reach.z, -1 + stretched, 1e-5f);
  EXPECT_NEAR(reach.y, -stretched, 1e-5f);
  EXPECT_NEAR(reach.w, stretched, 1e-5f);
}

TEST(ShadowOnFloor, IsNowhereWhenTheSunIsLowOrNothingCasts) {
  const std::array<glm::vec4, 1> ball{glm::vec4(0, 2, 0, 0.5f)};
  EXPECT_EQ(shadowOnFloor(ball, glm::vec3(1, 0, 0), 0), glm::vec4(0));
  EXPECT_EQ(shadowOnFloor(ball, glm::vec3(0, -1, 0), 0), glm::vec4(0));
  EXPECT_EQ(shadowOnFloor({}, kSun, 0), glm::vec4(0));
}

}  // namespace
}  // namespace app
