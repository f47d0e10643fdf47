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

}  // namespace
}  // namespace crossfade
