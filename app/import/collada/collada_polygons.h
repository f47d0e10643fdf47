// The triangles of polygons, which may have holes. Private to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/model/triangulate.h"

namespace app {

/// Limits the sum of squared corner counts of polygons with holes over a document; takes a few seconds at worst.
inline constexpr std::size_t kHoleSteps = 500'000'000;

class ColladaPolygons {
 public:
  explicit ColladaPolygons(std::size_t holeSteps = kHoleSteps) : stepsLeft_(holeSteps) {}

  /// Appends the triangles of a polygon, three indices of `corners` each: n - 2 of n corners, without holes. `corners`
  /// are those of the outline, then those of each hole; `rings` are how many each has. Returns how many holes are
  /// filled, because they lie outside their outline or would take too many steps.
  int add(std::span<const glm::vec3> corners, std::span<const std::size_t> rings,
          std::vector<std::uint32_t>& triangles);

 private:
  Triangulator triangulator_;
  std::size_t stepsLeft_;
};

/// Joins `outline` and all `holes` (indices of `points`) into one outline, by bridges that are traversed twice, as in
/// "Triangulation by Ear Clipping" (D. Eberly, 2002). `skipped` counts holes that could not be joined.
std::vector<int> joinHoles(std::span<const glm::dvec2> points, std::vector<int> outline,
                           std::vector<std::vector<int>> holes, int& skipped);

}  // namespace app
