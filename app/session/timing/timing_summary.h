// What all displays together say of one clock: in one number, or in two of them.
#pragma once

#include "app/session/timing/timing_scene.h"

namespace app {

/// How far apart the displays that are shown are, in units of way: the difference between the one that is furthest
/// behind and the one that is least, at the moment of the last few when it was smallest. (Displays draw at different
/// times, so for a frame's length one of them has turned and another has not.)
double spreadAcrossDisplays(const TimingScene& scene, crossfade::ClockKind kind);

/// The rows that draw slowest and fastest of those that are shown; -1: none is.
struct RateExtremes {
  int slowest = -1;
  int fastest = -1;
};
RateExtremes rateExtremes(const TimingScene& scene);

/// Way made over way due since the start: 1 is right, 0.5 half as fast. 1 where none was due.
double relativeSpeed(const TimingLane& lane);

}  // namespace app
