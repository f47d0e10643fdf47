#include "app/view/fill_bands.h"

#include <algorithm>
#include <optional>

namespace app {
namespace {

double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

/// The point where two edges cross, excluding their ends.
std::optional<glm::dvec2> crossing(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c, glm::dvec2 d) {
  const double below = cross(b - a, d - c);
  if (below == 0) return std::nullopt;
  const double s = cross(c - a, d - c) / below, t = cross(c - a, b - a) / below;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return std::nullopt;
  return a + (b - a) * s;
}

/// Calls `found` with each crossing until it returns true.
template <class Found>
void eachCrossing(std::span<const glm::dvec2> p, Found found) {
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j + 1 == n) continue;  // neighbors
      const auto at = crossing(p[i], p[i + 1], p[j], p[(j + 1) % n]);
      if (at && found(*at)) return;
    }
}

}  // namespace

bool crossesItself(std::span<const glm::dvec2> outline) {
  bool crosses = false;
  eachCrossing(outline, [&](glm::dvec2) { return crosses = true; });
  return crosses;
}

std::span<const std::array<glm::dvec2, 4>> BandFiller::fill(std::span<const glm::dvec2> outline) {
  levels_.clear();
  trapezoids_.clear();
  for (const glm::dvec2 p : outline) levels_.push_back(p.y);
  eachCrossing(outline, [&](glm::dvec2 at) {
    levels_.push_back(at.y);
    return false;
  });
  std::sort(levels_.begin(), levels_.end());
  for (std::size_t i = 0; i + 1 < levels_.size(); ++i)
    if (levels_[i + 1] > levels_[i]) fillBand(outline, levels_[i], levels_[i + 1]);
  return trapezoids_;
}

void BandFiller::fillBand(std::span<const glm::dvec2> outline, double top, double bottom) {
  const double middle = (top + bottom) / 2;
  sides_.clear();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const glm::dvec2 a = outline[i], b = outline[(i + 1) % outline.size()];
    if ((a.y <= middle) == (b.y <= middle)) continue;
    const auto x = [&](double y) { return a.x + (b.x - a.x) * std::clamp((y - a.y) / (b.y - a.y), 0.0, 1.0); };
    sides_.push_back({x(top), x(middle), x(bottom), b.y > a.y ? 1 : -1});
  }
  std::sort(sides_.begin(), sides_.end(), [](const Side& a, const Side& b) { return a.middle < b.middle; });
  int winding = 0;
  const Side* from = nullptr;
  for (const Side& side : sides_) {
    if (winding == 0) from = &side;
    winding += side.direction;
    if (winding == 0)
      trapezoids_.push_back(
          {glm::dvec2(from->top, top), {side.top, top}, {side.bottom, bottom}, {from->bottom, bottom}});
  }
}

}  // namespace app
