// The lesson's check of an AnimationCurve: between two keys it is a polynomial that their values and slopes decide.
#pragma once

#include "crossfade/curve/animation_curve.h"

namespace app {

/// p(t) = value + b1 + b2 t + b3 t^2 + b4 t^3, with t = 0 at the left key and b1 = 0 (the lesson moves that key to the
/// origin first). A slope that is infinite on either side: the left key's value holds.
struct KeyPolynomial {
  double begin = 0, value = 0;  // of the left key
  double b1 = 0, b2 = 0, b3 = 0, b4 = 0;

  double at(double time) const;
};

/// Of the segment in which `time` lies; beyond the ends and for a single key the value of that key, without keys 0.
/// Weights and wrap modes do not count: the lesson has none.
KeyPolynomial polynomialAt(const crossfade::AnimationCurve& curve, double time);

inline constexpr int kComparedSamples = 101;  // as in the lesson
/// Evenly from the first key (0) to the last (kComparedSamples - 1). The curve must have keys (assert).
double comparedTime(const crossfade::AnimationCurve& curve, int sample);
/// The curve minus the polynomial.
double polynomialDifference(const crossfade::AnimationCurve& curve, double time);

struct PolynomialCheck {
  double time = 0;
  double difference = 0;  // 0 or above
};
/// The largest difference of the samples, and where; 0 without keys.
PolynomialCheck checkPolynomial(const crossfade::AnimationCurve& curve);

}  // namespace app
