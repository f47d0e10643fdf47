// The same outline with a different number of points.
#ifndef CROSSFADE_SHAPE_RESAMPLE_H
#define CROSSFADE_SHAPE_RESAMPLE_H

#include "crossfade/base/export.h"
#include "crossfade/shape/shape.h"

namespace crossfade {

/// `pointCount` points (below 0 counts as 0) along the outline. Its first point stays first, the last point of an open
/// outline stays last. To add points, keeps all existing ones and divides edges evenly, the ones with the widest
/// spacing first. To remove points, takes even steps of arc length and at each the sharpest corner within half a step,
/// if there is one; other corners are cut. An outline of zero length repeats its first point; one without points stays
/// empty.
CROSSFADE_API Shape resampled(const Shape& shape, int pointCount);

/// The total length of all edges, including the closing one of a closed shape.
CROSSFADE_API double lengthOf(const Shape& shape);

}  // namespace crossfade

#endif  // CROSSFADE_SHAPE_RESAMPLE_H
