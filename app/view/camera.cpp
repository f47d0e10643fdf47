#include "app/view/camera.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr float kMaxPitch = 1.54f;  // just below 90 degrees, where "up" is undefined

}  // namespace

void Bounds::add(const glm::vec3& point) {
  if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) return;
  min = empty ? point : glm::min(min, point);
  max = empty ? point : glm::max(max, point);
  empty = false;
}

float Bounds::radius() const { return empty ? 0.0f : glm::length(max - min) * 0.5f; }

Camera orbit(Camera camera, float yawDelta, float pitchDelta) {
  camera.yaw = std::remainder(camera.yaw + yawDelta, 6.2831853f);
  camera.pitch = std::clamp(camera.pitch + pitchDelta, -kMaxPitch, kMaxPitch);
  return camera;
}

Camera pan(Camera camera, glm::vec2 delta) {
  const glm::mat4 view = viewMatrix(camera);
  const glm::vec3 right(view[0][0], view[1][0], view[2][0]);
  const glm::vec3 up(view[0][1], view[1][1], view[2][1]);
  const float pictureHeight = 2 * camera.distance * std::tan(camera.verticalFov / 2);
  camera.target -= (right * delta.x - up * delta.y) * pictureHeight;
  return camera;
}

Camera dolly(Camera camera, float factor) {
  camera.distance = std::clamp(camera.distance * factor, camera.sceneRadius * kNearest, camera.sceneRadius * kFarthest);
  return camera;
}

Camera frame(Camera camera, const Bounds& bounds, float aspect) {
  if (bounds.empty) return camera;
  const float radius = std::max(bounds.radius(), 1e-4f);
  const float halfAngle = std::atan(std::tan(camera.verticalFov / 2) * std::min(1.0f, std::max(0.01f, aspect)));
  camera.target = bounds.center();
  camera.distance = radius * 1.02f / std::sin(halfAngle);
  camera.sceneRadius = radius;
  return camera;
}

glm::vec3 eyeOf(const Camera& camera) {
  const float level = std::cos(camera.pitch);
  return camera.target + camera.distance * glm::vec3(std::sin(camera.yaw) * level, std::sin(camera.pitch),
                                                     std::cos(camera.yaw) * level);
}

glm::mat4 viewMatrix(const Camera& camera) { return glm::lookAt(eyeOf(camera), camera.target, glm::vec3(0, 1, 0)); }

glm::mat4 projectionMatrix(const Camera& camera, float aspect) {
  const float far = camera.distance + camera.sceneRadius * kBehindTarget;
  const float near = std::max(camera.distance * kNearPlane, far * 1e-5f);
  return glm::perspective(camera.verticalFov, aspect, near, far);
}

}  // namespace app
