// How a fade runs from its start to its end: a function from [0, 1] to [0, 1], named by a small value.
#ifndef CROSSFADE_MIXER_FADE_SHAPE_H
#define CROSSFADE_MIXER_FADE_SHAPE_H

#include "crossfade/curve/curve_set.h"

namespace crossfade {

struct FadeShape {
  enum class Kind {
    Straight,
    Smooth,  // 3u^2 - 2u^3: starts and ends at rest
    Curve,   // follows an AnimationCurve over [0, 1]
  };
  Kind kind = Kind::Straight;
  CurveId curve = {};  // of Kind::Curve: one of AnimationMixer::curves. Once it is removed, the fade is smooth.

  friend constexpr bool operator==(const FadeShape&, const FadeShape&) = default;
};

inline constexpr FadeShape kSmoothFade{.kind = FadeShape::Kind::Smooth};

/// Fades that follow the curve see every edit of it at once.
constexpr FadeShape alongCurve(CurveId curve) { return {.kind = FadeShape::Kind::Curve, .curve = curve}; }

/// A shape with its curve looked up. Do not store it: the curve may be removed.
struct FadeFunction {
  FadeShape::Kind kind = FadeShape::Kind::Smooth;
  const AnimationCurve* curve = nullptr;

  /// The progress at `u`: 0 up to 0, 1 from 1 on, and always within [0, 1], even where the curve is not.
  double at(double u) const {
    if (!(u > 0)) return 0;
    if (u >= 1) return 1;
    if (kind == FadeShape::Kind::Straight) return u;
    if (kind == FadeShape::Kind::Smooth || !curve) return u * u * (3 - 2 * u);
    const double value = curve->evaluate(u);
    return value > 0 ? (value < 1 ? value : 1) : 0;  // NaN counts as 0
  }
};

inline FadeFunction functionOf(const FadeShape& shape, const CurveSet& curves) {
  return {.kind = shape.kind, .curve = shape.kind == FadeShape::Kind::Curve ? curves.find(shape.curve) : nullptr};
}

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_FADE_SHAPE_H
