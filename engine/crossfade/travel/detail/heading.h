// Which way a body faces: the part of a rotation that turns about the vertical, y.
#ifndef CROSSFADE_TRAVEL_DETAIL_HEADING_H
#define CROSSFADE_TRAVEL_DETAIL_HEADING_H

#include <cmath>
#include <numbers>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "crossfade/math/rotation.h"

namespace crossfade::detail {

/// A turn about the vertical of model space, in a space with these axes.
inline glm::dquat turnInside(const glm::dmat3& axes, double radians) {
  const glm::dquat turn = glm::quat_cast(glm::transpose(axes) * glm::mat3_cast(aboutY(radians)) * axes);
  return glm::normalize(turn);
}

/// Follows the heading from one orientation to the next. While the body hangs upside down it has none, and the last one
/// holds: somersaults do not turn.
class Heading {
 public:
  explicit Heading(const glm::dmat3& start) : start_(start) {}

  /// Radians since the start, whole turns included. The axes must be less than half a turn from those before.
  double follow(const glm::dmat3& axes) {
    constexpr double kUpsideDown = 0.2;  // the cosine of half the tilt
    const glm::dquat rotation = glm::quat_cast(axes * glm::transpose(start_));
    if (std::hypot(rotation.y, rotation.w) < kUpsideDown) return radians_;
    const double wrapped = 2 * std::atan2(rotation.y, rotation.w);
    return radians_ += std::remainder(wrapped - radians_, 2 * std::numbers::pi);
  }

 private:
  glm::dmat3 start_;
  double radians_ = 0;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_HEADING_H
