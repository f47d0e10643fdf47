// Rotations of axes that may be mirrored, as a negative scale makes them.
#ifndef CROSSFADE_RETARGET_DETAIL_ROTATION_FRAME_H
#define CROSSFADE_RETARGET_DETAIL_ROTATION_FRAME_H

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "crossfade/math/transform.h"

namespace crossfade::detail {

/// The rotation that mirrored axes see: F q F with F = diag(-1, 1, 1).
inline glm::dquat mirrored(const glm::dquat& q) { return makeDoubleQuat(q.x, -q.y, -q.z, q.w); }

/// The orthogonal matrix rotation * F, or without F. Products are linear in each rotation, whether it has length 1 or
/// not.
struct RotationFrame {
  glm::dquat rotation = makeDoubleQuat(0, 0, 0, 1);
  bool isMirrored = false;
};

inline RotationFrame operator*(const RotationFrame& a, const RotationFrame& b) {
  return {a.rotation * (a.isMirrored ? mirrored(b.rotation) : b.rotation), a.isMirrored != b.isMirrored};
}

inline RotationFrame inverse(const RotationFrame& frame) {
  const glm::dquat back = glm::conjugate(frame.rotation);
  return {frame.isMirrored ? mirrored(back) : back, frame.isMirrored};
}

/// The signs of a scale: a half turn about an axis, mirrored or not.
inline RotationFrame signsOf(const glm::dvec3& scale) {
  const bool isMirrored = (scale.x < 0) != ((scale.y < 0) != (scale.z < 0));
  const bool x = (scale.x < 0) != isMirrored, y = scale.y < 0, z = scale.z < 0;
  if (y && z) return {makeDoubleQuat(1, 0, 0, 0), isMirrored};
  if (x && z) return {makeDoubleQuat(0, 1, 0, 0), isMirrored};
  if (x && y) return {makeDoubleQuat(0, 0, 1, 0), isMirrored};
  return {makeDoubleQuat(0, 0, 0, 1), isMirrored};
}

/// A joint's axes in its parent's.
inline RotationFrame frameOf(const glm::dquat& rotation, const glm::dvec3& scale) {
  return RotationFrame{rotation, false} * signsOf(scale);
}

inline glm::dmat3 matrixOf(const RotationFrame& frame) {
  glm::dmat3 matrix = glm::mat3_cast(frame.rotation);
  if (frame.isMirrored) matrix[0] = -matrix[0];
  return matrix;
}

}  // namespace crossfade::detail

#endif  // CROSSFADE_RETARGET_DETAIL_ROTATION_FRAME_H
