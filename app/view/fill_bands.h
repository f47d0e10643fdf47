// The inside of an outline that crosses itself, for filling it. For outlines that do not, see triangulate.h.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

namespace app {

/// Whether two edges of the closed outline intersect at a point that is an end of neither. O(n^2).
bool crossesItself(std::span<const glm::dvec2> outline);

/// Cuts an outline into horizontal bands at every corner and crossing. Within a band edges do not cross, so the inside
/// consists of trapezoids. Reuses its buffers: it allocates only for more corners than ever before.
class BandFiller {
 public:
  /// Trapezoids, corners in order around each, that cover once everything with a non-zero winding number. Points must
  /// be finite. O(n (n + crossings)).
  std::span<const std::array<glm::dvec2, 4>> fill(std::span<const glm::dvec2> outline);

 private:
  struct Side {
    double top, middle, bottom;  // x
    int direction;
  };
  void fillBand(std::span<const glm::dvec2> outline, double top, double bottom);

  std::vector<double> levels_;
  std::vector<Side> sides_;
  std::vector<std::array<glm::dvec2, 4>> trapezoids_;
};

}  // namespace app
