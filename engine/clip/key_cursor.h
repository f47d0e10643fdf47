// Finding the keys around a time, fast when time moves a little: the caller remembers the interval, the search starts there.
#pragma once

#include <span>

namespace engine {

/// Number of keys at or before `time`: 0 before the first key, times.size() at or after the last. `remembered` is any earlier
/// answer (or 0) and only makes it faster: O(1) within two keys either way and across a loop's wrap, else O(log n).
/// Keys must not decrease; NaN counts as after the last key.
int findInterval(std::span<const float> times, double time, int remembered);

}  // namespace engine
