// Which point of one outline becomes which point of another one. Both have the same number of points:
// MorphPlan::make resamples them first.
#ifndef CROSSFADE_SHAPE_CORRESPONDENCE_H
#define CROSSFADE_SHAPE_CORRESPONDENCE_H

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"

namespace crossfade {

/// Point i goes to point (rotation + i) or, reversed, (rotation - i), modulo the number of points.
struct Correspondence {
  int rotation = 0;  // any number
  bool reversed = false;
  friend bool operator==(const Correspondence&, const Correspondence&) = default;
};

/// The index that point `index` of the first outline goes to; 0 if there are no points.
CROSSFADE_API int partnerOf(int index, const Correspondence& correspondence, int pointCount);

/// The points of the second outline, in the order of their partners in the first.
CROSSFADE_API std::vector<glm::dvec2> reordered(std::span<const glm::dvec2> points,
                                                const Correspondence& correspondence);

/// The correspondence with the least sum of squared distances: among all rotations and both directions for closed
/// outlines, both directions for open ones (reversed: `rotation` is the last index). Translating an outline does not
/// change the result. Among equals it prefers the one that is not reversed, then the smallest rotation. Outlines
/// of different numbers of points: the default. O(n^2) for closed outlines.
CROSSFADE_API Correspondence minimumMotion(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to,
                                           bool closed);

}  // namespace crossfade

#endif  // CROSSFADE_SHAPE_CORRESPONDENCE_H
