#include "crossfade/match/point_distance.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"

namespace crossfade {

void PointSums::add(double w, const glm::dvec3& p, const glm::dvec3& q) {
  weight += w;
  px += w * p.x;
  pz += w * p.z;
  qx += w * q.x;
  qz += w * q.z;
  squares += w * (p.x * p.x + p.y * p.y + p.z * p.z + q.x * q.x + q.y * q.y + q.z * q.z);
  heights += w * p.y * q.y;
  dots += w * (p.x * q.x + p.z * q.z);
  crosses += w * (p.x * q.z - q.x * p.z);
}

PointMatch matchOf(const PointSums& sums) {
  if (!(sums.weight > 0)) return {};
  const double n = sums.weight;
  const double c = sums.dots - (sums.px * sums.qx + sums.pz * sums.qz) / n;
  const double s = sums.crosses - (sums.px * sums.qz - sums.qx * sums.pz) / n;
  const double centers = (sums.px * sums.px + sums.pz * sums.pz + sums.qx * sums.qx + sums.qz * sums.qz) / n;
  const double best = std::hypot(c, s);  // c cos(angle) + s sin(angle) at the best angle
  const double square = sums.squares - centers - 2 * sums.heights - 2 * best;

  PointMatch match;
  match.distance = std::sqrt(std::max(square, 0.0) / n);
  const double angle = best > 0 ? std::atan2(s, c) : 0;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  match.alignment = {.angle = angle,
                     .x = (sums.px - sums.qx * cosine - sums.qz * sine) / n,
                     .z = (sums.pz + sums.qx * sine - sums.qz * cosine) / n};
  return match;
}

PointMatch matchFrames(const ClipPoints& a, int frame, const ClipPoints& b, int other, int window,
                       std::span<const double> weights) {
  CROSSFADE_ASSERT(a.pointCount() == b.pointCount() && static_cast<int>(weights.size()) == a.pointCount(),
                   "matchFrames: the clips and the weights have different points");
  const int points = std::min({a.pointCount(), b.pointCount(), static_cast<int>(weights.size())});
  PointSums sums;
  for (int k = 0; k < window; ++k)
    for (int point = 0; point < points; ++point)
      sums.add(weights[static_cast<std::size_t>(point)], a.position(frame + k, point), b.position(other + k, point));
  return matchOf(sums);
}

}  // namespace crossfade
