// An outline: points in order, closed or open, in a plane whose y axis points down as on a screen.
#ifndef CROSSFADE_SHAPE_SHAPE_H
#define CROSSFADE_SHAPE_SHAPE_H

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/base/result.h"

namespace crossfade {

inline constexpr double kLargestCoordinate = 1e100;  // its square is still finite

class CROSSFADE_API Shape {
 public:
  /// No points.
  Shape() = default;
  /// Any number of points, including none; points may coincide. The error names the first point that is NaN, infinite
  /// or beyond kLargestCoordinate.
  static Result<Shape> make(std::vector<glm::dvec2> points, bool closed);

  std::span<const glm::dvec2> points() const { return points_; }
  bool closed() const { return closed_; }
  int pointCount() const { return static_cast<int>(points_.size()); }
  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::vector<glm::dvec2> points_;
  bool closed_ = true;
};

}  // namespace crossfade

#endif  // CROSSFADE_SHAPE_SHAPE_H
