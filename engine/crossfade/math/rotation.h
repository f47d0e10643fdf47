// Rotations in double: about the vertical, y, and from one direction to another.
#ifndef CROSSFADE_MATH_ROTATION_H
#define CROSSFADE_MATH_ROTATION_H

#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "crossfade/base/glm_settings.h"
#include "crossfade/math/rotation_vector.h"

namespace crossfade {

/// About the vertical, counterclockwise seen from above: from +z toward +x.
inline glm::dquat aboutY(double radians) { return makeDoubleQuat(0, std::sin(radians / 2), 0, std::cos(radians / 2)); }

/// The angle of the rotation from one unit quaternion to the other, whatever their signs: radians, 0 to pi. Precise for
/// small angles.
inline double angleBetween(const glm::dquat& a, const glm::dquat& b) {
  return glm::length(rotationVector(glm::conjugate(a) * b));
}

/// The part of a unit quaternion's rotation that is about `axis` (any length), as a rotation vector in radians: up to
/// half a turn either way. 0 where the axis is, or turns into its opposite.
inline glm::dvec3 twistVector(const glm::dquat& q, const glm::dvec3& axis) {
  const double length = glm::length(axis);
  if (!(length > 1e-9)) return glm::dvec3(0.0);
  const double sine = (q.x * axis.x + q.y * axis.y + q.z * axis.z) / length;
  if (std::abs(sine) + std::abs(q.w) < 1e-9) return glm::dvec3(0.0);
  return axis / length * (2 * (q.w < 0 ? std::atan2(-sine, -q.w) : std::atan2(sine, q.w)));
}

inline bool isFinite(const glm::dvec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

inline glm::dvec3 horizontal(const glm::dvec3& v) { return {v.x, 0, v.z}; }

/// The angle about the vertical that brings one direction under the other: radians, -pi to pi. 0 if either of them is
/// vertical.
inline double angleAboutY(const glm::dvec3& from, const glm::dvec3& to) {
  const double sine = from.z * to.x - from.x * to.z, cosine = from.x * to.x + from.z * to.z;
  return sine == 0 && cosine == 0 ? 0 : std::atan2(sine, cosine);
}

/// A unit vector at a right angle to `v`, which is not 0.
inline glm::dvec3 anyPerpendicular(const glm::dvec3& v) {
  const glm::dvec3 aside = std::abs(v.x) < 0.6 * glm::length(v) ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(glm::cross(v, aside));
}

/// The smallest rotation that turns `from` toward `to`, which have any length but 0. Opposite ones turn about
/// `axisIfOpposite`, a unit vector at a right angle to both.
inline glm::dquat shortestArc(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& axisIfOpposite) {
  const glm::dvec3 a = glm::normalize(from), b = glm::normalize(to), cross = glm::cross(a, b);
  const double sine = glm::length(cross), cosine = glm::dot(a, b);
  if (sine > 1e-12) return fromRotationVector(cross / sine * std::atan2(sine, cosine));
  return cosine > 0 ? makeDoubleQuat(0, 0, 0, 1)
                    : makeDoubleQuat(axisIfOpposite.x, axisIfOpposite.y, axisIfOpposite.z, 0);
}
inline glm::dquat shortestArc(const glm::dvec3& from, const glm::dvec3& to) {
  return shortestArc(from, to, anyPerpendicular(from));
}

/// The axes of a matrix, normalized. Handedness is kept; a zero axis stays 0.
inline glm::dmat3 unitAxes(const glm::dmat4& matrix) {
  glm::dmat3 axes(matrix);
  for (int i = 0; i < 3; ++i)
    if (const double length = glm::length(axes[i]); length > 0) axes[i] /= length;
  return axes;
}

/// Inverse of the upper-left 3x3. nullopt if that is singular: its axes are coplanar, whatever their lengths, or one is
/// 0.
inline std::optional<glm::dmat3> inverseOf(const glm::dmat4& matrix) {
  constexpr double kSingular = 1e-6;  // determinant of the normalized axes
  if (!(std::abs(glm::determinant(unitAxes(matrix))) > kSingular)) return {};
  return glm::inverse(glm::dmat3(matrix));
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_ROTATION_H
