// Finding the keys around a time, fast when time moves a little: the caller remembers the interval, the search starts
// there.
#pragma once

#include <span>

#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// What one reader of a track remembers between two evaluations. It never changes a result, but for smooth curves:
/// their endings are those that held when the interval was entered, as in three.js.
struct KeyCursor {
  int interval = 0;
  Endings endings;
};

/// Number of keys at or before `time`: 0 before the first key, times.size() at or after the last. `hint` is any
/// earlier answer (or 0) and only makes it faster: O(1) within two keys either way and across a loop's wrap, else O(log
/// n). Keys must not decrease; NaN counts as after the last key.
int findInterval(std::span<const float> times, double time, int hint);
int findInterval(std::span<const double> times, double time, int hint);

}  // namespace crossfade
