// A pose between two poses: what a fixed-step clock shows between its last two states.
#pragma once

#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// All three are poses of one skeleton. `fraction` of `to`: 0 is `from` and 1 is `to`, to the bit; rotations go the
/// shorter way round.
void mixPoses(const Pose& from, const Pose& to, double fraction, Pose& mixed);

}  // namespace crossfade
