#include "engine/mixer/clip_time.h"

#include <cmath>

namespace engine {
namespace {

double mirrored(Loop loop, const ClipTime& now, double duration) {
  const bool oddRound = (now.loopCount & 1) == 1;
  return loop == Loop::PingPong && oddRound ? duration - now.time : now.time;
}

ClipStep advanceOnce(ClipTime now, double delta, double duration) {
  now.loopCount = 0;
  const double time = now.time + delta;
  if (time >= duration || time < 0) {
    now.time = time < 0 ? 0 : duration;
    return {.now = now, .sampleTime = now.time, .finished = true};
  }
  now.time = time;
  return {.now = now, .sampleTime = now.time};
}

}  // namespace

ClipStep advance(ClipTime now, double delta, double duration, Loop loop, double repetitions) {
  if (delta == 0) return {.now = now, .sampleTime = now.loopCount == -1 ? now.time : mirrored(loop, now, duration)};
  if (loop == Loop::Once) return advanceOnce(now, delta, duration);
  if (!(duration > 0)) {
    now.time = 0;  // differs from three.js: there the time of an empty clip becomes NaN
    return {.now = now, .sampleTime = 0};
  }

  // A reversed start counts its first passage of zero as a round, so only a forward start begins round 0.
  if (now.loopCount == -1 && delta >= 0) now.loopCount = 0;
  double time = now.time + delta;
  std::int64_t rounds = 0;
  if (time >= duration || time < 0) {
    const double exactRounds = std::floor(time / duration);
    rounds = static_cast<std::int64_t>(exactRounds);
    time -= duration * exactRounds;
    if (time >= duration) time = 0;  // a tiny negative time rounds up to the duration itself
    now.loopCount += std::abs(rounds);
    if (repetitions - static_cast<double>(now.loopCount) <= 0) {
      now.time = delta > 0 ? duration : 0;
      return {.now = now, .sampleTime = mirrored(loop, now, duration), .finished = true};
    }
  }
  now.time = time;
  return {.now = now, .sampleTime = mirrored(loop, now, duration), .loopDelta = rounds};
}

}  // namespace engine
