#include "app/import/collada/collada_polygons.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>

#include "app/import/file/import_values.h"

namespace app {
namespace {

using Ring = std::vector<int>;

double cross(const glm::dvec2& a, const glm::dvec2& b) { return a.x * b.y - a.y * b.x; }

double areaOf(std::span<const glm::dvec2> points, const Ring& ring) {
  double area = 0;
  for (std::size_t i = 0; i < ring.size(); ++i)
    area += cross(points[static_cast<std::size_t>(ring[i])],
                  points[static_cast<std::size_t>(ring[(i + 1) % ring.size()])]) /
            2;
  return area;
}

/// A counterclockwise ring of corners, to which bridges from inner points are added.
class Outline {
 public:
  Outline(std::span<const glm::dvec2> points, Ring ring) : points_(points), ring_(std::move(ring)) {}
  Ring take() { return std::move(ring_); }

  /// Joins a clockwise hole, beginning at its point `start`. Returns false if the hole is not inside.
  bool join(const Ring& hole, std::size_t start) {
    const std::optional<std::size_t> end = bridgeEnd(points_[static_cast<std::size_t>(hole[start])]);
    if (!end) return false;
    Ring added;
    for (std::size_t i = 0; i <= hole.size(); ++i) added.push_back(hole[(start + i) % hole.size()]);
    added.push_back(ring_[*end]);
    ring_.insert(ring_.begin() + static_cast<std::ptrdiff_t>(*end) + 1, added.begin(), added.end());
    return true;
  }

 private:
  const glm::dvec2& at(std::size_t corner) const {
    return points_[static_cast<std::size_t>(ring_[corner % ring_.size()])];
  }

  /// Whether the corner can see `to` on its inner side. A point that occurs twice has two corners.
  bool facesInside(std::size_t corner, const glm::dvec2& to) const {
    const glm::dvec2 here = at(corner), next = at(corner + 1) - here, before = at(corner + ring_.size() - 1) - here;
    const glm::dvec2 way = to - here;
    return cross(next, before) > 0 ? cross(next, way) >= 0 && cross(way, before) >= 0
                                   : !(cross(before, way) > 0 && cross(way, next) > 0);
  }

  /// A corner visible from `from`: the right end of the edge hit by a ray along +x, or, if other corners block the
  /// view, the one at the smallest angle to the ray.
  std::optional<std::size_t> bridgeEnd(const glm::dvec2& from) const {
    double hit = std::numeric_limits<double>::infinity();
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const glm::dvec2 &a = at(i), &b = at(i + 1);
      if ((a.y > from.y) == (b.y > from.y)) continue;
      const double x = a.x + (from.y - a.y) / (b.y - a.y) * (b.x - a.x);
      if (x < from.x || x >= hit) continue;
      hit = x;
      best = a.x > b.x ? i : (i + 1) % ring_.size();
    }
    if (!best) return best;
    const glm::dvec2 end = at(*best), edge(hit, from.y);
    double flattest = std::numeric_limits<double>::infinity();
    const double side = end.y < from.y ? -1 : 1;  // of the ray on which the triangle lies
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const glm::dvec2 corner = at(i), way = corner - from;
      const bool isInTriangle = way.x > 0 && side * way.y >= 0 && side * cross(end - from, way) <= 0 &&
                                side * cross(end - edge, corner - edge) >= 0;
      if (!(corner == end || isInTriangle) || !facesInside(i, from)) continue;
      const double slope = std::abs(way.y) / way.x;
      if (slope >= flattest) continue;
      flattest = slope;
      best = i;
    }
    return best;
  }

  std::span<const glm::dvec2> points_;
  Ring ring_;
};

void addFan(std::size_t corners, std::vector<std::uint32_t>& triangles) {
  for (std::uint32_t i = 2; i < corners; ++i) triangles.insert(triangles.end(), {0, i - 1, i});
}

/// Cut from the first corner to the third, unless another corner is concave.
void addQuad(std::span<const glm::vec3> corners, std::vector<std::uint32_t>& triangles) {
  const auto from = [&](std::size_t corner) { return glm::dvec3(corners[corner]) - glm::dvec3(corners[0]); };
  const glm::dvec3 a = glm::cross(from(1), from(2)), b = glm::cross(from(2), from(3));
  if (glm::dot(a, b) < 0)
    triangles.insert(triangles.end(), {1, 2, 3, 1, 3, 0});
  else
    addFan(4, triangles);
}

}  // namespace

std::vector<int> joinHoles(std::span<const glm::dvec2> points, std::vector<int> outline,
                           std::vector<std::vector<int>> holes, int& skipped) {
  std::vector<glm::dvec2> turned(points.begin(), points.end());
  if (areaOf(points, outline) < 0)  // seen from behind, it runs counterclockwise
    for (glm::dvec2& point : turned) point.x = -point.x;
  struct Start {
    std::size_t hole, corner;
    double x;
  };
  std::vector<Start> starts;
  for (std::size_t h = 0; h < holes.size(); ++h) {
    Ring& hole = holes[h];
    if (hole.size() < 3) continue;
    if (areaOf(turned, hole) > 0) std::reverse(hole.begin(), hole.end());
    const auto xOf = [&](int corner) { return turned[static_cast<std::size_t>(corner)].x; };
    const auto right = std::max_element(hole.begin(), hole.end(), [&](int a, int b) { return xOf(a) < xOf(b); });
    starts.push_back({h, static_cast<std::size_t>(right - hole.begin()), xOf(*right)});
  }
  // From right to left, so that each bridge ends on the outline or on a hole already joined to it.
  std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.x > b.x; });
  Outline joined(turned, std::move(outline));
  for (const Start& start : starts) skipped += joined.join(holes[start.hole], start.corner) ? 0 : 1;
  return joined.take();
}

int ColladaPolygons::add(std::span<const glm::vec3> corners, std::span<const std::size_t> rings,
                         std::vector<std::uint32_t>& triangles) {
  if (rings.empty() || rings.front() < 3) return 0;
  Ring ring(rings.front());
  std::iota(ring.begin(), ring.end(), 0);
  int skipped = 0;
  const std::size_t steps = corners.size() + 2 * (rings.size() - 1);
  const bool cutsHoles = rings.size() > 1 && steps <= stepsLeft_ / steps;
  if (!cutsHoles) skipped = static_cast<int>(rings.size()) - 1;
  if (!cutsHoles && ring.size() == 3) addFan(3, triangles);
  if (!cutsHoles && ring.size() == 4) addQuad(corners, triangles);
  if (!cutsHoles && ring.size() < 5) return skipped;
  std::vector<glm::dvec2> points;
  if (std::ranges::all_of(corners, [](const glm::vec3& corner) { return isUsable(corner); }))
    flattenPolygon(corners, ring.size(), points);
  if (cutsHoles && !points.empty()) {
    stepsLeft_ -= steps * steps;
    std::vector<Ring> holes;
    int next = static_cast<int>(rings.front());
    for (const std::size_t size : rings.subspan(1)) {
      Ring& hole = holes.emplace_back(size);
      std::iota(hole.begin(), hole.end(), next);
      next += static_cast<int>(size);
    }
    ring = joinHoles(points, std::move(ring), std::move(holes), skipped);
  }
  std::vector<glm::dvec2> outline;
  if (!points.empty())
    for (const int corner : ring) outline.push_back(points[static_cast<std::size_t>(corner)]);
  const auto inside = triangulator_.triangulate(outline, Collinear::Kept);
  for (const auto& triangle : inside)
    for (const int at : triangle) triangles.push_back(static_cast<std::uint32_t>(ring[static_cast<std::size_t>(at)]));
  if (inside.empty()) addFan(rings.front(), triangles);  // so that no vertex is lost
  return skipped;
}

}  // namespace app
