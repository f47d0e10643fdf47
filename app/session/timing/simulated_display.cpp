#include "app/session/timing/simulated_display.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// splitmix64 (Steele, Lea and Flood 2014): the same values with every compiler.
std::uint64_t nextRandom(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// In [-1, 1).
double nextShift(std::uint64_t& state) { return static_cast<double>(nextRandom(state) >> 11) * 0x1p-52 - 1; }

std::int64_t flicksOf(double seconds) {
  return std::llround(seconds * static_cast<double>(crossfade::kFlicksPerSecond));
}

bool isInHitch(std::int64_t time, const Hitches& hitches) {
  const std::int64_t every = std::max<std::int64_t>(1, flicksOf(hitches.every));
  return time >= every && time % every < flicksOf(hitches.seconds);
}

}  // namespace

void toNextFrame(DisplayFrames& frames, const DisplayRate& display, const Hitches& hitches) {
  const crossfade::StepRate rate = crossfade::stepRate(display.framesPerSecond);
  const std::int64_t second = crossfade::kFlicksPerSecond * rate.seconds;
  const std::int64_t step = second / rate.steps;
  do {
    frames.even += (second + frames.rest) / rate.steps;
    frames.rest = (second + frames.rest) % rate.steps;
    const double shift = nextShift(frames.random) * std::clamp(display.jitter, 0.0, 0.45) * static_cast<double>(step);
    frames.next = frames.even + std::llround(shift);
  } while (display.hitches && hitches.seconds < hitches.every && isInHitch(frames.next, hitches));
}

}  // namespace app
