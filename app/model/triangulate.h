// The inside of an outline as triangles, for filling it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace app {

/// Replaces `flat` by the corners of a polygon in space, seen along the axis that is nearest to its normal (Newell's
/// method), from its first corner. Only the first `outline` of the corners decide the normal; the others may be those
/// of holes. Corners must be finite, and there must be one at least.
void flattenPolygon(std::span<const glm::vec3> corners, std::size_t outline, std::vector<glm::dvec2>& flat);

/// Points on a straight line with both neighbors: left out of all triangles, or in one without area, so that what moves
/// them later leaves no gap.
enum class Collinear { LeftOut, Kept };

/// Triangulates outlines by ear clipping (Meisters 1975). Reuses its buffers: it allocates only for an outline with
/// more points than any before.
class Triangulator {
 public:
  /// The triangles of a closed outline as indices of its points, all with the same winding; valid until the next call.
  /// An outline that does not cross itself is covered exactly once, whether it runs clockwise or not. An outline that
  /// crosses itself gets at most n - 2 triangles, which cover roughly what it encloses. Fewer than three points or no
  /// area: none. Points must be finite. O(n^2) at worst, O(n) for a convex outline.
  std::span<const std::array<int, 3>> triangulate(std::span<const glm::dvec2> outline,
                                                  Collinear collinear = Collinear::LeftOut);

  /// Corners visited and points tested by the last call: its cost, independent of the machine. Below 6 n^2.
  std::int64_t steps() const { return steps_; }

 private:
  /// A point that is not cut off yet. `cleared` counts the reflex points known to lie outside the triangle (before,
  /// corner, after), so that no point is tested twice against the same triangle: this keeps the whole at O(n^2). Those
  /// beside it are passed over, as they are in the order of x.
  struct Corner {
    int before = 0;
    int after = 0;
    std::size_t cleared = 0;
    bool cut = false;
  };

  void start(std::span<const glm::dvec2> outline);
  double turningAt(std::span<const glm::dvec2> p, int corner) const;
  bool isEar(std::span<const glm::dvec2> p, int corner);
  bool blocks(std::span<const glm::dvec2> p, int point, int corner) const;
  void cut(int corner);

  std::vector<Corner> corners_;  // by point
  std::vector<int> reflex_;  // points where the outline bends inward or not at all, by x; only these can block an ear
  double winding_ = 1;       // -1: clockwise
  std::int64_t steps_ = 0;
  std::vector<std::array<int, 3>> triangles_;
};

}  // namespace app
