// A square becomes the same square, rotated by 90 degrees. Interpolating points, it shrinks on the way; interpolating
// edges, it rotates.
//
// Prints:
//   t     linear  vector
//   0.00  1.0000  1.0000
//   0.25  0.7906  1.0000
//   0.50  0.7071  1.0000
//   0.75  0.7906  1.0000
//   1.00  1.0000  1.0000
//
// The length of an edge. Linear: an edge from (1, 0) to (0, 1) is (1 - t, t) halfway, sqrt((1 - t)^2 + t^2) long.
// Vector: lengths and angles change linearly, so the length stays 1.
#include <cstdio>

#include <glm/geometric.hpp>

#include "crossfade/shape/morph_plan.h"

using namespace crossfade;

int main() {
  const Shape from = *Shape::make({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true);
  const Shape to = *Shape::make({{0, 0}, {0, 1}, {-1, 1}, {-1, 0}}, true);
  // Point i goes to point i. Without that, the least motion is chosen, and the square would only shift.
  const MorphPlan plan = MorphPlan::make(from, to, Correspondence{});

  std::vector<glm::dvec2> outline(static_cast<std::size_t>(plan.pointCount()));
  const auto edgeAt = [&](MorphKind kind, double t) {
    morph(plan, kind, ClosingError::Spread, t, outline);
    return glm::distance(outline[0], outline[1]);
  };
  std::printf("t     linear  vector\n");
  for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0})
    std::printf("%.2f  %.4f  %.4f\n", t, edgeAt(MorphKind::Linear, t), edgeAt(MorphKind::VectorShortest, t));
}
