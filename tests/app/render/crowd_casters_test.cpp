#include "app/render/scene_draw.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "app/model/caster_spheres.h"

namespace app {
namespace {

TEST(WorldSpheres, FollowTheirJointAndItsScale) {
  const std::vector<CasterSphere> casters{{.joint = 1, .center = {1, 0, 0}, .radius = 0.5f, .occlusionRadius = 0.25f},
                                          {.joint = 7, .center = {}, .radius = 1}};
  const std::vector<glm::mat4> palette{glm::mat4(1.0f), glm::translate(glm::mat4(1.0f), glm::vec3(0, 5, 0)) *
                                                            glm::scale(glm::mat4(1.0f), glm::vec3(1, 2, 1))};
  std::vector<glm::vec4> spheres;
  std::vector<glm::vec4> occluders;
  appendWorldSpheres(casters, palette, spheres, occluders);
  ASSERT_EQ(spheres.size(), 1u) << "a joint that the palette lacks is left out";
  EXPECT_EQ(spheres[0], glm::vec4(1, 5, 0, 1));
  EXPECT_EQ(occluders[0], glm::vec4(1, 5, 0, 0.5f));
}

TEST(WorldSpheres, ThatAreNotFiniteAreLeftOut) {
  const std::vector<CasterSphere> casters{{.joint = -1, .center = {}, .radius = 1}};
  const std::vector<glm::mat4> broken{glm::mat4(NAN)};
  std::vector<glm::vec4> spheres;
  std::vector<glm::vec4> occluders;
  appendWorldSpheres(casters, broken, spheres, occluders);
  EXPECT_TRUE(spheres.empty());
  EXPECT_TRUE(occluders.empty());
}

}  // namespace

namespace {

/// A body with an arm, a meter tall, every two meters along x.
GpuPrimitive figure() {
  GpuPrimitive primitive;
  primitive.casters = {{.joint = 0, .center = {0, 0.5f, 0}, .radius = 0.5f, .occlusionRadius = 0.3f},
                       {.joint = 1, .center = {0.5f, 0.8f, 0}, .radius = 0.3f, .occlusionRadius = 0.1f}};
  primitive.bounds = boundingSphere(primitive.casters);
  return primitive;
}
struct Row {
  DrawList list;
  DrawItem item;
};
Row row(int copies) {
  Row made;
  made.list.eye = glm::vec3(0, 1, 3);
  made.item = {.paletteOffset = 0, .paletteCount = 2, .copies = copies, .paletteStride = 2};
  const glm::vec3 shoulder(0.2f, 0.8f, 0);
  for (int copy = 0; copy < copies; ++copy) {
    const glm::mat4 body = glm::translate(glm::mat4(1.0f), glm::vec3(2.0f * static_cast<float>(copy), 0, 0));
    const glm::mat4 arm = glm::translate(glm::mat4(1.0f), shoulder) *
                          glm::rotate(glm::mat4(1.0f), static_cast<float>(copy), glm::vec3(0, 0, 1)) *
                          glm::translate(glm::mat4(1.0f), -shoulder);
    made.list.palettes.insert(made.list.palettes.end(), {body, body * arm});
  }
  return made;
}

TEST(CrowdCasters, OfAFewCopiesAreAllTheirCasters) {
  const Row few = row(kDetailedCopies);
  CrowdCasters crowd;
  std::vector<glm::vec4> spheres, occluders;
  crowd.append(figure(), few.list, few.item, spheres, occluders);
  std::vector<glm::vec4> sameSpheres, sameOccluders;
  for (std::size_t copy = 0; copy < kDetailedCopies; ++copy)
    appendWorldSpheres(figure().casters, std::span(few.list.palettes).subspan(2 * copy, 2), sameSpheres, sameOccluders);
  EXPECT_EQ(spheres, sameSpheres);
  EXPECT_EQ(occluders, sameOccluders);
}

TEST(CrowdCasters, OfManyCopiesBoundEveryCasterOfEach) {
  const Row many = row(1000);
  CrowdCasters crowd;
  std::vector<glm::vec4> spheres, occluders;
  crowd.append(figure(), many.list, many.item, spheres, occluders);
  EXPECT_LE(spheres.size(), 1000u + 2 * kDetailedCopies);
  for (std::size_t copy = 0; copy < 1000; ++copy) {
    std::vector<glm::vec4> casters, unused;
    appendWorldSpheres(figure().casters, std::span(many.list.palettes).subspan(2 * copy, 2), casters, unused);
    for (const glm::vec4& caster : casters)
      EXPECT_TRUE(std::any_of(spheres.begin(), spheres.end(), [&](const glm::vec4& sphere) {
        return glm::length(glm::vec3(sphere) - glm::vec3(caster)) + caster.w <= sphere.w + 1e-4f;
      })) << copy;
  }
}

TEST(CrowdCasters, OfManyCopiesHaveOccludersNearTheEyeThatShrinkWithDistance) {
  const Row many = row(1000);
  CrowdCasters crowd;
  std::vector<glm::vec4> spheres, occluders;
  crowd.append(figure(), many.list, many.item, spheres, occluders);
  ASSERT_EQ(occluders.size(), 2u * kDetailedCopies);
  float largestFar = 0, largestNear = 0;
  for (const glm::vec4& ball : occluders) {
    EXPECT_LT(ball.x, 2.0f * kDetailedCopies + 1);
    if (ball.x < 10) largestNear = std::max(largestNear, ball.w);
    if (ball.x > 2.0f * kDetailedCopies - 4) largestFar = std::max(largestFar, ball.w);
  }
  EXPECT_FLOAT_EQ(largestNear, 0.3f);
  EXPECT_GT(largestFar, 0.0f);
  EXPECT_LT(largestFar, 0.05f);
}

TEST(CrowdCasters, ThatAreNotFiniteAreLeftOut) {
  Row many = row(100);
  for (int i = 0; i < 10; ++i) many.list.palettes[static_cast<std::size_t>(i)] = glm::mat4(NAN);
  CrowdCasters crowd;
  std::vector<glm::vec4> spheres, occluders;
  crowd.append(figure(), many.list, many.item, spheres, occluders);
  EXPECT_EQ(spheres.size(), 95u + 2 * kDetailedCopies);
  for (const glm::vec4& sphere : spheres) EXPECT_TRUE(std::isfinite(sphere.x + sphere.y + sphere.z + sphere.w));
}

TEST(BoundingSphere, IsTheCasterWhereThereIsOnlyOne) {
  const std::vector<CasterSphere> one{{.joint = -1, .center = {1, 2, 3}, .radius = 4, .occlusionRadius = 1}};
  const CasterSphere all = boundingSphere(one);
  EXPECT_EQ(all.joint, -1);
  EXPECT_EQ(all.center, one[0].center);
  EXPECT_EQ(all.radius, 4);
  EXPECT_EQ(boundingSphere({}).radius, 0);
}

}  // namespace

}  // namespace app
