// Where in a clip a count of ticks stands, without the rounding that adding up seconds collects: after a day as exact
// as at the start.
#pragma once

#include <cstdint>

namespace crossfade {

/// Fraction of the cycle, in [0, 1), of a clip that lasts `durationTicks`: the exact fraction, rounded once. Negative
/// ticks count back from the end of a cycle. No duration: 0.
double phaseFromTicks(std::int64_t ticks, std::int64_t durationTicks);

/// Seconds in [0, duration) of a clip of any length, `ticksPerSecond` above 0: two roundings of a number below duration
/// + 1, however many ticks. A duration that is not above 0 or not finite: 0.
double clipTimeFromTicks(std::int64_t ticks, std::int64_t ticksPerSecond, double duration);

}  // namespace crossfade
