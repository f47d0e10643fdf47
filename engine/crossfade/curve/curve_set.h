// The curves that fades follow, known by id.
#ifndef CROSSFADE_CURVE_CURVE_SET_H
#define CROSSFADE_CURVE_CURVE_SET_H

#include "crossfade/base/id_set.h"
#include "crossfade/curve/animation_curve.h"

namespace crossfade {

using CurveId = Id<AnimationCurve>;
using CurveSet = IdSet<AnimationCurve>;

}  // namespace crossfade

#endif  // CROSSFADE_CURVE_CURVE_SET_H
