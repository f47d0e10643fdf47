// Quaternions as four doubles x, y, z, w in flat buffers: what the exact path blends with.
#pragma once

#include <span>

namespace crossfade {

using QuatSpan = std::span<double, 4>;
using ConstQuatSpan = std::span<const double, 4>;

/// a := from a towards b by t in [0, 1] along the shorter great arc. From a dot product of 0.9995 on it is a normalised
/// straight line, as three.js Quaternion.slerpFlat, r187, does it. Equal inputs stay as they are.
void slerp(QuatSpan a, ConstQuatSpan b, double t);

/// a := a * b (first b, then a).
void multiply(QuatSpan a, ConstQuatSpan b);

/// a := a / |a|; a zero quaternion becomes the identity.
void normalize(QuatSpan a);

}  // namespace crossfade
