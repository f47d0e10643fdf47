// Rotations as three angles, for people.
#ifndef CROSSFADE_MATH_EULER_ANGLES_H
#define CROSSFADE_MATH_EULER_ANGLES_H

#include <cmath>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/glm_settings.h"

namespace crossfade {

/// Turns by x degrees about the X axis, then by y about Y, then by z about Z, all of them fixed axes.
inline glm::quat fromDegrees(const glm::vec3& degrees) { return glm::quat(glm::radians(degrees)); }

/// The angles that fromDegrees takes: y from -90 to 90, the others from -180 to 180. In gimbal lock (y = 90 or -90), z
/// is 0.
inline glm::vec3 toDegrees(const glm::quat& rotation) {
  constexpr double kGimbalLock = 1 - 1e-7;  // sines of y above this count as 1: within 0.03 degrees
  const glm::dquat q = glm::normalize(glm::dquat(rotation));
  const double sine = 2 * (q.w * q.y - q.x * q.z);
  if (std::abs(sine) > kGimbalLock) {
    const double x = glm::degrees(2 * std::atan2(q.x, q.w));
    return {std::remainder(x, 360.0), std::copysign(90.0, sine), 0};
  }
  const glm::dvec3 radians(std::atan2(2 * (q.y * q.z + q.w * q.x), q.w * q.w - q.x * q.x - q.y * q.y + q.z * q.z),
                           std::asin(sine),
                           std::atan2(2 * (q.x * q.y + q.w * q.z), q.w * q.w + q.x * q.x - q.y * q.y - q.z * q.z));
  return glm::vec3(glm::degrees(radians));
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_EULER_ANGLES_H
