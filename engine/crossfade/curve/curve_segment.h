// The curve between two keys.
#ifndef CROSSFADE_CURVE_CURVE_SEGMENT_H
#define CROSSFADE_CURVE_CURVE_SEGMENT_H

#include "crossfade/base/export.h"
#include "crossfade/curve/animation_curve.h"

namespace crossfade {

/// Value between two keys at `time`, left.time <= time < right.time. As in Unity: without weights the cubic Hermite
/// through both keys with the left key's out slope and the right key's in slope; with weights the cubic Bezier whose
/// control points lie that fraction of the segment away along the slopes. An infinite slope on either side holds the
/// left value.
CROSSFADE_API double valueBetween(const CurveKey& left, const CurveKey& right, double time);

/// The parameter s in [0, 1] at which a cubic Bezier from 0 to 1 with control points `a` and 1 - `b` equals `x` in
/// [0, 1]. `a` and `b` are in [0, 1], so that the curve is monotonic. Newton's method inside a bracket that is halved
/// when a step would leave it; error below 1e-15, or as small as doubles allow.
CROSSFADE_API double bezierParameterAt(double x, double a, double b);

}  // namespace crossfade

#endif  // CROSSFADE_CURVE_CURVE_SEGMENT_H
