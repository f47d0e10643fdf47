#include "app/render/world_spheres.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>

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
}  // namespace app
