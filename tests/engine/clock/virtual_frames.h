// Frame times of simulated displays, as exact fractions of a second and as the doubles a program would measure.
#ifndef TESTS_ENGINE_CLOCK_VIRTUAL_FRAMES_H
#define TESTS_ENGINE_CLOCK_VIRTUAL_FRAMES_H

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace crossfade::test {

/// Elapsed time of each frame for `seconds` seconds at `perSecond` frames per second, as a program measures it:
/// differences of a wall clock.
inline std::vector<double> steadyFrames(int perSecond, int seconds) {
  std::vector<double> elapsed;
  for (std::int64_t i = 0; i < std::int64_t{perSecond} * seconds; ++i)
    elapsed.push_back(static_cast<double>(i + 1) / perSecond - static_cast<double>(i) / perSecond);
  return elapsed;
}

/// Frames of whole milliseconds between `minMilliseconds` and `maxMilliseconds` that add up to exactly `seconds`.
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

#endif  // TESTS_ENGINE_CLOCK_VIRTUAL_FRAMES_H
