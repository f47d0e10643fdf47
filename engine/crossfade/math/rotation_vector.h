// Rotations as vectors, axis times angle, which unlike unit quaternions can be scaled and added.
#ifndef CROSSFADE_MATH_ROTATION_VECTOR_H
#define CROSSFADE_MATH_ROTATION_VECTOR_H

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/glm_settings.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// Axis times angle (radians, in [0, pi]) of a quaternion of any length; q and -q give the same. 0 for a zero
/// quaternion.
inline glm::dvec3 rotationVector(const glm::dquat& q) {
  const glm::dvec3 axis = q.w < 0 ? glm::dvec3(-q.x, -q.y, -q.z) : glm::dvec3(q.x, q.y, q.z);
  const double sine = glm::length(axis);
  if (!(sine > 0)) return glm::dvec3(0.0);
  return axis * (2 * std::atan2(sine, std::abs(q.w)) / sine);
}

/// The unit quaternion of axis times angle (radians).
inline glm::dquat fromRotationVector(const glm::dvec3& rotation) {
  const double angle = glm::length(rotation);
  const double scale = angle > 1e-9 ? std::sin(angle / 2) / angle : 0.5;
  return makeDoubleQuat(rotation.x * scale, rotation.y * scale, rotation.z * scale, std::cos(angle / 2));
}

/// The same rotation as `rotation`, plus the number of full turns that brings it closest to `reference`.
inline glm::dvec3 nearestRotationVector(const glm::dvec3& rotation, const glm::dvec3& reference) {
  constexpr double kTwoPi = 2 * std::numbers::pi;
  const double angle = glm::length(rotation);
  if (!(angle > 0)) return rotation;
  const glm::dvec3 axis = rotation / angle;
  return axis * (angle + kTwoPi * std::round((glm::dot(reference, axis) - angle) / kTwoPi));
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_ROTATION_VECTOR_H
