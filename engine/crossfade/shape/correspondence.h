// Which point of one outline becomes which point of another with as many points.
#pragma once

#include <span>
#include <vector>

#include <glm/vec2.hpp>

namespace crossfade {

/// Point i goes to point (rotation + i), or, reversed, to point (rotation - i), counted around.
struct Correspondence {
  int rotation = 0;  // any number
  bool reversed = false;
  friend bool operator==(const Correspondence&, const Correspondence&) = default;
};

/// The index that point `index` of the first outline goes to; 0 where there are no points.
int partnerOf(int index, const Correspondence& correspondence, int pointCount);

/// The points of the second outline in the order of their partners.
std::vector<glm::dvec2> reordered(std::span<const glm::dvec2> points, const Correspondence& correspondence);

/// The one with the least sum of squared distances: of all rotations and both directions for closed outlines, of both
/// directions for open ones (the reversal has the last index as its rotation). Moving an outline as a whole changes
/// nothing. Of equally good ones that which is not reversed, then that with the smallest rotation. Equally many points.
/// O(n^2) for closed outlines.
Correspondence minimumMotion(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, bool closed);

}  // namespace crossfade
