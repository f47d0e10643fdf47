#include "crossfade/curve/curve_segment.h"

#include <cmath>

#include "crossfade/math/cubic_bezier.h"
#include "crossfade/math/hermite.h"

namespace crossfade {
namespace {

constexpr double kThird = 1.0 / 3;

bool weighted(WeightedMode mode, WeightedMode side) { return mode == side || mode == WeightedMode::Both; }

}  // namespace

double bezierParameterAt(double x, double a, double b) {
  constexpr int kMaxSteps = 80;  // halving alone needs 53
  constexpr double kTolerance = 1e-15;
  double low = 0, high = 1, s = x;
  for (int i = 0; i < kMaxSteps && low < high; ++i) {
    const double error = cubicBezier(s, 0, a, 1 - b, 1) - x;
    if (std::abs(error) <= kTolerance) break;
    (error > 0 ? high : low) = s;
    const double k = 1 - s;
    const double slope = 3 * k * k * a + 6 * k * s * (1 - b - a) + 3 * s * s * b;
    const double next = s - error / slope;
    s = slope > 0 && next > low && next < high ? next : 0.5 * (low + high);
  }
  return s;
}

double valueBetween(const CurveKey& left, const CurveKey& right, double time) {
  if (!std::isfinite(left.outTangent) || !std::isfinite(right.inTangent)) return left.value;
  const double length = right.time - left.time;
  const double u = (time - left.time) / length;
  const bool out = weighted(left.weightedMode, WeightedMode::Out), in = weighted(right.weightedMode, WeightedMode::In);
  if (!out && !in) return hermite(left.value, left.outTangent * length, right.value, right.inTangent * length, u);

  const double a = out ? left.outWeight : kThird, b = in ? right.inWeight : kThird;
  const double s = bezierParameterAt(u, a, b);
  return cubicBezier(s, left.value, left.value + left.outTangent * a * length,
                     right.value - right.inTangent * b * length, right.value);
}

}  // namespace crossfade
