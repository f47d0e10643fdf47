#include "app/model/triangulate.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

std::size_t at(int point) { return static_cast<std::size_t>(point); }

double cross(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// Twice the signed area, relative to the first point, so that outlines far from the origin lose no precision.
double areaOf(std::span<const glm::dvec2> p) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < p.size(); ++i) sum += cross(p[0], p[i], p[i + 1]);
  return sum;
}

}  // namespace

void flattenPolygon(std::span<const glm::vec3> corners, std::size_t outline, std::vector<glm::dvec2>& flat) {
  const auto from = [&](std::size_t corner) { return glm::dvec3(corners[corner]) - glm::dvec3(corners[0]); };
  glm::dvec3 normal(0);
  for (std::size_t i = 0; i < outline; ++i) normal += glm::cross(from(i), from((i + 1) % outline));
  const glm::dvec3 size = glm::abs(normal);
  const int dropped = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  flat.clear();
  for (std::size_t i = 0; i < corners.size(); ++i)
    flat.emplace_back(from(i)[(dropped + 1) % 3], from(i)[(dropped + 2) % 3]);
}

std::span<const std::array<int, 3>> Triangulator::triangulate(std::span<const glm::dvec2> outline,
                                                              Collinear collinear) {
  triangles_.clear();
  steps_ = 0;
  const double area = areaOf(outline);
  if (outline.size() < 3 || area == 0 || !std::isfinite(area)) return {};
  winding_ = area > 0 ? 1 : -1;
  start(outline);
  int corner = 0, left = static_cast<int>(outline.size()), skipped = 0;  // skipped: since the last cut
  while (left >= 3) {
    ++steps_;
    const int before = corners_[at(corner)].before, after = corners_[at(corner)].after;
    const double turning = turningAt(outline, corner);
    const bool noEarLeft = skipped > left;  // it crosses itself: take any convex corner, then any corner at all
    if (turning == 0 || (turning > 0 && (noEarLeft || isEar(outline, corner))) || skipped > 2 * left) {
      if (turning > 0 || (turning == 0 && collinear == Collinear::Kept)) triangles_.push_back({before, corner, after});
      cut(corner);
      --left;
      skipped = 0;
      corner = corners_[at(after)].after;  // cutting the next one, again and again, would make a fan of slivers
    } else {
      ++skipped;
      corner = after;
    }
  }
  return triangles_;
}

void Triangulator::start(std::span<const glm::dvec2> outline) {
  const int count = static_cast<int>(outline.size());
  if (corners_.size() < outline.size()) corners_.resize(outline.size());
  triangles_.reserve(outline.size());
  reflex_.clear();
  reflex_.reserve(outline.size());
  for (int i = 0; i < count; ++i)
    corners_[at(i)] = {.before = i > 0 ? i - 1 : count - 1, .after = i + 1 < count ? i + 1 : 0};
  for (int i = 0; i < count; ++i)
    if (turningAt(outline, i) <= 0) reflex_.push_back(i);
  std::sort(reflex_.begin(), reflex_.end(), [&](int a, int b) { return outline[at(a)].x < outline[at(b)].x; });
}

/// Above 0 where the outline bends outward: a convex corner.
double Triangulator::turningAt(std::span<const glm::dvec2> p, int corner) const {
  const Corner& here = corners_[at(corner)];
  return winding_ * cross(p[at(here.before)], p[at(corner)], p[at(here.after)]);
}

/// Whether no other point lies in the corner's triangle. Resumes where the last test of the same triangle stopped: a
/// point found harmless stays harmless, because points never move and reflex corners only become convex or are cut.
bool Triangulator::isEar(std::span<const glm::dvec2> p, int corner) {
  Corner& here = corners_[at(corner)];
  const auto [low, high] = std::minmax({p[at(here.before)].x, p[at(corner)].x, p[at(here.after)].x});
  if (here.cleared == 0)
    here.cleared = static_cast<std::size_t>(
        std::lower_bound(reflex_.begin(), reflex_.end(), low, [&](int point, double x) { return p[at(point)].x < x; }) -
        reflex_.begin());
  for (; here.cleared < reflex_.size() && p[at(reflex_[here.cleared])].x <= high; ++here.cleared) {
    ++steps_;
    if (blocks(p, reflex_[here.cleared], corner)) return false;
  }
  return true;
}

/// A point equal to one of the triangle's own does not block (an outline may touch itself there); one on an edge does.
bool Triangulator::blocks(std::span<const glm::dvec2> p, int point, int corner) const {
  if (corners_[at(point)].cut) return false;
  const glm::dvec2 q = p[at(point)], a = p[at(corners_[at(corner)].before)], b = p[at(corner)],
                   c = p[at(corners_[at(corner)].after)];
  if (q == a || q == b || q == c) return false;
  return winding_ * cross(a, b, q) >= 0 && winding_ * cross(b, c, q) >= 0 && winding_ * cross(c, a, q) >= 0 &&
         turningAt(p, point) <= 0;
}

void Triangulator::cut(int corner) {
  Corner& here = corners_[at(corner)];
  here.cut = true;
  Corner &before = corners_[at(here.before)], &after = corners_[at(here.after)];
  before.after = here.after;
  after.before = here.before;
  before.cleared = after.cleared = 0;
}

}  // namespace app
