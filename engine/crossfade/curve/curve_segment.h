// The curve between two keys, in closed form where there is one.
#pragma once

#include "crossfade/curve/animation_curve.h"

namespace crossfade {

/// Value between two keys at `time`, left.time <= time < right.time. Tangents are Unity's: without weights the cubic
/// Hermite through both keys with the left key's out slope and the right key's in slope; with weights the cubic Bezier
/// whose control points lie that fraction of the segment away along the slopes. An infinite slope on either side holds
/// the left value.
double valueBetween(const CurveKey& left, const CurveKey& right, double time);

/// The parameter s in [0, 1] at which a cubic Bezier from 0 to 1 with control points at `a` and 1 - `b` (both in [0,
/// 1], so that it never turns back) stands at `x` in [0, 1]. Newton's method inside a bracket that is halved when a
/// step would leave it; error below 1e-15 or as near as doubles go.
double bezierParameterAt(double x, double a, double b);

}  // namespace crossfade
