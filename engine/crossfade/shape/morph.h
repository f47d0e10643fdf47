// Between two outlines of as many points: each point on its straight line, or each edge as a length and an angle.
//
// The functions own nothing and allocate nothing. t counts from 0, the first outline, to 1, the second; both are given
// back bit for bit. A t outside is moved to the nearer end, NaN counts as 0. No points and one point have an answer,
// and so has an edge of no length.
#pragma once

#include <span>

#include <glm/vec2.hpp>

namespace crossfade {

/// Which way an edge turns from its first direction to its second, as seen on a screen (y downwards, so angles grow
/// clockwise).
enum class RotationDirection { Clockwise, CounterClockwise, Shortest };

/// What to do when the edges of a closed outline, each on its own way, no longer end where they began.
/// Spread: every edge gives a fraction of the gap, in proportion to its length at that moment, so that the outline
/// closes at every t, equal neighbours stay equal, and the ends, which have no gap, stay exact. Raw: the gap is left
/// between the last point and the first.
enum class ClosingError { Spread, Raw };

/// An edge on its way: its length at both ends, its first angle, and the angle from there to the second as atan2 gives
/// them, not yet wrapped.
struct MorphEdge {
  double fromLength = 0;
  double toLength = 0;
  double fromAngle = 0;
  double difference = 0;  // radians, from -2 pi to 2 pi
};

/// How far an edge turns: `difference` plus or minus a whole turn, at least 0 clockwise, at most 0 counter-clockwise,
/// at most half a turn for the shortest (exactly half a turn goes clockwise). Differences within 1e-9 of such a border
/// count as on it: rounding starts no whole turn.
double edgeRotation(double difference, RotationDirection direction);

/// How many edges an outline has: the closing one counts.
constexpr std::size_t edgeCount(std::size_t pointCount, bool closed) {
  return pointCount == 0 ? 0 : closed ? pointCount : pointCount - 1;
}

/// Fills `edges`: edgeCount of them, so that their number says whether the outline is closed. `from` and `to` have
/// equally many points. An edge that has no length in one outline has the angle of the other there, so it grows or
/// shrinks without turning.
void prepareEdges(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, std::span<MorphEdge> edges);

/// out = (1 - t) from + t to; all three of equal length.
void linearMorph(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, double t, std::span<glm::dvec2> out);

/// The first point goes straight; every further one stands at the end of the edge before it, whose length and angle go
/// straight. `edges` from prepareEdges with the same outlines. Moving or turning both outlines together moves and turns
/// the result.
void vectorMorph(std::span<const glm::dvec2> from, std::span<const glm::dvec2> to, std::span<const MorphEdge> edges,
                 RotationDirection direction, ClosingError closing, double t, std::span<glm::dvec2> out);

}  // namespace crossfade
