// Quaternions as four doubles x, y, z, w in flat buffers, for the exact path.
#pragma once

#include <span>

namespace crossfade {

using QuatSpan = std::span<double, 4>;
using ConstQuatSpan = std::span<const double, 4>;

/// a := a rotated towards b by t in [0, 1] along the shorter great arc. If the dot product is at least 0.9995, along a
/// normalized straight line instead, as in three.js Quaternion.slerpFlat, r187. Equal inputs leave `a` unchanged.
void slerp(QuatSpan a, ConstQuatSpan b, double t);

/// a := a * b (applies b first, then a).
void multiply(QuatSpan a, ConstQuatSpan b);

/// a := a / |a|; a zero quaternion becomes the identity.
void normalize(QuatSpan a);

}  // namespace crossfade
