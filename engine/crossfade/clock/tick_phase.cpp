#include "crossfade/clock/tick_phase.h"

#include <cmath>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

struct Division {
  std::int64_t quotient = 0;
  std::int64_t remainder = 0;  // in [0, divisor), for negative values, too
};

Division divided(std::int64_t value, std::int64_t divisor) {
  const Division towardZero{value / divisor, value % divisor};
  return towardZero.remainder < 0 ? Division{towardZero.quotient - 1, towardZero.remainder + divisor} : towardZero;
}

}  // namespace

double phaseFromTicks(std::int64_t ticks, std::int64_t durationTicks) {
  if (durationTicks <= 0) return 0;
  const double phase =
      static_cast<double>(divided(ticks, durationTicks).remainder) / static_cast<double>(durationTicks);
  return phase < 1 ? phase : 0;  // beyond 2^53 ticks rounding may give 1
}

double clipTimeFromTicks(std::int64_t ticks, std::int64_t ticksPerSecond, double duration) {
  CROSSFADE_ASSERT(ticksPerSecond > 0, "clipTimeFromTicks: ticksPerSecond is not above 0");
  if (!(duration > 0) || !std::isfinite(duration) || ticksPerSecond <= 0) return 0;
  // Whole seconds convert to double exactly and fmod is exact; only the fraction of the last second and the sum are
  // rounded.
  const Division time = divided(ticks, ticksPerSecond);
  double inClip = std::fmod(static_cast<double>(time.quotient), duration);
  if (inClip < 0) inClip += duration;
  inClip = std::fmod(inClip + static_cast<double>(time.remainder) / static_cast<double>(ticksPerSecond), duration);
  return inClip;
}

}  // namespace crossfade
