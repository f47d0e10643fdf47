// Quaternions as four doubles x, y, z, w in flat buffers, for the reference path.
#ifndef CROSSFADE_MATH_QUATERNION_BLEND_H
#define CROSSFADE_MATH_QUATERNION_BLEND_H

#include <cmath>
#include <span>

#include "crossfade/base/export.h"
#include "crossfade/math/quaternion_lanes.h"

namespace crossfade {

using QuatSpan = std::span<double, 4>;
using ConstQuatSpan = std::span<const double, 4>;

inline double dot(ConstQuatSpan a, ConstQuatSpan b) {
  return dot(QuaternionLanes(a.data()), QuaternionLanes(b.data()));
}

/// a / |a|; of a zero quaternion and one with a NaN, the identity. What blends do where rotations cancel out is decided
/// in pose/blend.h.
inline QuaternionLanes normalized(const QuaternionLanes& a) {
  const double length = std::sqrt(dot(a, a));
  if (!(length > 0)) return QuaternionLanes(DoublePair{0, 0}, DoublePair{0, 1});
  return a * (1 / length);  // as three.js does; four divisions would take longer than all else here
}
inline void normalize(QuatSpan a) { normalized(QuaternionLanes(a.data())).store(a.data()); }

/// Weights of both ends of an arc.
struct ArcWeights {
  double a = 0;
  double b = 0;
};

/// sin((1 - t) x) / sin x and sin(t x) / sin x of the angle x whose cosine is in [0, 1). Exact at t = 0 and t = 1;
/// in between within 1e-15, from polynomials, so that every processor and math library gives the same bits. Outside
/// [0, 1] the arc continues past its ends, with the library's sine.
CROSSFADE_API ArcWeights arcWeights(double cosine, double t);

/// Quaternions whose dot product is at least this are blended along a straight line, as in three.js
/// Quaternion.slerpFlat, r187: the sine of the angle between them is too small to divide by.
inline constexpr double kStraightLineDot = 0.9995;

/// From a toward b by t along the shorter great arc; a normalized straight line from kStraightLineDot on. Equal
/// quaternions stay as they are, whatever their length.
inline QuaternionLanes slerp(const QuaternionLanes& a, const QuaternionLanes& b, double t) {
  if (a == b) return a;
  const double cosine = dot(a, b);
  const double sign = cosine < 0 ? -1 : 1;
  if (std::abs(cosine) >= kStraightLineDot) return normalized(a * (1 - t) + b * (sign * t));
  const ArcWeights weights = arcWeights(std::abs(cosine), t);
  return a * weights.a + b * (sign * weights.b);
}
/// a := the same
inline void slerp(QuatSpan a, ConstQuatSpan b, double t) {
  slerp(QuaternionLanes(a.data()), QuaternionLanes(b.data()), t).store(a.data());
}

/// a := a * b (applies b first, then a).
inline void multiply(QuatSpan a, ConstQuatSpan b) {
  const double ax = a[0], ay = a[1], az = a[2], aw = a[3];
  const double bx = b[0], by = b[1], bz = b[2], bw = b[3];
  a[0] = ax * bw + aw * bx + ay * bz - az * by;
  a[1] = ay * bw + aw * by + az * bx - ax * bz;
  a[2] = az * bw + aw * bz + ax * by - ay * bx;
  a[3] = aw * bw - ax * bx - ay * by - az * bz;
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_QUATERNION_BLEND_H
