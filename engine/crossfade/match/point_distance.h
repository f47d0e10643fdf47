// How much two moments of motion look alike, after the best move and turn over the ground.
//
// Source: Kovar, Gleicher, Pighin, "Motion Graphs" (SIGGRAPH 2002), section 3.
#ifndef CROSSFADE_MATCH_POINT_DISTANCE_H
#define CROSSFADE_MATCH_POINT_DISTANCE_H

#include <span>

#include "crossfade/base/export.h"
#include "crossfade/match/clip_points.h"

namespace crossfade {

/// A rotation by `angle` (radians, about y) and then a move by `x` and `z`.
struct PlanarAlignment {
  double angle = 0, x = 0, z = 0;
};

struct PointMatch {
  /// The root of the weighted mean of squared distances, in length units.
  double distance = 0;
  /// Moves the second clip onto the first. Where every angle fits equally well, the angle is 0.
  PlanarAlignment alignment;
};

/// Weighted sums over pairs of points p (first clip) and q (second clip): all that the best alignment depends on. Sums
/// of several frames add up.
struct PointSums {
  double weight = 0;
  double px = 0, pz = 0, qx = 0, qz = 0;  // of w p, w q
  double squares = 0;                     // of w (|p|^2 + |q|^2)
  double heights = 0;                     // of w p.y q.y
  double dots = 0;                        // of w (p.x q.x + p.z q.z)
  double crosses = 0;                     // of w (p.x q.z - q.x p.z)

  void add(double w, const glm::dvec3& p, const glm::dvec3& q);
};

/// The best alignment in closed form, and the distance that is left.
CROSSFADE_API PointMatch matchOf(const PointSums& sums);

/// Compares `window` frames of both clips, the first ones being `frame` and `other`: what a transition of that length
/// shows of both. `weights`: one per point, at least 0. Both clips have the same points and step, or
/// only the points that both and the weights have are compared.
CROSSFADE_API PointMatch matchFrames(const ClipPoints& a, int frame, const ClipPoints& b, int other, int window,
                                     std::span<const double> weights);

}  // namespace crossfade

#endif  // CROSSFADE_MATCH_POINT_DISTANCE_H
