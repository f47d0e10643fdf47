// A joint's transform relative to its parent: translation * rotation * scale, as in glTF.
#ifndef CROSSFADE_MATH_TRANSFORM_H
#define CROSSFADE_MATH_TRANSFORM_H

#include <cstddef>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"

static_assert(sizeof(glm::quat) == 16 && alignof(glm::quat) == alignof(float) && sizeof(glm::dquat) == 32 &&
                  sizeof(glm::mat4) == 64 && alignof(glm::mat4) == alignof(float),
              "crossfade: a setting of GLM pads its quaternions or matrices; the library's are packed");
static_assert(offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12,
              "crossfade: a setting of GLM stores quaternions in another order than x, y, z, w");

namespace crossfade {

/// Use this to make a quaternion from its components: glm's own constructor takes w first.
inline glm::quat makeQuat(float x, float y, float z, float w) { return glm::quat(w, x, y, z); }
inline glm::dquat makeDoubleQuat(double x, double y, double z, double w) { return glm::dquat(w, x, y, z); }

/// Meters and unit quaternions; scale may be negative or zero. Default: identity.
struct Transform {
  glm::vec3 translation{0.0f};
  glm::quat rotation = makeQuat(0, 0, 0, 1);
  glm::vec3 scale{1.0f};
};

/// The same in double, for what is computed once from files and clips.
struct DoubleTransform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation = makeDoubleQuat(0, 0, 0, 1);
  glm::dvec3 scale{1.0};
};
/// The rotation at length 1; a zero quaternion becomes the identity.
CROSSFADE_API DoubleTransform toDouble(const Transform& transform);
CROSSFADE_API Transform toFloat(const DoubleTransform& transform);

/// translation * rotation * scale as a column-major matrix (glTF 2.0, 3.5.2).
CROSSFADE_API glm::mat4 toMatrix(const Transform& transform);
CROSSFADE_API glm::dmat4 toDoubleMatrix(const DoubleTransform& transform);

/// The transform whose matrix is closest to `matrix`. Shear is lost. A mirrored basis gives a negative x scale; a flat
/// one (determinant 0) gives no rotation and scale 1. Same decomposition as three.js Matrix4.decompose, r187.
CROSSFADE_API Transform fromMatrix(const glm::mat4& matrix);

}  // namespace crossfade

#endif  // CROSSFADE_MATH_TRANSFORM_H
