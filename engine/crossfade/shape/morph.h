// In-betweens of two outlines with the same number of points: each point on a straight line, or each edge by length
// and angle.
//
// The functions allocate nothing. t = 0 is the first outline, t = 1 the second, both bit for bit. Beyond [0, 1] the
// motion goes on, up to kMaxMorphOvershoot on either side; NaN counts as 0. Outlines without points, with one point or
// with zero-length edges are fine. Sizes that do not fit: nothing is written.
#ifndef CROSSFADE_SHAPE_MORPH_H
#define CROSSFADE_SHAPE_MORPH_H

#include <span>

#include <glm/vec2.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"

namespace crossfade {

/// How far beyond [0, 1] t may be; it is clamped there.
inline constexpr double kMaxMorphOvershoot = 1000;

/// Which way an edge rotates from its first direction to its second, as seen on a screen (y points down, so angles grow
/// clockwise).
enum class RotationDirection { Clockwise, CounterClockwise, Shortest };

/// What to do with the gap when the edges of a closed outline, each interpolated by itself, no longer end where they
/// began. Spread: every edge absorbs a fraction of the gap, in proportion to its length at that moment. The outline is
/// then closed at every t, equal neighbors stay equal, and both ends, which have no gap, stay exact. Raw: the gap stays
/// between the last point and the first.
enum class ClosingError { Spread, Raw };

/// An edge in both outlines: its lengths, its first angle, and the difference to its second angle, both from atan2 and
/// not yet wrapped.
struct MorphEdge {
  double fromLength = 0;
  double toLength = 0;
  double fromAngle = 0;
  double difference = 0;  // radians, from -2 pi to 2 pi
};

/// The angle (radians) an edge rotates by: `difference`, plus or minus a full turn if needed. At least 0 for Clockwise,
/// at most 0 for CounterClockwise, at most half a turn for Shortest (exactly half a turn goes clockwise). Differences
/// within 1e-9 of these bounds count as on them, so that rounding never adds a full turn.
CROSSFADE_API double edgeRotation(double difference, RotationDirection direction);

/// Number of edges of an outline, including the closing one.
constexpr std::size_t edgeCount(std::size_t pointCount, bool closed) {
  return pointCount == 0 ? 0 : closed ? pointCount : pointCount - 1;
}

/// Fills `edges`, whose size is edgeCount() and so says whether the outline is closed. `from` and `to` have the same
/// number of points. An edge of length zero in one outline takes its angle from the other, so it grows or shrinks
/// without rotating.
CROSSFADE_API void prepareEdges(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to,
                                std::span<MorphEdge> edges);

/// out = (1 - t) from + t to; all three have the same size.
CROSSFADE_API void linearMorph(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, double t,
                               std::span<glm::dvec2> out);

/// Interpolates the first point linearly, and the length and angle of every edge; each further point is the end of the
/// edge before it. Beyond [0, 1] no length goes below 0. `edges` comes from prepareEdges() with the same outlines.
/// Translating or rotating both outlines does the same to the result.
CROSSFADE_API void vectorMorph(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to,
                               std::span<const MorphEdge> edges, RotationDirection direction, ClosingError closing,
                               double t, std::span<glm::dvec2> out);

}  // namespace crossfade

#endif  // CROSSFADE_SHAPE_MORPH_H
