#include "app/import/collada/collada_holes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/model/triangulate.h"

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

/// A polygon; a corner is its index in the flat list of indices.
struct Polygon {
  std::vector<std::uint32_t> indices;
  Ring outline;
  std::vector<Ring> holes;
};

/// Appends the corners of a <p> or <h>, without an incomplete last one.
Ring readCorners(std::string_view text, std::size_t stride, Polygon& polygon) {
  std::vector<std::uint32_t> read;
  for (std::size_t at = text.find_first_of("0123456789"); at != text.npos;) {
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), index);
    read.push_back(error == std::errc() ? index : std::numeric_limits<std::uint32_t>::max());
    at = text.find_first_of("0123456789", static_cast<std::size_t>(end - text.data()));
  }
  Ring ring;
  for (std::size_t i = 0; i + stride <= read.size(); i += stride)
    ring.push_back(static_cast<int>((polygon.indices.size() + i) / stride));
  polygon.indices.insert(polygon.indices.end(), read.begin(),
                         read.begin() + static_cast<std::ptrdiff_t>(ring.size() * stride));
  return ring;
}

/// Projects along the axis closest to the outline's normal. Corners without a position are placed at the origin.
std::vector<glm::dvec2> flattened(const Polygon& polygon, std::span<const glm::dvec3> positions, std::size_t stride,
                                  std::size_t vertexOffset) {
  std::vector<glm::dvec3> corners(polygon.indices.size() / stride);
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (const std::uint32_t index = polygon.indices[i * stride + vertexOffset]; index < positions.size())
      corners[i] = positions[index];
  glm::dvec3 normal(0);  // Newell's method
  for (std::size_t i = 0; i < polygon.outline.size(); ++i)
    normal += glm::cross(
        corners[static_cast<std::size_t>(polygon.outline[i])] - corners.front(),
        corners[static_cast<std::size_t>(polygon.outline[(i + 1) % polygon.outline.size()])] - corners.front());
  const glm::dvec3 size = glm::abs(normal);
  const int dropped = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  std::vector<glm::dvec2> flat;
  for (const glm::dvec3& corner : corners) flat.emplace_back(corner[(dropped + 1) % 3], corner[(dropped + 2) % 3]);
  return flat;
}

void writeCorners(pugi::xml_node to, const Polygon& polygon, std::span<const int> corners, std::size_t stride) {
  std::string text;
  for (const int corner : corners)
    for (std::size_t i = 0; i < stride; ++i)
      text += std::to_string(polygon.indices[static_cast<std::size_t>(corner) * stride + i]) + ' ';
  to.text().set(text.c_str());
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

std::vector<glm::dvec3> colladaPositions(const pugi::xml_node& mesh) {
  const pugi::xml_node input = mesh.child("vertices").find_child_by_attribute("input", "semantic", "POSITION");
  const std::string id(localId(input.attribute("source").value()));
  const pugi::xml_node source = mesh.find_child_by_attribute("source", "id", id.c_str());
  const pugi::xml_node accessor = source.child("technique_common").child("accessor");
  const std::string_view text = source.child("float_array").child_value();
  std::vector<float> values(text.size() / 2 + 1);
  values.resize(readNumbers(text, values));
  const std::size_t stride = std::clamp<std::size_t>(accessor.attribute("stride").as_uint(3), 3, 64);
  std::vector<glm::dvec3> positions;
  for (std::size_t i = accessor.attribute("offset").as_uint(); i + 2 < values.size(); i += stride)
    positions.emplace_back(values[i], values[i + 1], values[i + 2]);
  return positions;
}

int cutHoles(pugi::xml_node group, std::span<const glm::dvec3> positions, std::size_t stride, std::size_t vertexOffset,
             std::size_t& stepsLeft) {
  std::vector<pugi::xml_node> sources;
  for (const pugi::xml_node& source : group.children("ph")) sources.push_back(source);
  if (sources.empty()) return 0;
  Triangulator triangulator;
  int skipped = 0;
  for (const pugi::xml_node& source : sources) {
    Polygon polygon;
    polygon.outline = readCorners(source.child("p").child_value(), stride, polygon);
    for (const pugi::xml_node& hole : source.children("h"))
      polygon.holes.push_back(readCorners(hole.child_value(), stride, polygon));
    group.remove_child(source);
    if (polygon.outline.size() < 3) continue;
    const std::size_t corners = polygon.indices.size() / stride + 2 * polygon.holes.size();
    if (corners > stepsLeft / corners) {
      skipped += static_cast<int>(polygon.holes.size());
      writeCorners(group.append_child("p"), polygon, polygon.outline, stride);
      continue;
    }
    stepsLeft -= corners * corners;
    const std::vector<glm::dvec2> points = flattened(polygon, positions, stride, vertexOffset);
    const Ring ring = joinHoles(points, polygon.outline, std::move(polygon.holes), skipped);
    std::vector<glm::dvec2> outline;
    for (const int corner : ring) outline.push_back(points[static_cast<std::size_t>(corner)]);
    for (const auto& [a, b, c] : triangulator.triangulate(outline, Collinear::Kept)) {
      const auto cornerOf = [&](int at) { return ring[static_cast<std::size_t>(at)]; };
      writeCorners(group.append_child("p"), polygon, std::array{cornerOf(a), cornerOf(b), cornerOf(c)}, stride);
    }
  }
  std::size_t count = 0;
  for ([[maybe_unused]] const pugi::xml_node& each : group.children("p")) ++count;
  if (!group.attribute("count")) group.append_attribute("count");
  group.attribute("count").set_value(static_cast<unsigned long long>(count));
  return skipped;
}

}  // namespace app
