// Frame times of simulated displays, as exact fractions of a second and as the doubles a program would measure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace crossfade::test {

/// Elapsed seconds of each frame in `seconds` whole seconds at `perSecond` frames: differences of a wall clock, as a
/// program sees them.
inline std::vector<double> steadyFrames(int perSecond, int seconds) {
  std::vector<double> elapsed;
  for (std::int64_t i = 0; i < std::int64_t{perSecond} * seconds; ++i)
    elapsed.push_back(static_cast<double>(i + 1) / perSecond - static_cast<double>(i) / perSecond);
  return elapsed;
}

/// Frames of whole milliseconds, from `minMilliseconds` to `maxMilliseconds`, that end exactly after `seconds`.
inline std::vector<double> raggedFrames(int minMilliseconds, int maxMilliseconds, int seconds, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> elapsed;
  for (int left = seconds * 1000; left > 0;) {
    const int frame =
        std::min(left, minMilliseconds +
                           static_cast<int>(random() % static_cast<unsigned>(maxMilliseconds - minMilliseconds + 1)));
    elapsed.push_back(frame / 1000.0);
    left -= frame;
  }
  return elapsed;
}

}  // namespace crossfade::test
