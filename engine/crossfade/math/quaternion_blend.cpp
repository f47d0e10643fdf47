#include "crossfade/math/quaternion_blend.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace crossfade {
namespace {

/// From here on sin(theta) is too small to divide by; three.js has the same threshold.
constexpr double kStraightLineDot = 0.9995;

double dot(ConstQuatSpan a, ConstQuatSpan b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

}  // namespace

void slerp(QuatSpan a, ConstQuatSpan b, double t) {
  if (std::equal(a.begin(), a.end(), b.begin())) return;
  const double cosine = dot(a, b);
  const double sign = cosine < 0 ? -1 : 1;
  double fromA = 1 - t;
  double fromB = t;
  const bool straight = std::abs(cosine) >= kStraightLineDot;
  if (!straight) {
    const double theta = std::acos(std::abs(cosine));
    const double sine = std::sin(theta);
    fromA = std::sin(fromA * theta) / sine;
    fromB = std::sin(fromB * theta) / sine;
  }
  for (std::size_t i = 0; i < 4; ++i) a[i] = a[i] * fromA + b[i] * sign * fromB;
  if (straight) normalize(a);
}

void multiply(QuatSpan a, ConstQuatSpan b) {
  const double ax = a[0], ay = a[1], az = a[2], aw = a[3];
  const double bx = b[0], by = b[1], bz = b[2], bw = b[3];
  a[0] = ax * bw + aw * bx + ay * bz - az * by;
  a[1] = ay * bw + aw * by + az * bx - ax * bz;
  a[2] = az * bw + aw * bz + ax * by - ay * bx;
  a[3] = aw * bw - ax * bx - ay * by - az * bz;
}

void normalize(QuatSpan a) {
  const double length = std::sqrt(dot(a, a));
  if (!(length > 0)) {
    a[0] = a[1] = a[2] = 0;
    a[3] = 1;
    return;
  }
  for (double& component : a) component /= length;
}

}  // namespace crossfade
