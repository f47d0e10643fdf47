// How a clip's time advances: loops, ends, and the ping-pong mirror, as a function of values.
#ifndef CROSSFADE_MIXER_CLIP_TIME_H
#define CROSSFADE_MIXER_CLIP_TIME_H

#include <cstdint>
#include <optional>

#include "crossfade/base/export.h"

namespace crossfade {

/// Moments this close (seconds) are one: the sums of other frames round to other numbers.
inline constexpr double kSameTime = 1e-9;

/// Whatever adds up from frame to frame is settled at the multiples of this (seconds of mixer time): between them it is
/// computed again from there, so that it does not depend on frames.
inline constexpr double kTimeCell = 1.0 / 240;
/// The end of the cell that begins at `time` or that it lies in.
CROSSFADE_API double timeCellEnd(double time);
/// Whether a cell begins at `time`.
CROSSFADE_API bool isTimeCellBegin(double time);

enum class Loop {
  Once,      // one loop
  Repeat,    // the start follows the end
  PingPong,  // every other loop runs the other way
};

/// The playback position of an action. loopCount is -1 until time advances for the first time.
struct ClipTime {
  double time = 0;  // seconds, in [0, duration]
  std::int64_t loopCount = -1;
};

/// Which ends of a loop are the clip's own; at the others, another loop adjoins.
struct LoopEnds {
  bool freeStart = true;
  bool freeEnd = true;
  friend bool operator==(const LoopEnds&, const LoopEnds&) = default;
};

struct ClipStep {
  ClipTime now;
  double sampleTime = 0;         // `now.time`, mirrored in the odd loops of a ping-pong
  double from = 0;               // the sample time at which the step began,
  int direction = 0;             // in which it went there: 1, or -1 backward; 0 in a step of 0 seconds
  std::int64_t crossed = 0;      // ends of loops on the way, without the end of the last loop
  double moved = 0;              // of the sample time, whole loops included; negative backward
  bool finished = false;         // the last loop ended in this step
  std::int64_t loopDelta = 0;    // loops completed in this step, negative backward; 0 when finished
  std::int64_t loopsBefore = 0;  // when finished: loops completed in this step before the last one
  std::optional<LoopEnds> ends;  // only in steps that start a loop
};

/// Advances by `delta` seconds (negative: backward; 0 changes nothing). `repetitions` counts loops, infinity allowed.
/// The end is exclusive for loops (time == duration wraps to 0) and inclusive for Loop::Once, as in three.js
/// AnimationAction._updateTime, r187. A clip without length (or with one below 0 or NaN) stays at 0 and has no loops:
/// it finishes at once, or never with infinite repetitions. A time that would come this close (seconds) to an end
/// counts as that end, and a ping-pong whose last loops end in one step rests where the last one ends.
CROSSFADE_API ClipStep advance(ClipTime now, double delta, double duration, Loop loop, double repetitions,
                               double tolerance = 0);

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_CLIP_TIME_H
