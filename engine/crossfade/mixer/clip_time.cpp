#include "crossfade/mixer/clip_time.h"

#include <algorithm>
#include <cmath>

namespace crossfade {
namespace {

constexpr double kMaxLoops = 1e15;  // in one step: more would not fit
constexpr std::int64_t kMostLoopCount = std::int64_t(1) << 62;
constexpr double kShortest = 1e-6;  // of the clip: the tolerance is less

bool isMirrored(Loop loop, const ClipTime& now) { return loop == Loop::PingPong && (now.loopCount & 1) == 1; }

double mirrored(Loop loop, const ClipTime& now, double duration) {
  return isMirrored(loop, now) ? duration - now.time : now.time;
}

/// The sample time when time does not advance: mirrored only if it has advanced before.
double standing(Loop loop, const ClipTime& now, double duration) {
  return now.loopCount == -1 ? now.time : mirrored(loop, now, duration);
}

/// `now` + `delta`, or the end of a loop that this reaches within the tolerance.
double reached(double now, double delta, double duration, double tolerance) {
  const double time = now + delta;
  if (!(tolerance > 0) || !(duration > 0)) return time;
  const double end = std::round(time / duration) * duration;
  const bool approaches = delta > 0 ? end > now : end < now;
  return approaches && std::abs(time - end) <= std::min(tolerance, kShortest * duration) ? end : time;
}

ClipStep advanceOnce(ClipTime now, double delta, double duration, double tolerance) {
  const auto ends = now.loopCount == -1 ? std::optional(LoopEnds{}) : std::nullopt;
  if (now.loopCount == -1) now.loopCount = 0;  // loops completed in another loop mode still count, as in three.js
  const double before = std::clamp(now.time, 0.0, duration);
  const double time = reached(now.time, delta, duration, tolerance);
  const bool finished = time >= duration || time < 0;
  now.time = time < 0 ? 0 : std::min(time, duration);
  return {.now = now,
          .sampleTime = now.time,
          .from = before,
          .direction = delta < 0 ? -1 : 1,
          .moved = now.time - before,
          .finished = finished,
          .ends = ends};
}

/// How far a repeating clip gets in its last step, which ends with the last loop.
double movedAtEnd(const ClipTime& now, double duration, double loopsLeft, bool forwards) {
  const double wholeLoops = std::max(std::ceil(loopsLeft) - 1, 0.0) * duration;
  const double time = std::clamp(now.time, 0.0, duration);
  return forwards ? duration - time + wholeLoops : -time - wholeLoops;
}

/// A loop adjoins the one before it, if any, and the next one unless it is the last.
LoopEnds endsOfNextLoop(bool last, bool forwards) {
  return {.freeStart = last && !forwards, .freeEnd = last && forwards};
}

}  // namespace

double timeCellEnd(double time) { return (std::floor((time + kSameTime) / kTimeCell) + 1) * kTimeCell; }

bool isTimeCellBegin(double time) { return std::abs(std::round(time / kTimeCell) * kTimeCell - time) <= kSameTime; }

ClipStep advance(ClipTime now, double delta, double duration, Loop loop, double repetitions, double tolerance) {
  if (delta == 0 || !std::isfinite(delta))  // differs from three.js: there the time stays NaN forever
    return {.now = now, .sampleTime = standing(loop, now, duration), .from = standing(loop, now, duration)};
  if (!(duration > 0)) duration = 0;
  if (loop == Loop::Once) return advanceOnce(now, delta, duration, tolerance);
  if (!(duration > 0)) {
    now.time = 0;  // differs from three.js: there the time of an endless empty clip becomes NaN
    return {.now = now, .sampleTime = 0, .direction = delta < 0 ? -1 : 1, .finished = std::isfinite(repetitions)};
  }

  // A reversed start counts its first pass through zero as a loop, so only a forward start starts loop 0.
  ClipTime next = now;
  std::optional<LoopEnds> ends;
  const bool forwards = delta >= 0;
  if (now.loopCount == -1) ends = {.freeStart = forwards || repetitions == 0, .freeEnd = !forwards || repetitions == 0};
  if (next.loopCount == -1 && forwards) next.loopCount = 0;
  const double before = std::clamp(mirrored(loop, next, duration), 0.0, duration);
  const std::int64_t firstLoop = next.loopCount;
  // Above 0 where the time was set outside the clip.
  const double loopsOutside = now.time >= 0 && now.time <= duration ? 0 : std::floor(now.time / duration);
  ClipStep step{.from = loopsOutside != 0 && loop == Loop::Repeat ? now.time - loopsOutside * duration : before,
                .direction = forwards != isMirrored(loop, next) ? 1 : -1};
  const auto moved = [&](double sampleTime, double repeated) {
    return loop == Loop::PingPong ? sampleTime - before : repeated;
  };
  const double loopsLeft = repetitions - static_cast<double>(next.loopCount);
  double time = reached(now.time, delta, duration, tolerance);
  std::int64_t loops = 0;
  if (time >= duration || time < 0) {
    const double exactLoops = std::clamp(std::floor(time / duration), -kMaxLoops, kMaxLoops);
    loops = static_cast<std::int64_t>(exactLoops);
    time -= duration * exactLoops;
    const bool isRounded = !(time >= 0 && time < duration);  // a tiny negative time becomes the duration itself
    if (isRounded) time = 0;
    const double crossed = std::abs(exactLoops - (isRounded && !forwards ? -1 : loopsOutside));
    step.crossed = static_cast<std::int64_t>(std::min(crossed, kMaxLoops));
    next.loopCount += std::abs(loops);
    if (next.loopCount > kMostLoopCount) next.loopCount = kMostLoopCount - (next.loopCount & 1);  // as odd as it was
    const double pending = repetitions - static_cast<double>(next.loopCount);
    if (pending <= 0) {
      next.time = forwards ? duration : 0;
      step.loopsBefore = step.crossed = static_cast<std::int64_t>(std::max(std::ceil(loopsLeft) - 1, 0.0));
      // as in three.js: the last loop stays the last, so a clamped ping-pong rests at its own end; differs from
      // three.js with a tolerance: also if several loops end in this step
      next.loopCount = step.loopsBefore > 0 && tolerance > 0 ? firstLoop + step.loopsBefore : now.loopCount;
      step.now = next;
      // differs from three.js: there a ping-pong shows its other end in this one step
      step.sampleTime = standing(loop, next, duration);
      step.moved = moved(step.sampleTime, movedAtEnd(now, duration, loopsLeft, forwards));
      step.finished = true;
      step.ends = ends;
      return step;
    }
    ends = endsOfNextLoop(pending == 1, forwards);
  }
  next.time = time;
  step.now = next;
  step.sampleTime = mirrored(loop, next, duration);
  step.moved = moved(step.sampleTime, delta);
  step.loopDelta = loops;
  step.ends = ends;
  return step;
}

}  // namespace crossfade
