#include "crossfade/transition/blend_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/base/number_text.h"

namespace crossfade {
namespace {

using Triangle = std::array<int, 3>;
using Edge = std::array<int, 2>;

constexpr double kSamePlace = 1e-9;  // of the extent
constexpr double kFlat = 1e-9;       // twice the area of a triangle that counts as a line, of the square of the extent

/// Twice the area, above 0 if a, b, c are counterclockwise.
double turn(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// Above 0 if `d` lies inside the circle through a, b, c, which are counterclockwise (Guibas and Stolfi 1985).
double insideCircle(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c, glm::dvec2 d) {
  const glm::dvec2 p = a - d, q = b - d, r = c - d;
  const double pp = glm::dot(p, p), qq = glm::dot(q, q), rr = glm::dot(r, r);
  return p.x * (q.y * rr - r.y * qq) - p.y * (q.x * rr - r.x * qq) + pp * (q.x * r.y - r.x * q.y);
}

/// Delaunay's triangles: a sweep from left to right joins each point to the rim that it sees, then edges are flipped
/// (Lawson 1977).
class Triangulation {
 public:
  explicit Triangulation(std::span<const glm::dvec2> points) : points_(points) { sweep(); }

  std::vector<Triangle> takeTriangles() {
    flip();
    return std::move(triangles_);
  }
  /// Counterclockwise; both ways along a line.
  std::vector<Edge> rim() const {
    std::vector<Edge> edges;
    if (triangles_.empty()) {
      for (std::size_t i = 0; i + 1 < rim_.size(); ++i) edges.push_back({rim_[i], rim_[i + 1]});
      return edges;
    }
    for (std::size_t i = 0; i < rim_.size(); ++i) edges.push_back({rim_[i], rim_[(i + 1) % rim_.size()]});
    return edges;
  }

 private:
  const glm::dvec2& at(int point) const { return points_[static_cast<std::size_t>(point)]; }
  double turnOf(int a, int b, int c) const { return turn(at(a), at(b), at(c)); }

  void sweep() {
    std::vector<int> order(points_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [this](int a, int b) { return std::pair(at(a).x, at(a).y) < std::pair(at(b).x, at(b).y); });
    for (const int point : order) {
      if (!triangles_.empty())
        joinToRim(point);
      else if (rim_.size() < 2 || std::abs(turnOf(rim_.front(), rim_.back(), point)) <= kFlat)
        rim_.push_back(point);  // still a line
      else
        joinToLine(point);
    }
  }

  void joinToLine(int point) {
    if (turnOf(rim_.front(), rim_.back(), point) < 0) std::reverse(rim_.begin(), rim_.end());
    for (std::size_t i = 0; i + 1 < rim_.size(); ++i) triangles_.push_back({rim_[i], rim_[i + 1], point});
    rim_.push_back(point);
  }

  /// What it sees of the rim is one chain of edges. A point that sees none lies on the rim, within rounding, and takes
  /// the edge that it comes nearest to seeing.
  void joinToRim(int point) {
    const std::size_t count = rim_.size();
    std::vector<double> turns(count);
    for (std::size_t i = 0; i < count; ++i) turns[i] = turnOf(rim_[i], rim_[(i + 1) % count], point);
    std::size_t first = static_cast<std::size_t>(std::min_element(turns.begin(), turns.end()) - turns.begin());
    const auto sees = [&](std::size_t edge) { return turns[edge % count] < -kFlat; };
    std::size_t last = first;
    while (last - first + 1 < count && sees(first + count - 1)) first += count - 1, last += count;
    while (last - first + 1 < count && sees(last + 1)) ++last;
    std::vector<int> rim;
    for (std::size_t i = last + 1; i <= first + count; ++i) rim.push_back(rim_[i % count]);
    for (std::size_t i = first; i <= last; ++i) triangles_.push_back({rim_[(i + 1) % count], rim_[i % count], point});
    rim.push_back(point);
    rim_ = std::move(rim);
  }

  /// Every flip makes the triangulation better, so this ends; the limit is for rounding.
  void flip() {
    const std::size_t most = points_.size() * points_.size() + 1;
    for (std::size_t pass = 0; pass < most; ++pass)
      if (!flipOne()) return;
  }

  bool flipOne() {
    bool flipped = false;
    for (std::size_t i = 0; i < triangles_.size(); ++i)
      for (int side = 0; side < 3; ++side) flipped = flipAcross(i, side) || flipped;
    return flipped;
  }

  /// The side from corner `side` to the next, if the neighbor's far corner lies inside the triangle's circle.
  bool flipAcross(std::size_t triangle, int side) {
    const Triangle own = triangles_[triangle];
    const int a = own[static_cast<std::size_t>(side)], b = own[static_cast<std::size_t>((side + 1) % 3)];
    const int c = own[static_cast<std::size_t>((side + 2) % 3)];
    for (std::size_t i = triangle + 1; i < triangles_.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        if (triangles_[i][k] != b || triangles_[i][(k + 1) % 3] != a) continue;
        const int d = triangles_[i][(k + 2) % 3];
        if (insideCircle(at(a), at(b), at(c), at(d)) <= kFlat) return false;
        triangles_[triangle] = {a, d, c};
        triangles_[i] = {d, b, c};
        return true;
      }
    return false;
  }

  std::span<const glm::dvec2> points_;
  std::vector<Triangle> triangles_;
  std::vector<int> rim_;  // counterclockwise; while all points lie on a line, along it
};

std::string placeOf(glm::dvec2 at) { return "(" + formatNumber(at.x) + ", " + formatNumber(at.y) + ")"; }

}  // namespace

Result<BlendSpace> BlendSpace::make(std::vector<BlendSample> samples) {
  if (samples.empty()) return Error{"a blend space needs at least one clip"};
  if (samples.size() > kMaxSamples)
    return Error{"a blend space holds at most " + std::to_string(kMaxSamples) + " clips, not " +
                 std::to_string(samples.size())};
  BlendSpace space;
  glm::dvec2 low{std::numeric_limits<double>::max()}, high{-std::numeric_limits<double>::max()};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const BlendSample& sample = samples[i];
    const std::string name = "sample " + std::to_string(i + 1) + " of the blend space";
    if (!std::isfinite(sample.at.x) || !std::isfinite(sample.at.y)) return Error{name + " has no finite place"};
    if (!(sample.timeScale > 0) || !std::isfinite(sample.timeScale))
      return Error{name + " has the time scale " + formatNumber(sample.timeScale) + ", which is not above 0"};
    low = {std::min(low.x, sample.at.x), std::min(low.y, sample.at.y)};
    high = {std::max(high.x, sample.at.x), std::max(high.y, sample.at.y)};
  }
  space.low_ = low;
  space.extent_ = {high.x > low.x ? high.x - low.x : 1, high.y > low.y ? high.y - low.y : 1};
  if (!std::isfinite(space.extent_.x) || !std::isfinite(space.extent_.y))
    return Error{"the places of a blend space lie too far apart"};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    space.scaled_.push_back((samples[i].at - low) / space.extent_);
    for (std::size_t k = 0; k < i; ++k)
      if (glm::distance(space.scaled_[k], space.scaled_[i]) <= kSamePlace)
        return Error{"samples " + std::to_string(k + 1) + " and " + std::to_string(i + 1) +
                     " of the blend space are both at " + placeOf(samples[i].at)};
  }
  Triangulation triangulation(space.scaled_);
  space.edges_ = triangulation.rim();
  space.triangles_ = triangulation.takeTriangles();
  space.samples_ = std::move(samples);
  return space;
}

BlendSpace::Share BlendSpace::shareAt(glm::dvec2 point) const {
  if (samples_.empty()) return {};
  if (!std::isfinite(point.x) || !std::isfinite(point.y)) point = samples_.front().at;
  const glm::dvec2 scaled = (point - low_) / extent_;
  const auto corner = [this](int index) { return scaled_[static_cast<std::size_t>(index)]; };
  for (const std::array<int, 3>& triangle : triangles_) {
    const glm::dvec2 a = corner(triangle[0]), b = corner(triangle[1]), c = corner(triangle[2]);
    const double area = turn(a, b, c);
    const double first = turn(b, c, scaled) / area, second = turn(c, a, scaled) / area;
    const double third = 1 - first - second;
    if (first >= 0 && second >= 0 && third >= 0)
      return {.samples = triangle, .weights = {first, second, third}, .count = 3};
  }
  return shareOnEdges(scaled);
}

/// Of the nearest point on the rim, or on the line.
BlendSpace::Share BlendSpace::shareOnEdges(glm::dvec2 scaled) const {
  Share nearest{.samples = {0}, .weights = {1}, .count = 1};
  double least = std::numeric_limits<double>::infinity();
  for (const std::array<int, 2>& edge : edges_) {
    const glm::dvec2 from = scaled_[static_cast<std::size_t>(edge[0])];
    const glm::dvec2 along = scaled_[static_cast<std::size_t>(edge[1])] - from;
    const double u = std::clamp(glm::dot(scaled - from, along) / glm::dot(along, along), 0.0, 1.0);
    const double distance = glm::distance(scaled, from + u * along);
    if (!(distance < least)) continue;
    least = distance;
    nearest = {.samples = {edge[0], edge[1]}, .weights = {1 - u, u}, .count = 2};
  }
  return nearest;
}

glm::dvec2 BlendSpace::nearest(glm::dvec2 point) const {
  const Share share = shareAt(point);
  glm::dvec2 sum{0};
  for (std::size_t i = 0; i < static_cast<std::size_t>(share.count); ++i)
    sum += share.weights[i] * samples_[static_cast<std::size_t>(share.samples[i])].at;
  return sum;
}

void BlendSpace::weightsAt(glm::dvec2 point, std::span<double> weights) const {
  CROSSFADE_ASSERT(weights.size() == samples_.size(), "BlendSpace::weightsAt: there is not one weight per sample");
  std::fill(weights.begin(), weights.end(), 0.0);
  const Share share = shareAt(point);
  for (std::size_t i = 0; i < static_cast<std::size_t>(share.count); ++i)
    if (const auto sample = static_cast<std::size_t>(share.samples[i]); sample < weights.size())
      weights[sample] = share.weights[i];
}

}  // namespace crossfade
