// Which way a body faces: the part of a rotation that turns about the vertical, y.
#ifndef CROSSFADE_TRAVEL_DETAIL_HEADING_H
#define CROSSFADE_TRAVEL_DETAIL_HEADING_H

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>

#include "crossfade/math/transform.h"

namespace crossfade::detail {

/// Counterclockwise seen from above: from +z toward +x.
inline glm::dquat turned(double radians) { return makeDoubleQuat(0, std::sin(radians / 2), 0, std::cos(radians / 2)); }

/// The axes of a matrix at unit length; mirrored if the matrix is.
inline glm::dmat3 axesOf(const glm::dmat4& matrix) {
  glm::dmat3 axes(matrix);
  for (int i = 0; i < 3; ++i) {
    const double length = glm::length(axes[i]);
    if (length > 0) axes[i] /= length;
  }
  return axes;
}

/// A turn about the vertical of model space, in a space with these axes.
inline glm::dquat turnInside(const glm::dmat3& axes, double radians) {
  const glm::dquat turn = glm::quat_cast(glm::transpose(axes) * glm::mat3_cast(turned(radians)) * axes);
  return glm::normalize(turn);
}

/// Follows the heading from one orientation to the next. While the body hangs upside down it has none, and the last one
/// holds: somersaults do not turn.
class Heading {
 public:
  explicit Heading(const glm::dmat3& start) : start_(start) {}

  /// Radians since the start, whole turns included. The axes must be less than half a turn from those before.
  double follow(const glm::dmat3& axes) { return radians_ = near(axes, radians_); }
  /// That of `axes`, if it is within half a turn of `radians`.
  double near(const glm::dmat3& axes, double radians) const {
    constexpr double kUpsideDown = 0.2;  // the cosine of half the tilt
    const glm::dquat rotation = glm::quat_cast(axes * glm::transpose(start_));
    if (std::hypot(rotation.y, rotation.w) < kUpsideDown) return radians;
    const double wrapped = 2 * std::atan2(rotation.y, rotation.w);
    return radians + std::remainder(wrapped - radians, 2 * std::numbers::pi);
  }

 private:
  glm::dmat3 start_;
  double radians_ = 0;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_HEADING_H
