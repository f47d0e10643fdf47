#include "app/session/curves/key_polynomial.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace app {

using crossfade::AnimationCurve;
using crossfade::CurveKey;

double KeyPolynomial::at(double time) const {
  const double t = time - begin;
  return value + b1 + b2 * t + b3 * t * t + b4 * t * t * t;
}

KeyPolynomial polynomialAt(const AnimationCurve& curve, double time) {
  const auto keys = curve.keys();
  if (keys.empty()) return {};
  const auto right =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const CurveKey& key) { return t < key.time; });
  if (right == keys.begin()) return {.value = keys.front().value};
  const CurveKey& left = *(right - 1);
  KeyPolynomial p{.begin = left.time, .value = left.value};
  if (right == keys.end() || !std::isfinite(left.outTangent) || !std::isfinite(right->inTangent)) return p;
  const double h = right->time - left.time, d = right->value - left.value;  // h > 0: the right key is after `time`
  const double m0 = left.outTangent, m1 = right->inTangent;
  p.b2 = m0;
  p.b3 = (3 * d / h - 2 * m0 - m1) / h;
  p.b4 = (m0 + m1 - 2 * d / h) / (h * h);
  return p;
}

double comparedTime(const AnimationCurve& curve, int sample) {
  assert(!curve.keys().empty());
  const double u = double(sample) / (kComparedSamples - 1);
  return curve.keys().front().time * (1 - u) + curve.keys().back().time * u;
}

double polynomialDifference(const AnimationCurve& curve, double time) {
  return curve.evaluate(time) - polynomialAt(curve, time).at(time);
}

PolynomialCheck checkPolynomial(const AnimationCurve& curve) {
  PolynomialCheck check;
  for (int i = 0; i < kComparedSamples && !curve.keys().empty(); ++i) {
    const double time = comparedTime(curve, i), difference = std::abs(polynomialDifference(curve, time));
    if (i == 0 || difference > check.difference) check = {time, difference};
  }
  return check;
}

}  // namespace app
