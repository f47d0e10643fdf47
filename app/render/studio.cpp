#include "app/render/studio.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace app {
namespace {

/// A rectangle of light one meter away.
struct LightBox {
  glm::vec3 toward;  // its center, unit length
  glm::vec3 right;
  glm::vec3 up;
  glm::vec2 half;  // meters
  glm::vec3 radiance;
};

LightBox boxAt(const glm::vec3& position, glm::vec2 half, const glm::vec3& radiance) {
  const glm::vec3 toward = glm::normalize(position);
  const glm::vec3 side =
      std::abs(toward.y) > 0.95f ? glm::vec3(1, 0, 0) : glm::normalize(glm::cross(glm::vec3(0, 1, 0), toward));
  return {toward, side, glm::cross(toward, side), half, radiance};
}

// 1 inside, 0 outside, with a soft edge.
float within(float position, float half) {
  constexpr float kEdge = 0.12f;
  return 1.0f - glm::smoothstep(half - kEdge, half + kEdge, std::abs(position));
}

glm::vec3 lightFrom(const LightBox& box, const glm::vec3& direction) {
  const float ahead = glm::dot(direction, box.toward);
  if (ahead < 0.05f) return glm::vec3(0.0f);
  const float x = glm::dot(direction, box.right) / ahead;
  const float y = glm::dot(direction, box.up) / ahead;
  return box.radiance * (within(x, box.half.x) * within(y, box.half.y));
}

}  // namespace

glm::vec3 studioRadiance(const glm::vec3& direction) {
  static const LightBox kBoxes[] = {
      boxAt({0.05f, 1.0f, 0.0f}, {0.85f, 0.55f}, glm::vec3(0.66f, 0.67f, 0.69f)),     // above
      boxAt({-0.62f, 0.62f, 1.00f}, {0.42f, 0.42f}, glm::vec3(1.00f, 0.96f, 0.90f)),  // a window, on the sun's side
      boxAt({1.0f, 0.22f, 0.25f}, {0.16f, 0.75f}, glm::vec3(0.72f, 0.80f, 0.92f)),    // upright, cool
      boxAt({0.75f, 0.25f, -0.85f}, {0.18f, 0.80f}, glm::vec3(0.74f, 0.80f, 0.90f)),  // upright, behind
      boxAt({-0.70f, 0.30f, -0.90f}, {0.18f, 0.80f}, glm::vec3(0.78f, 0.78f, 0.82f)),
  };
  const glm::vec3 kFloor(0.125f, 0.119f, 0.112f);
  const glm::vec3 kWall(0.250f, 0.260f, 0.278f);
  const glm::vec3 kCeiling(0.130f, 0.137f, 0.150f);
  glm::vec3 light = glm::mix(kWall, kCeiling, glm::smoothstep(0.05f, 0.85f, direction.y));
  light = glm::mix(kFloor, light, glm::smoothstep(-0.16f, 0.06f, direction.y));
  for (const LightBox& box : kBoxes) light += lightFrom(box, direction);
  return light;
}

}  // namespace app
