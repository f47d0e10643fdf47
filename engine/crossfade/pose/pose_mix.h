// Interpolates two poses: what a fixed-step clock shows between its last two states.
#ifndef CROSSFADE_POSE_POSE_MIX_H
#define CROSSFADE_POSE_POSE_MIX_H

#include "crossfade/base/export.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// All three are poses of one skeleton; if their sizes differ, does nothing. `fraction` 0 gives `from` and 1 gives
/// `to`, to the bit. Rotations take the shorter arc.
CROSSFADE_API void mixPoses(const Pose& from, const Pose& to, double fraction, Pose& mixed);

}  // namespace crossfade

#endif  // CROSSFADE_POSE_POSE_MIX_H
