// Rotations as three angles, for people.
#ifndef CROSSFADE_MATH_EULER_ANGLES_H
#define CROSSFADE_MATH_EULER_ANGLES_H

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec3.hpp>

namespace crossfade {

/// Turns by x degrees about the X axis, then by y about Y, then by z about Z, all of them fixed axes.
inline glm::quat fromDegrees(const glm::vec3& degrees) { return glm::quat(glm::radians(degrees)); }

/// The angles that fromDegrees takes: y from -90 to 90, the others from -180 to 180.
inline glm::vec3 toDegrees(const glm::quat& rotation) { return glm::degrees(glm::eulerAngles(rotation)); }

}  // namespace crossfade

#endif  // CROSSFADE_MATH_EULER_ANGLES_H
