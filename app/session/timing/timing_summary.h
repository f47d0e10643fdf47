// One clock compared across all displays.
#ifndef APP_SESSION_TIMING_TIMING_SUMMARY_H
#define APP_SESSION_TIMING_TIMING_SUMMARY_H

#include "app/session/timing/timing_scene.h"

namespace app {

/// How much the shown displays disagree, in units along the path: the largest lag minus the smallest, at the best of
/// the last few moments. (Displays draw at different times, so for one frame one has reversed and another has not.) The
/// displays of the frame-based clock drift apart all the time; there the last moment counts.
double spreadAcrossDisplays(const TimingScene& scene, crossfade::ClockKind kind);

/// The shown rows with the lowest and the highest rate; -1 if none is shown.
struct RateExtremes {
  int slowest = -1;
  int fastest = -1;
};
RateExtremes rateExtremes(const TimingScene& scene);

/// Distance made over distance due since the start: 1 is right, 0.5 half as fast. 1 if none was due.
double relativeSpeed(const TimingLane& lane);

}  // namespace app

#endif  // APP_SESSION_TIMING_TIMING_SUMMARY_H
