#include "app/render/gpu_model.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace app {
namespace {

glm::vec2 transformed(const TextureRef& reference, glm::vec2 uv) {
  const auto rows = textureTransformRows(reference);
  return {glm::dot(rows[0], glm::vec3(uv, 1)), glm::dot(rows[1], glm::vec3(uv, 1))};
}

TEST(TextureTransform, OfNothingIsIdentity) { EXPECT_EQ(transformed({}, {0.3f, 0.7f}), glm::vec2(0.3f, 0.7f)); }

// The example in KHR_texture_transform: "only the lower left quadrant of the source image, rotated clockwise 90
// degrees".
TEST(TextureTransform, OfTheSpecificationsExampleIsTheLowerLeftQuadrant) {
  const TextureRef reference{.offset = {0, 1}, .scale = {0.5f, 0.5f}, .rotation = glm::half_pi<float>()};
  EXPECT_LT(glm::length(transformed(reference, {0, 0}) - glm::vec2(0, 1)), 1e-6f);
  EXPECT_LT(glm::length(transformed(reference, {1, 0}) - glm::vec2(0, 0.5f)), 1e-6f);
  EXPECT_LT(glm::length(transformed(reference, {0, 1}) - glm::vec2(0.5f, 1)), 1e-6f);
}

TEST(TextureTransform, ScalesBeforeItRotates) {
  const TextureRef reference{.scale = {2, 3}, .rotation = glm::half_pi<float>()};
  EXPECT_LT(glm::length(transformed(reference, {1, 0}) - glm::vec2(0, -2)), 1e-6f);
  EXPECT_LT(glm::length(transformed(reference, {0, 1}) - glm::vec2(3, 0)), 1e-6f);
}

}  // namespace
}  // namespace app
