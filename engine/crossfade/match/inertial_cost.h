// How far an inertialized transition keeps a value away from its target, in closed form.
//
// Source: Daniel Holden, "Inertialization Transition Cost" (theorangeduck.com, 2022).
#ifndef CROSSFADE_MATCH_INERTIAL_COST_H
#define CROSSFADE_MATCH_INERTIAL_COST_H

#include "crossfade/base/export.h"

namespace crossfade {

/// The area between 0 and an offset that starts at `offset` with `velocity` (per second) and decays as a critically
/// damped spring: the integral of |e^(-yt) (offset + (velocity + offset y) t)| over all t >= 0, y = 2 ln 2 / halfLife.
/// `halfLife`: seconds; not above 0: 0. Unit: that of `offset` times seconds.
CROSSFADE_API double inertialCost(double offset, double velocity, double halfLife);

}  // namespace crossfade

#endif  // CROSSFADE_MATCH_INERTIAL_COST_H
