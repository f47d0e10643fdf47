// Outlines for tests of shapes.
#ifndef TESTS_ENGINE_SHAPE_OUTLINES_H
#define TESTS_ENGINE_SHAPE_OUTLINES_H

#include <rapidcheck.h>

#include <algorithm>
#include <complex>
#include <vector>

#include <glm/geometric.hpp>

#include "crossfade/shape/morph_plan.h"
#include "crossfade/shape/shape.h"

namespace test {

using Points = std::vector<glm::dvec2>;

inline crossfade::Shape shapeOf(Points points, bool closed = true) {
  return *crossfade::Shape::make(std::move(points), closed);
}

inline const Points kPencilLying{{160, 220}, {160, 240}, {230, 240}, {230, 250}, {260, 230}, {230, 210}, {230, 220}};
inline const Points kPencilUpright{{530, 250}, {550, 250}, {550, 180}, {560, 180}, {540, 150}, {520, 180}, {530, 180}};
inline const Points kStar{{0, 85},    {75, 75},   {100, 10}, {125, 75}, {200, 85}, {150, 125},
                          {160, 190}, {100, 150}, {40, 190}, {50, 125}, {0, 85}};

inline Points smallStar() {
  Points points = kStar;
  for (glm::dvec2& p : points) p = p * 0.5 + glm::dvec2{500, 100};
  return points;
}

inline Points rotatedAndTranslated(Points points, double angle, glm::dvec2 by) {
  const std::complex<double> rotation = std::polar(1.0, angle);
  for (glm::dvec2& p : points) {
    const std::complex<double> q = rotation * std::complex<double>(p.x, p.y);
    p = glm::dvec2{q.real(), q.imag()} + by;
  }
  return points;
}

inline double farthest(const Points& a, const Points& b) {
  double farthest = a.size() == b.size() ? 0 : 1e300;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    farthest = std::max(farthest, glm::distance(a[i], b[i]));
  return farthest;
}

inline Points at(const crossfade::MorphPlan& plan, crossfade::MorphKind kind, double t,
                 crossfade::ClosingError closing = crossfade::ClosingError::Spread) {
  Points out(static_cast<std::size_t>(plan.pointCount()));
  morph(plan, kind, closing, t, out);
  return out;
}

inline constexpr crossfade::MorphKind kMorphKinds[]{crossfade::MorphKind::Linear, crossfade::MorphKind::VectorClockwise,
                                                    crossfade::MorphKind::VectorCounterClockwise,
                                                    crossfade::MorphKind::VectorShortest};

/// Random points on a coarse grid, so that equal points and parallel edges occur.
inline Points randomPoints(int minCount, int maxCount) {
  Points points(static_cast<std::size_t>(*rc::gen::inRange(minCount, maxCount + 1)));
  for (glm::dvec2& p : points) p = {*rc::gen::inRange(-4, 5) * 25.5, *rc::gen::inRange(-4, 5) * 12.25};
  return points;
}

inline double randomBetween(double from, double to) { return from + (to - from) * *rc::gen::inRange(0, 1000001) / 1e6; }

}  // namespace test

#endif  // TESTS_ENGINE_SHAPE_OUTLINES_H
