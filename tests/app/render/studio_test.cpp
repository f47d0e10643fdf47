#include "app/render/studio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <glm/geometric.hpp>

namespace app {
namespace {

glm::vec3 white(const glm::vec3&) { return glm::vec3(1.0f); }
glm::vec3 fromAbove(const glm::vec3& direction) { return glm::vec3(std::max(direction.y, 0.0f)); }
glm::vec3 slope(const glm::vec3& direction) {
  return glm::vec3(0.5f + 0.5f * direction.x, 0.5f - 0.5f * direction.y, 0.5f + 0.5f * direction.z);
}

glm::vec3 irradiance(const LightProbe& probe, const glm::vec3& n) {
  const auto& c = probe.irradiance;
  return c[0] + c[1] * n.y + c[2] * n.z + c[3] * n.x + c[4] * (n.x * n.y) + c[5] * (n.y * n.z) +
         c[6] * (3 * n.z * n.z - 1) + c[7] * (n.x * n.z) + c[8] * (n.x * n.x - n.y * n.y);
}

void expectNear(const glm::vec3& a, const glm::vec3& b, float tolerance) {
  EXPECT_LE(glm::length(a - b), tolerance)
      << a.x << " " << a.y << " " << a.z << " for " << b.x << " " << b.y << " " << b.z;
}

TEST(LightProbe, OfWhiteLightIsWhiteAtEveryRoughness) {
  const LightProbe probe = makeLightProbe(white);
  for (const glm::vec3& n : {glm::vec3(0, 1, 0), glm::vec3(1, 0, 0), glm::normalize(glm::vec3(-1, -2, 3))})
    expectNear(irradiance(probe, n), glm::vec3(1.0f), 0.002f);
  for (std::size_t level = 0; level < probe.levels.size(); ++level) {
    const auto size = static_cast<std::size_t>(LightProbe::kSize >> level);
    ASSERT_EQ(probe.levels[level].size(), 6 * size * size);
    expectNear(probe.levels[level].front(), glm::vec3(1.0f), 1e-4f);
    expectNear(probe.levels[level].back(), glm::vec3(1.0f), 1e-4f);
  }
}

// The integral of max(y, 0) over a hemisphere around +y with cosine weight, divided by pi: 2/3; around +x: 2 / (3 pi).
TEST(LightProbe, OfLightThatFadesFromAboveHasTheIrradianceOfTheIntegral) {
  const LightProbe probe = makeLightProbe(fromAbove);
  EXPECT_NEAR(irradiance(probe, {0, 1, 0}).x, 2.0f / 3.0f, 0.02f);
  EXPECT_NEAR(irradiance(probe, {1, 0, 0}).x, 2.0f / (3.0f * 3.14159265f), 0.02f);
  EXPECT_NEAR(irradiance(probe, {0, -1, 0}).x, 0.0f, 0.02f);
}

// For light that is linear in the direction, irradiance / pi has 2/3 of its slope.
TEST(LightProbe, OfALinearSlopeHasTwoThirdsOfIt) {
  const LightProbe probe = makeLightProbe(slope);
  expectNear(irradiance(probe, {1, 0, 0}), {0.5f + 1.0f / 3, 0.5f, 0.5f}, 0.003f);
  expectNear(irradiance(probe, {0, 1, 0}), {0.5f, 0.5f - 1.0f / 3, 0.5f}, 0.003f);
  expectNear(irradiance(probe, {0, 0, -1}), {0.5f, 0.5f, 0.5f - 1.0f / 3}, 0.003f);
}

TEST(LightProbe, HasItsFacesInOpenGlsOrder) {
  const LightProbe probe = makeLightProbe(slope);
  const auto middle = [&](std::size_t face) {
    constexpr auto kSize = static_cast<std::size_t>(LightProbe::kSize);
    return probe.levels[0][face * kSize * kSize + kSize * kSize / 2 + kSize / 2];
  };
  const glm::vec3 directions[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::size_t face = 0; face < 6; ++face) expectNear(middle(face), slope(directions[face]), 0.02f);
}

TEST(ReflectanceTable, OfASmoothSurfaceEqualsFresnel) {
  constexpr int kSize = 64;
  const auto table = reflectanceTable(kSize);
  for (const int column : {20, 40, 63}) {
    const float cosine = (static_cast<float>(column) + 0.5f) / kSize;
    const float fresnel = std::pow(1 - cosine, 5.0f);
    EXPECT_NEAR(table[static_cast<std::size_t>(column)].x, 1 - fresnel, 0.01f);
    EXPECT_NEAR(table[static_cast<std::size_t>(column)].y, fresnel, 0.01f);
  }
}

TEST(ReflectanceTable, NeverReflectsMoreLightThanArrives) {
  for (const glm::vec3& each : reflectanceTable(32)) {
    EXPECT_GE(each.x, 0.0f);
    EXPECT_GE(each.y, 0.0f);
    EXPECT_LE(each.x + each.y, 1.005f);
    EXPECT_GE(each.z, 0.0f);
    EXPECT_LE(each.z, 1.0f);
  }
}

/// Sheen by random directions, in double precision.
double sheenByChance(double roughness, double nDotV) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  const glm::dvec3 view(std::sqrt(1 - nDotV * nDotV), 0, nDotV);
  constexpr int kDirections = 200'000;
  double sum = 0;
  for (int i = 0; i < kDirections; ++i) {  // by the cosine, which cancels
    const double radius = std::sqrt(uniform(random)), angle = 6.283185307179586 * uniform(random);
    const glm::dvec3 light(radius * std::cos(angle), radius * std::sin(angle), std::sqrt(1 - radius * radius));
    const double sine = glm::length(glm::dvec2(glm::normalize(light + view))), alpha = roughness * roughness;
    const double distribution = (2 + 1 / alpha) * std::pow(sine, 1 / alpha) / 6.283185307179586;
    sum += 3.141592653589793 * distribution / (4 * (light.z + nDotV - light.z * nDotV));
  }
  return sum / kDirections;
}

TEST(ReflectanceTable, OfSheenIsTheIntegralOverTheHemisphere) {
  constexpr int kSize = 32;
  const auto table = reflectanceTable(kSize);
  for (const int row : {5, 10, 16, 31})
    for (const int column : {3, 10, 20, 31}) {
      const double expected = sheenByChance((row + 0.5) / kSize, (column + 0.5) / kSize);
      EXPECT_NEAR(table[static_cast<std::size_t>(row * kSize + column)].z, expected, 0.02 * expected + 0.003)
          << "roughness " << (row + 0.5) / kSize << ", cosine " << (column + 0.5) / kSize;
    }
}

TEST(Studio, LightsFromEverywhereAndMostFromAbove) {
  const LightProbe probe = makeLightProbe(studioRadiance);
  const float up = irradiance(probe, {0, 1, 0}).y;
  const float down = irradiance(probe, {0, -1, 0}).y;
  EXPECT_GT(up, 2 * down);
  EXPECT_GT(down, 0.05f);
  EXPECT_LT(up, 0.7f) << "the sun comes on top: white must stay below 1 by little";
}

}  // namespace
}  // namespace app
