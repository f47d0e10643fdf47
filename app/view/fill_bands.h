// The inside of an outline that crosses itself, for filling it: triangulate.h is for those that do not.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

namespace app {

/// Whether two edges of the closed outline have a point in common that is an end of neither. O(n^2).
bool crossesItself(std::span<const glm::dvec2> outline);

/// Cuts an outline into horizontal bands at each corner and crossing; in a band edges keep their order, so that what
/// lies between them is whole trapezoids. Keeps its working room, so that it allocates only for more corners than ever
/// before.
class BandFiller {
 public:
  /// Corners in order around each trapezoid; they cover everything that the outline winds around, once. Points must be
  /// finite. O(n (n + crossings)).
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
