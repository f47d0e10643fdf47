// Cubic Bezier curves of one component. Source: the Bernstein polynomials of degree 3.
#ifndef CROSSFADE_MATH_CUBIC_BEZIER_H
#define CROSSFADE_MATH_CUBIC_BEZIER_H

namespace crossfade {

/// The curve with control points p0 to p3 at parameter `s`, usually 0 to 1.
inline double cubicBezier(double s, double p0, double p1, double p2, double p3) {
  const double k = 1 - s;
  return k * k * k * p0 + 3 * k * k * s * p1 + 3 * k * s * s * p2 + s * s * s * p3;
}

/// Its derivative with respect to `s`.
inline double cubicBezierSlope(double s, double p0, double p1, double p2, double p3) {
  const double k = 1 - s;
  return 3 * k * k * (p1 - p0) + 6 * k * s * (p2 - p1) + 3 * s * s * (p3 - p2);
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_CUBIC_BEZIER_H
