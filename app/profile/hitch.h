// Which frames are hitches: what frames usually cost, and what made one cost more.
#ifndef APP_PROFILE_HITCH_H
#define APP_PROFILE_HITCH_H

#include <array>

#include "app/profile/frame_profiler.h"

namespace app {

/// Medians over some frames.
struct TypicalFrame {
  std::array<double, kCostCount> costs{};              // seconds; see FrameSample::cost
  double total = 0;                                    // seconds
  std::array<double, kTimedPassCount> milliseconds{};  // of the GPU passes
  int frames = 0;                                      // 0: nothing is known
};

/// What made a frame long: the cost that exceeds its own median most, and by how many seconds.
struct Fault {
  int cost = -1;  // -1: none exceeds it by more than a twentieth of a typical frame
  double excess = 0;
};
Fault faultOf(const FrameSample& frame, const TypicalFrame& typical);

inline constexpr double kFrameBudget = 1.0 / 60;  // seconds

/// Longer than one and a half times the budget and than twice the median. Without kFramesToCompare frames nothing is.
bool isHitch(const FrameSample& frame, const TypicalFrame& typical);
inline constexpr double kHitchBudgets = 1.5;
inline constexpr double kHitchMedians = 2;
inline constexpr int kFramesToCompare = 30;

}  // namespace app

#endif  // APP_PROFILE_HITCH_H
