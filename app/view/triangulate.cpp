#include "app/view/triangulate.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

double cross(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// Twice the area, its sign that of the turning; from the first point, so that outlines far from the origin lose
/// nothing.
double areaOf(std::span<const glm::dvec2> p) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < p.size(); ++i) sum += cross(p[0], p[i], p[i + 1]);
  return sum;
}

}  // namespace

std::span<const std::array<int, 3>> Triangulator::triangulate(std::span<const glm::dvec2> outline) {
  triangles_.clear();
  const int count = static_cast<int>(outline.size());
  const double area = areaOf(outline);
  if (count < 3 || area == 0 || !std::isfinite(area)) return {};
  winding_ = area > 0 ? 1 : -1;
  before_.resize(std::max(before_.size(), outline.size()));
  after_.resize(before_.size());
  triangles_.reserve(before_.size());
  for (int i = 0; i < count; ++i) {
    before_[static_cast<std::size_t>(i)] = i > 0 ? i - 1 : count - 1;
    after_[static_cast<std::size_t>(i)] = i + 1 < count ? i + 1 : 0;
  }
  int corner = 0, left = count, looked = 0;  // looked at in vain since the last ear
  while (left > 3) {
    const auto at = static_cast<std::size_t>(corner);
    const int a = before_[at], c = after_[at];
    const double turning =
        winding_ * cross(outline[static_cast<std::size_t>(a)], outline[at], outline[static_cast<std::size_t>(c)]);
    const bool stuck = looked > left;  // crosses itself: any outward corner will do, at last any at all
    if (turning == 0 || (turning > 0 && (stuck || isEar(outline, corner))) || looked > 2 * left) {
      if (turning > 0) triangles_.push_back({a, corner, c});
      cut(corner);
      --left;
      looked = 0;
      corner = after_[static_cast<std::size_t>(c)];  // not the next: a fan of slivers would come of it
    } else {
      ++looked;
      corner = c;
    }
  }
  const auto last = static_cast<std::size_t>(corner);
  const int a = before_[last], c = after_[last];
  if (winding_ * cross(outline[static_cast<std::size_t>(a)], outline[last], outline[static_cast<std::size_t>(c)]) > 0)
    triangles_.push_back({a, corner, c});
  return triangles_;
}

/// Whether no other point lies in the corner's triangle. Points on the corners themselves do not count (an outline may
/// touch itself there), points on the edges do.
bool Triangulator::isEar(std::span<const glm::dvec2> p, int corner) const {
  const auto b = static_cast<std::size_t>(corner), a = static_cast<std::size_t>(before_[b]),
             c = static_cast<std::size_t>(after_[b]);
  const glm::dvec2 low{std::min({p[a].x, p[b].x, p[c].x}), std::min({p[a].y, p[b].y, p[c].y})};
  const glm::dvec2 high{std::max({p[a].x, p[b].x, p[c].x}), std::max({p[a].y, p[b].y, p[c].y})};
  for (auto i = static_cast<std::size_t>(after_[c]); i != a; i = static_cast<std::size_t>(after_[i])) {
    const glm::dvec2 q = p[i];
    if (q.x < low.x || q.x > high.x || q.y < low.y || q.y > high.y || q == p[a] || q == p[b] || q == p[c]) continue;
    if (winding_ * cross(p[a], p[b], q) >= 0 && winding_ * cross(p[b], p[c], q) >= 0 &&
        winding_ * cross(p[c], p[a], q) >= 0)
      return false;
  }
  return true;
}

void Triangulator::cut(int corner) {
  const auto at = static_cast<std::size_t>(corner);
  after_[static_cast<std::size_t>(before_[at])] = after_[at];
  before_[static_cast<std::size_t>(after_[at])] = before_[at];
}

}  // namespace app
