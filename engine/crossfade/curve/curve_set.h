// The curves that fades follow, known by id.
#pragma once

#include "crossfade/base/id_set.h"
#include "crossfade/curve/animation_curve.h"

namespace crossfade {

using CurveId = Id<AnimationCurve>;
using CurveSet = IdSet<AnimationCurve>;

}  // namespace crossfade
