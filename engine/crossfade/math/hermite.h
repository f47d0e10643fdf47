// The cubic Hermite basis: the only place where a cubic segment is evaluated.
#ifndef CROSSFADE_MATH_HERMITE_H
#define CROSSFADE_MATH_HERMITE_H

namespace crossfade {

/// Value at u in [0, 1] of the cubic through `p0` and `p1` with slopes `m0` and `m1` per unit of u.
/// Closed form h00 p0 + h10 m0 + h01 p1 + h11 m1 (glTF 2.0, appendix C.5); exact at u = 0 and u = 1.
constexpr double hermite(double p0, double m0, double p1, double m1, double u) {
  const double uu = u * u;
  const double uuu = uu * u;
  const double h01 = 3 * uu - 2 * uuu;
  const double h11 = uuu - uu;
  return (1 - h01) * p0 + (h11 - uu + u) * m0 + h01 * p1 + h11 * m1;
}

/// Its derivative with respect to u.
constexpr double hermiteSlope(double p0, double m0, double p1, double m1, double u) {
  return 6 * (u * u - u) * (p0 - p1) + (3 * u * u - 4 * u + 1) * m0 + (3 * u * u - 2 * u) * m1;
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_HERMITE_H
