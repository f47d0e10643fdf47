// The inside of an outline as triangles, for filling it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

namespace app {

/// Cuts ears off an outline (Meisters 1975) until nothing is left. Keeps its working room, so that it allocates only
/// for more points than ever before.
class Triangulator {
 public:
  /// The triangles of a closed outline as indices of its points, all turning the same way; lent until the next call.
  /// They cover the inside of an outline that does not cross itself exactly once, whichever way around it goes. Points
  /// in a row or on one another give no triangle of their own. An outline that crosses itself gets triangles too, at
  /// most two less than points, which cover about what it encloses. Less than three points, or no area at all: none.
  /// Points must be finite. O(n^2) where most corners point outwards, O(n^3) at worst.
  std::span<const std::array<int, 3>> triangulate(std::span<const glm::dvec2> outline);

 private:
  bool isEar(std::span<const glm::dvec2> p, int corner) const;
  void cut(int corner);

  std::vector<int> before_;  // the neighbours of each point still there
  std::vector<int> after_;
  double winding_ = 1;  // -1: goes around counter-clockwise
  std::vector<std::array<int, 3>> triangles_;
};

}  // namespace app
