// From a tick count to a phase or a time in a clip, without the rounding error that summing seconds accumulates: as
// exact after a day as at the start.
#ifndef CROSSFADE_CLOCK_TICK_PHASE_H
#define CROSSFADE_CLOCK_TICK_PHASE_H

#include <cstdint>

#include "crossfade/base/export.h"

namespace crossfade {

/// Phase, in [0, 1), of a clip that lasts `durationTicks`: the exact fraction of the cycle, rounded once. Negative
/// ticks count back from the end of a cycle. A duration that is not above 0: 0.
CROSSFADE_API double phaseFromTicks(std::int64_t ticks, std::int64_t durationTicks);

/// Time in a clip of any duration: seconds in [0, duration). However many ticks, the error is two roundings of
/// a value below duration + 1. A duration that is not above 0 or not finite, or `ticksPerSecond` not above 0: 0.
CROSSFADE_API double clipTimeFromTicks(std::int64_t ticks, std::int64_t ticksPerSecond, double duration);

}  // namespace crossfade

#endif  // CROSSFADE_CLOCK_TICK_PHASE_H
