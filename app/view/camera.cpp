#include "app/view/camera.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr float kMaxPitch = 1.54f;  // just below 90 degrees, where "up" is undefined

constexpr float kParallelRays = 1000;  // scene radii

glm::vec3 unitOr(const glm::vec3& v, const glm::vec3& fallback) {
  const float length = glm::length(v);
  return length > 0 && std::isfinite(length) ? v / length : fallback;
}

glm::vec3 anyNormalTo(const glm::vec3& unit) {
  return glm::normalize(glm::cross(std::abs(unit.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0), unit));
}

/// Shows at least what the camera frames, whatever the shape of the picture. The far plane is ours, so that the floor
/// reaches the horizon.
glm::mat4 projectionOf(const FileView& file, const Camera& camera, float aspect) {
  const glm::vec3 toTarget = glm::vec3(file.view * glm::vec4(camera.target, 1));
  const float far = std::max(glm::length(toTarget), file.nearPlane) + camera.sceneRadius * kBehindTarget;
  if (file.orthographic) {
    const float half = std::max(file.halfSize.y, file.halfSize.x / aspect);
    return glm::ortho(-half * aspect, half * aspect, -half, half, file.nearPlane, far);
  }
  const float slope = std::tan(file.verticalFov / 2) * std::max(1.0f, file.aspect / aspect);
  return glm::perspective(2 * std::atan(slope), aspect, std::max(file.nearPlane, far * 1e-5f), far);
}

/// How far from its middle an upright cylinder fits into the picture, from any side. `across`, `up`: the slopes of the
/// picture's edges. A point at (x, y, z) from the middle, z toward the eye, is inside at a distance of z + |x| / across
/// and z + |y| / up; these are the largest of each on the two rims.
float distanceToFit(float halfHeight, float radius, float pitch, float up, float across) {
  const float level = std::cos(pitch), tilt = std::abs(std::sin(pitch));
  const float aside = halfHeight * tilt + radius * std::hypot(level, 1 / across);
  const float above = halfHeight * (level / up + tilt) + radius * std::abs(level - tilt / up);
  const float below = halfHeight * std::abs(level / up - tilt) + radius * (level + tilt / up);
  return std::max({aside, above, below});
}

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
  constexpr float kMargin = 1.02f;
  const glm::vec3 half = (bounds.max - bounds.min) * 0.5f;
  const float slope = std::tan(camera.verticalFov / 2);
  const float distance = distanceToFit(std::max(half.y, 1e-4f), glm::length(glm::vec2(half.x, half.z)), camera.pitch,
                                       slope, slope * std::max(0.01f, aspect));
  camera.target = bounds.center();
  camera.distance = distance * kMargin;
  camera.sceneRadius = std::max(bounds.radius(), 1e-4f);
  return camera;
}

Camera facing(const Model& model) { return orbit({}, model.frontYaw, 0); }

FileView fileViewOf(const FileCamera& camera, const glm::mat4& world) {
  // A camera's own axes, of unit length and at right angles, whatever the nodes above it are scaled by.
  const glm::vec3 eye(world[3]), back = unitOr(glm::vec3(world[2]), {0, 0, 1});
  const glm::vec3 right = unitOr(glm::cross(glm::vec3(world[1]), back), anyNormalTo(back)),
                  up = glm::cross(back, right);
  glm::mat4 view(1);
  for (int i = 0; i < 3; ++i) view[i] = glm::vec4(right[i], up[i], back[i], 0);
  view[3] = glm::vec4(-glm::dot(right, eye), -glm::dot(up, eye), -glm::dot(back, eye), 1);
  return {.view = view,
          .orthographic = camera.orthographic,
          .verticalFov = camera.verticalFov,
          .aspect = camera.aspect,
          .halfSize = camera.halfSize,
          .nearPlane = camera.nearPlane};
}

glm::vec3 eyeOf(const Camera& camera) {
  if (camera.file) {
    const glm::mat3 axes = glm::transpose(glm::mat3(camera.file->view));
    const glm::vec3 eye = -(axes * glm::vec3(camera.file->view[3]));
    return camera.file->orthographic ? eye + axes[2] * (kParallelRays * camera.sceneRadius) : eye;
  }
  const float level = std::cos(camera.pitch);
  return camera.target + camera.distance * glm::vec3(std::sin(camera.yaw) * level, std::sin(camera.pitch),
                                                     std::cos(camera.yaw) * level);
}

glm::mat4 viewMatrix(const Camera& camera) {
  return camera.file ? camera.file->view : glm::lookAt(eyeOf(camera), camera.target, glm::vec3(0, 1, 0));
}

glm::mat4 projectionMatrix(const Camera& camera, float aspect) {
  if (camera.file) return projectionOf(*camera.file, camera, aspect);
  const float far = camera.distance + camera.sceneRadius * kBehindTarget;
  const float near = std::max(camera.distance * kNearPlane, far * 1e-5f);
  return glm::perspective(camera.verticalFov, aspect, near, far);
}

}  // namespace app
