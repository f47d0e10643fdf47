#include "crossfade/shape/morph.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

/// So that no coordinate overflows.
double inRange(double t) { return std::isnan(t) ? 0 : std::clamp(t, -kMaxMorphOvershoot, 1 + kMaxMorphOvershoot); }

bool fit(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, std::span<glm::dvec2> out) {
  const bool same = to.size() == from.size() && out.size() == from.size();
  CROSSFADE_ASSERT(same, "morph: the outlines and the result have different numbers of points");
  return same;
}

/// Whether an outline of so many points has so many edges, closed or open.
bool fitEdges(std::size_t points, std::size_t edges) {
  const bool fits = edges == edgeCount(points, true) || edges == edgeCount(points, false);
  CROSSFADE_ASSERT(fits, "morph: the number of edges does not fit the outline");
  return fits;
}

/// At either end copies the outline to `out` and returns true.
bool copyEndpoint(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, double t,
                  std::span<glm::dvec2> out) {
  if (t != 0 && t != 1) return false;
  std::copy_n(t == 1 ? to.begin() : from.begin(), out.size(), out.begin());
  return true;
}

double lengthAt(const MorphEdge& edge, double t) {
  return std::max((1 - t) * edge.fromLength + t * edge.toLength, 0.0);
}

/// Subtracts `gap` from each point in proportion to the length of the edges before it.
void spreadGap(glm::dvec2 gap, std::span<const MorphEdge> edges, double t, std::span<glm::dvec2> out) {
  double whole = 0;
  for (const MorphEdge& edge : edges) whole += lengthAt(edge, t);
  if (!(whole > 0)) return;
  double soFar = 0;
  for (std::size_t i = 1; i < out.size(); ++i) {
    soFar += lengthAt(edges[i - 1], t);
    out[i] -= gap * (soFar / whole);
  }
}

}  // namespace

double edgeRotation(double difference, RotationDirection direction) {
  constexpr double kPi = std::numbers::pi, kTwoPi = 2 * kPi;
  constexpr double kAngleTolerance = 1e-9;  // radians; rounding error between equal directions is far smaller
  const double minAngle = direction == RotationDirection::Clockwise          ? -kAngleTolerance
                          : direction == RotationDirection::CounterClockwise ? kAngleTolerance - kTwoPi
                                                                             : kAngleTolerance - kPi;
  if (difference < minAngle) return difference + kTwoPi;
  return difference >= minAngle + kTwoPi ? difference - kTwoPi : difference;
}

void prepareEdges(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, std::span<MorphEdge> edges) {
  CROSSFADE_ASSERT(to.size() == from.size(), "prepareEdges: the outlines have different numbers of points");
  if (to.size() != from.size() || !fitEdges(from.size(), edges.size())) return;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t next = i + 1 < from.size() ? i + 1 : 0;
    const glm::dvec2 a = from[next] - from[i], b = to[next] - to[i];
    const double fromLength = std::hypot(a.x, a.y), toLength = std::hypot(b.x, b.y);
    const double toAngle = toLength > 0 ? std::atan2(b.y, b.x) : std::atan2(a.y, a.x);
    const double fromAngle = fromLength > 0 ? std::atan2(a.y, a.x) : toAngle;
    edges[i] = {
        .fromLength = fromLength, .toLength = toLength, .fromAngle = fromAngle, .difference = toAngle - fromAngle};
  }
}

void linearMorph(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, double t,
                 std::span<glm::dvec2> out) {
  t = inRange(t);
  if (!fit(from, to, out) || copyEndpoint(from, to, t, out)) return;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (1 - t) * from[i] + t * to[i];
}

void vectorMorph(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, std::span<const MorphEdge> edges,
                 RotationDirection direction, ClosingError closing, double t, std::span<glm::dvec2> out) {
  t = inRange(t);
  if (!fit(from, to, out) || !fitEdges(out.size(), edges.size())) return;
  if (out.empty() || copyEndpoint(from, to, t, out)) return;
  const glm::dvec2 first = (1 - t) * from[0] + t * to[0];
  glm::dvec2 end = first;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    out[i] = end;
    const double angle = edges[i].fromAngle + t * edgeRotation(edges[i].difference, direction),
                 length = lengthAt(edges[i], t);
    end += glm::dvec2{length * std::cos(angle), length * std::sin(angle)};
  }
  if (edges.size() < out.size())
    out.back() = end;
  else if (closing == ClosingError::Spread)
    spreadGap(end - first, edges, t, out);
}

}  // namespace crossfade
