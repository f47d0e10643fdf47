#include "crossfade/math/euler_angles.h"

#include <gtest/gtest.h>

#include <glm/gtc/quaternion.hpp>

namespace crossfade {
namespace {

TEST(EulerAngles, TurnAboutXThenYThenZ) {
  const glm::quat x = glm::angleAxis(glm::radians(20.0f), glm::vec3(1, 0, 0)),
                  y = glm::angleAxis(glm::radians(-50.0f), glm::vec3(0, 1, 0)),
                  z = glm::angleAxis(glm::radians(110.0f), glm::vec3(0, 0, 1));
  EXPECT_NEAR(glm::dot(fromDegrees({20, -50, 110}), z * y * x), 1, 1e-6);
}

TEST(EulerAngles, AreReadBack) {
  const glm::vec3 read = toDegrees(fromDegrees({20, -50, 110}));
  EXPECT_NEAR(read.x, 20, 1e-3);
  EXPECT_NEAR(read.y, -50, 1e-3);
  EXPECT_NEAR(read.z, 110, 1e-3);
  EXPECT_EQ(toDegrees(fromDegrees({0, 0, 0})), glm::vec3(0.0f));
}

TEST(EulerAngles, AreReadBackWhereXAndZTurnAboutOneAxis) {
  for (const float y : {-90.0f, -89.99f, -89.9f, 89.9f, 89.99f, 90.0f})
    for (const float x : {-180.0f, -100.0f, 0.0f, 30.0f, 91.0f, 179.0f})
      for (const float z : {-170.0f, -45.0f, 0.0f, 60.0f, 180.0f}) {
        const glm::quat q = fromDegrees({x, y, z});
        EXPECT_GT(std::abs(glm::dot(q, fromDegrees(toDegrees(q)))), 1 - 1e-6f) << x << " " << y << " " << z;
        EXPECT_LE(std::abs(toDegrees(q).x), 180);
      }
  EXPECT_NEAR(toDegrees(fromDegrees({30, 90, 0})).x, 30, 1e-3);
  EXPECT_EQ(toDegrees(fromDegrees({30, 90, 0})).z, 0);
}

}  // namespace
}  // namespace crossfade
