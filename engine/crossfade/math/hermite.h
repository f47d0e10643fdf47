// The cubic Hermite basis: the only place where a cubic segment is evaluated.
#ifndef CROSSFADE_MATH_HERMITE_H
#define CROSSFADE_MATH_HERMITE_H

namespace crossfade {

/// The cubics through `p0` and `p1` with slopes `m0` and `m1` per unit of u, at one u in [0, 1].
/// Closed form h00 p0 + h10 m0 + h01 p1 + h11 m1 (glTF 2.0, appendix C.5); exact at u = 0 and u = 1.
class HermiteBasis {
 public:
  constexpr explicit HermiteBasis(double u) {
    const double uu = u * u;
    const double uuu = uu * u;
    h01_ = 3 * uu - 2 * uuu;
    h11_ = uuu - uu;
    h00_ = 1 - h01_;
    h10_ = h11_ - uu + u;
  }
  /// Of numbers, or of vectors of them.
  template <class Value>
  constexpr Value value(const Value& p0, const Value& m0, const Value& p1, const Value& m1) const {
    return p0 * h00_ + m0 * h10_ + p1 * h01_ + m1 * h11_;
  }

 private:
  double h00_ = 1, h10_ = 0, h01_ = 0, h11_ = 0;
};

/// The same for one cubic.
constexpr double hermite(double p0, double m0, double p1, double m1, double u) {
  return HermiteBasis(u).value(p0, m0, p1, m1);
}

/// Its derivative with respect to u.
constexpr double hermiteSlope(double p0, double m0, double p1, double m1, double u) {
  return 6 * (u * u - u) * (p0 - p1) + (3 * u * u - 4 * u + 1) * m0 + (3 * u * u - 2 * u) * m1;
}

}  // namespace crossfade

#endif  // CROSSFADE_MATH_HERMITE_H
