#include "crossfade/shape/correspondence.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

std::vector<glm::dvec2> centered(std::span<const glm::dvec2> points) {
  glm::dvec2 center{0};
  for (const glm::dvec2 p : points) center += p / static_cast<double>(points.size());
  std::vector<glm::dvec2> result(points.begin(), points.end());
  for (glm::dvec2& p : result) p -= center;
  return result;
}

double sizeOf(std::span<const glm::dvec2> points) {
  double sum = 0;
  for (const glm::dvec2 p : points) sum += glm::dot(p, p);
  return std::sqrt(sum);
}

}  // namespace

int partnerOf(int index, const Correspondence& correspondence, int pointCount) {
  if (pointCount <= 0) return 0;
  const std::int64_t rotation = correspondence.rotation, own = index;
  const auto partner = static_cast<int>((correspondence.reversed ? rotation - own : rotation + own) % pointCount);
  return partner < 0 ? partner + pointCount : partner;
}

std::vector<glm::dvec2> reordered(std::span<const glm::dvec2> points, const Correspondence& correspondence) {
  std::vector<glm::dvec2> ordered(points.size());
  const int count = static_cast<int>(points.size());
  for (int i = 0; i < count; ++i)
    ordered[static_cast<std::size_t>(i)] = points[static_cast<std::size_t>(partnerOf(i, correspondence, count))];
  return ordered;
}

// The sum of |a - b|^2 is the sum of |a|^2 and |b|^2, which is the same for all correspondences, minus twice the sum of
// a . b. So the largest sum of products means the least motion.
Correspondence minimumMotion(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, bool closed) {
  CROSSFADE_ASSERT(from.size() == to.size(), "minimumMotion: the outlines have different numbers of points");
  if (from.empty() || from.size() != to.size()) return {};
  const std::vector<glm::dvec2> a = centered(from);
  const double tolerance = 1e-12 * sizeOf(a) * sizeOf(centered(to));  // for rounding errors
  const int count = static_cast<int>(from.size());
  Correspondence best;
  double maxSum = -std::numeric_limits<double>::infinity();
  for (const bool reversed : {false, true}) {
    const std::vector<glm::dvec2> b = centered(reordered(to, {.rotation = reversed ? -1 : 0, .reversed = reversed}));
    const int first = reversed && !closed ? count - 1 : 0, last = closed ? count - 1 : first;
    for (int rotation = first; rotation <= last; ++rotation) {
      const int begin = reversed ? count - 1 - rotation : rotation;  // index in b of point 0's partner
      double sum = 0;
      for (std::size_t i = 0, k = static_cast<std::size_t>(begin); i < a.size(); ++i, k = k + 1 < b.size() ? k + 1 : 0)
        sum += glm::dot(a[i], b[k]);
      if (!(sum > maxSum + tolerance)) continue;
      maxSum = sum;
      best = {.rotation = rotation, .reversed = reversed};
    }
  }
  return best;
}

}  // namespace crossfade
