#include "crossfade/match/inertial_cost.h"

#include <cmath>
#include <numbers>

#include "crossfade/base/assert.h"

namespace crossfade {

double inertialCost(double offset, double velocity, double halfLife) {
  CROSSFADE_ASSERT(halfLife > 0, "inertialCost: the half-life is not above 0");
  if (!(halfLife > 0)) return 0;
  const double y = 2 * std::numbers::ln2 / halfLife;
  const double slope = velocity + offset * y;  // the offset is e^(-yt) (offset + slope t)
  const double total = (offset * y + slope) / (y * y);
  const double crossing = slope != 0 ? -offset / slope : -1;
  if (!(crossing > 0)) return std::abs(total);
  // From the crossing on, the integral of e^(-yt) slope (t - crossing).
  const double after = std::exp(-y * crossing) * slope / (y * y);
  return std::abs(total - after) + std::abs(after);
}

}  // namespace crossfade
