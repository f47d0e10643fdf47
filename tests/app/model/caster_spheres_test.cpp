#include "app/model/caster_spheres.h"

#include <gtest/gtest.h>

#include <vector>

#include <glm/geometric.hpp>

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

}  // namespace
}  // namespace app
