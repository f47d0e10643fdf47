// When a display that does not exist draws its frames: at any rate, evenly, unevenly, or with gaps; the same ones at
// every run.
#pragma once

#include <cstdint>

#include "crossfade/clock/clock.h"

namespace app {

struct DisplayRate {
  double framesPerSecond = 60;
  double jitter = 0;     // how far a frame may be early or late, in frames: 0 to 0.45; the mean rate stays
  bool hitches = false;  // no frames at all now and then
};

/// From `every` seconds on, again and again, no frame for `seconds`.
struct Hitches {
  double seconds = 0.2;
  double every = 1.3;
};

/// Times are flicks since the start.
struct DisplayFrames {
  std::uint64_t random = 1;
  std::int64_t next = 0;  // the frame that comes next
  std::int64_t even = 0;  // when it would come without jitter,
  std::int64_t rest = 0;  // and the part of a flick that this leaves out, in flicks / rate.steps
};

/// Goes to the next frame. Called once before the first.
void toNextFrame(DisplayFrames& frames, const DisplayRate& display, const Hitches& hitches);

}  // namespace app
