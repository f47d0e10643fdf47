// The same outline with another number of points.
#pragma once

#include "crossfade/shape/shape.h"

namespace crossfade {

/// As many points as asked for (below 0 counts as 0), along the outline. The first point stays the first, an open
/// outline keeps its last. More than there are: every point stays, and each new one goes where the spacing is widest,
/// each edge being divided evenly. Fewer: even steps of arc length, each taking the sharpest corner within half a step
/// of it, if there is one; the other corners are cut. An outline of no length, one point for instance, repeats its
/// first point; one without points stays empty.
Shape resampled(const Shape& shape, int pointCount);

/// The length of all edges, with the closing one if it is closed.
double lengthOf(const Shape& shape);

}  // namespace crossfade
