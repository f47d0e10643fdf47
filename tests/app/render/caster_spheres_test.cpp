#include "app/render/caster_spheres.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace app {
namespace {

TEST(CasterSpheres, OfAnUnskinnedPrimitiveIsOne) {
  Primitive primitive;
  primitive.positions = {{-1, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 1}};
  const auto casters = makeCasterSpheres(primitive);
  ASSERT_EQ(casters.size(), 1u);
  EXPECT_EQ(casters[0].joint, -1);
  for (const glm::vec3& position : primitive.positions)
    EXPECT_LE(glm::length(position - casters[0].center), casters[0].radius + 1e-6f);
}

TEST(CasterSpheres, HoldTheVerticesOfEachJoint) {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {0, 1, 0}, {5, 5, 5}};
  primitive.influences = {{{.joints = {2}, .weights = {1}},
                           {.joints = {2, 4}, .weights = {0.5f, 0.5f}},
                           {.joints = {4, 9}, .weights = {1, 0}}}};
  const auto casters = makeCasterSpheres(primitive);
  ASSERT_EQ(casters.size(), 2u) << "joint 9 has no weight anywhere";
  EXPECT_EQ(casters[0].joint, 2);
  EXPECT_NEAR(casters[0].radius, 0.5f, 1e-6f);
  EXPECT_EQ(casters[1].joint, 4);
  EXPECT_EQ(casters[1].center, glm::vec3(2.5f, 3, 2.5f));
}

TEST(CasterSpheres, GrowWithMorphTargets) {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {0, 2, 0}};
  primitive.morphTargets = {{.positions = {{0, 0, 3}, {0, 0, 0}}, .normals = {}}};
  EXPECT_NEAR(makeCasterSpheres(primitive).at(0).radius, 4, 1e-6f);
}

TEST(CasterSpheres, OfAnEmptyModelAreEmpty) { EXPECT_TRUE(makeCasterSpheres({}).empty()); }

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
}  // namespace app
