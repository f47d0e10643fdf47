#include "app/profile/hitch.h"

namespace app {

Fault faultOf(const FrameSample& frame, const TypicalFrame& typical) {
  constexpr double kNegligible = 0.05;
  Fault fault;
  for (int cost = 0; cost < kCostCount; ++cost) {
    const double excess = frame.cost(cost) - typical.costs[static_cast<std::size_t>(cost)];
    if (excess > kNegligible * typical.total && excess > fault.excess) fault = {cost, excess};
  }
  return fault;
}

bool isHitch(const FrameSample& frame, const TypicalFrame& typical) {
  return typical.frames >= kFramesToCompare && frame.total > kHitchBudgets * kFrameBudget &&
         frame.total > kHitchMedians * typical.total;
}

}  // namespace app
