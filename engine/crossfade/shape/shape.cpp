#include "crossfade/shape/shape.h"

#include <cmath>
#include <string>
#include <utility>

#include "crossfade/base/number_text.h"

namespace crossfade {

Result<Shape> Shape::make(std::vector<glm::dvec2> points, bool closed) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::dvec2 p = points[i];
    if (std::abs(p.x) <= kLargestCoordinate && std::abs(p.y) <= kLargestCoordinate) continue;
    return Error{"point " + std::to_string(i) + " of the shape is (" + formatNumber(p.x) + ", " + formatNumber(p.y) +
                 "), not a valid position"};
  }
  Shape shape;
  shape.points_ = std::move(points);
  shape.closed_ = closed;
  return shape;
}

}  // namespace crossfade
