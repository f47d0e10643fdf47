// How a fade runs from its beginning to its end: a function from [0, 1] to [0, 1] that costs no allocation to hold.
#pragma once

#include <algorithm>

#include "crossfade/curve/animation_curve.h"

namespace crossfade {

/// Without a function it is a straight line. `data` must outlive every fade that has this shape; changing what it
/// points to changes running fades at once.
struct FadeShape {
  double (*function)(const void* data, double u) = nullptr;
  const void* data = nullptr;

  /// The progress at `u` in [0, 1]: 0 at 0, 1 at 1, and never outside [0, 1], whatever the function says.
  constexpr double at(double u) const {
    if (!(u > 0)) return 0;
    if (u >= 1) return 1;
    if (function == nullptr) return u;
    const double value = function(data, u);
    return value > 0 ? std::min(value, 1.0) : 0;  // NaN counts as 0
  }
  friend constexpr bool operator==(const FadeShape&, const FadeShape&) = default;
};

/// 3u^2 - 2u^3: begins and ends at rest.
constexpr FadeShape smoothShape() {
  return {.function = [](const void*, double u) { return u * u * (3 - 2 * u); }};
}

/// As the curve goes over [0, 1]. The curve must outlive every fade that has this shape; a running fade follows each
/// change of it at once.
inline FadeShape shapeOf(const AnimationCurve& curve) {
  return {.function = [](const void* data, double u) { return static_cast<const AnimationCurve*>(data)->evaluate(u); },
          .data = &curve};
}

}  // namespace crossfade
