#include "crossfade/math/quaternion_blend.h"

#include <array>
#include <cstddef>

namespace crossfade {
namespace {

// Chebyshev fits; relative errors below 5e-17. With y = 1 - cosine, the squared angle is
// y * kAngleSquared(y), and the sine is the angle times kSine(squared angle). So a slerp needs neither a square root
// nor a library sine.
struct NearArc {  // cosine from 0.8
  static constexpr std::array kAngleSquared = {
      2.0,
      0.3333333333333481,
      0.08888888888645821,
      0.028571428726337614,
      0.010158725157623928,
      0.0038480962729123347,
      0.0015212526276324864,
      0.000628707677781611,
      0.00023100358907124856,
      0.0001737076743172442,
  };
  static constexpr std::array kSine = {
      1.0,
      -0.16666666666666663,
      0.00833333333333156,
      -0.0001984126983870064,
      2.755731745080581e-06,
      -2.505148003016506e-08,
      1.5948569189750243e-10,
  };
};
struct FarArc {  // cosine from 0
  static constexpr std::array kAngleSquared = {
      2.0,
      0.33333333333334236,
      0.08888888888769016,
      0.02857142863437903,
      0.010158728414596523,
      0.0038480332967846653,
      0.0015219571595420725,
      0.0006241964137401375,
      0.0002451459418574807,
      0.0001745148861685395,
      -0.0001592831331954223,
      0.0005395277675839511,
      -0.0009917748430027734,
      0.0014939102239561115,
      -0.0016927385758383567,
      0.001449363304895375,
      -0.0009020060892722442,
      0.0003882345560479792,
      -0.00010348658822150871,
      1.3126681285547233e-05,
  };
  static constexpr std::array kSine = {
      1.0,
      -0.16666666666666666,
      0.008333333333333186,
      -0.00019841269841208676,
      2.7557319211229606e-06,
      -2.505210689056952e-08,
      1.605894087848656e-10,
      -7.643026557971632e-13,
      2.7215749422983443e-15,
  };
};

/// Even and odd terms are summed apart: two short chains of operations run side by side.
template <std::size_t n>
double polynomial(const std::array<double, n>& coefficients, double x) {
  const double xx = x * x;
  double even = coefficients[(n - 1) & ~std::size_t{1}], odd = coefficients[((n - 2) & ~std::size_t{1}) + 1];
  for (std::size_t i = (n - 1) & ~std::size_t{1}; i >= 2; i -= 2) even = even * xx + coefficients[i - 2];
  for (std::size_t i = ((n - 2) & ~std::size_t{1}) + 1; i >= 2; i -= 2) odd = odd * xx + coefficients[i - 2];
  return even + x * odd;
}

template <class Arc>
ArcWeights weightsOn(double y, double t) {
  const double squared = y * polynomial(Arc::kAngleSquared, y);
  const double whole = polynomial(Arc::kSine, squared);
  const double s = 1 - t;
  return {s * polynomial(Arc::kSine, s * s * squared) / whole, t * polynomial(Arc::kSine, t * t * squared) / whole};
}

/// For t outside [0, 1], which the polynomials do not cover.
ArcWeights weightsPast(double y, double t) {
  const double angle = std::sqrt(y * polynomial(FarArc::kAngleSquared, y));
  const double whole = std::sin(angle);
  return {std::sin((1 - t) * angle) / whole, std::sin(t * angle) / whole};
}

}  // namespace

ArcWeights arcWeights(double cosine, double t) {
  const double y = 1 - cosine;
  if (!(t >= 0 && t <= 1)) return weightsPast(y, t);
  return cosine >= 0.8 ? weightsOn<NearArc>(y, t) : weightsOn<FarArc>(y, t);
}

}  // namespace crossfade
