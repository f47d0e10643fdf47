// Three ways to turn elapsed time into simulation steps: one step per frame, one step as long as the frame, or steps
// of fixed length.
//
//   Clock clock{.settings = {.kind = ClockKind::FixedStep}};
//   each frame: const ClockStep due = tick(clock, elapsedSeconds);
//               if (due.reversed) std::swap(before, now);
//               for (int i = 0; i < due.steps; ++i) { before = now; move(now, due.stepSeconds); }
//               show(mix(before, now, due.alpha));
#ifndef CROSSFADE_CLOCK_CLOCK_H
#define CROSSFADE_CLOCK_CLOCK_H

#include <cstdint>

#include "crossfade/base/export.h"

namespace crossfade {

enum class ClockKind {
  FrameBased,  // each frame is one step, however long it took
  TimeBased,   // one step, as long as the elapsed time
  FixedStep,   // as many steps of fixed length as fit into the elapsed time; the remainder waits (Fiedler, "Fix Your
               // Timestep!", final version)
};

/// Clocks count time in flicks. 1/60, 1/144, 1/1000 of a second and most other frame and step lengths are a whole
/// number of flicks.
inline constexpr std::int64_t kFlicksPerSecond = 705'600'000;

/// `steps` steps in `seconds` seconds, both above 0 and their product at most 1e10: 60 in 1, or 60000 in 1001. Any
/// other counts as 60 in 1. A ratio of integers, so that a year of steps accumulates no rounding.
struct StepRate {
  std::int32_t steps = 60;
  std::int32_t seconds = 1;
  double stepSeconds() const { return static_cast<double>(seconds) / steps; }
  friend bool operator==(const StepRate&, const StepRate&) = default;
};
/// Rounded to thousandths and clamped to 0.001..5000; 60 if it is not finite.
CROSSFADE_API StepRate stepRate(double stepsPerSecond);

struct ClockSettings {
  ClockKind kind = ClockKind::TimeBased;
  StepRate rate;               // of fixed steps, and the length of a frame-based step
  double speed = 1;            // 0 stops time, below 0 it runs backward
  double longestFrame = 0.25;  // seconds per frame, before `speed` applies: after an hour's sleep the simulation
                               // continues instead of leaping ahead
  int maxSteps = 15;           // fixed steps per frame: steps that take longer than they simulate never catch up
  bool paused = false;
};

struct Clock {
  /// Speed, pause and limits may change at any time; for another kind or rate, start a new clock.
  ClockSettings settings = {};
  std::int64_t ticks = 0;     // time of the last state: frames, flicks or fixed steps since the start; reversed ones
                              // count negative
  double droppedSeconds = 0;  // of clock time, in total

  std::int64_t accumulator = 0;  // fixed steps: time since the last state, in flicks / rate.steps; below 0 only if time
                                 // was reversed before the first step
  double carry = 0;              // a fraction of a flick, not counted yet
  bool backward = false;         // the direction it ran last
  bool stepped = false;          // there are two states to interpolate between
};

enum class ElapsedFault { None, Backward, NotFinite };

struct ClockStep {
  int steps = 0;
  double stepSeconds = 0;     // length of each; below 0 when time runs backward
  double alpha = 1;           // fixed steps: show the previous state at 0, the last one at 1; otherwise always 1
  double droppedSeconds = 0;  // of clock time, in this frame
  bool reversed = false;      // time changed direction: swap the last two states first, and nothing jumps
  ElapsedFault fault = ElapsedFault::None;  // what was wrong with the elapsed time, which then counts as 0
};

/// Advances by one frame, `elapsed` seconds after the last one. A negative, NaN or infinite time counts as 0 and is
/// reported. Time beyond the limits is dropped and reported. A speed that is not finite counts as 0. While paused or at
/// speed 0, no steps are due.
CROSSFADE_API ClockStep tick(Clock& clock, double elapsed);

/// The time of the last state, in seconds, computed from its ticks: rounded once, however long the clock has run.
/// Frame-based clocks: at speed 1.
CROSSFADE_API double secondsOf(const Clock& clock);

/// `seconds` in whole flicks. The fraction that remains is stored in `carry` for the next call, so that the sum never
/// drifts. At most 1e9 seconds; NaN counts as 0.
CROSSFADE_API std::int64_t takeFlicks(double seconds, double& carry);

}  // namespace crossfade

#endif  // CROSSFADE_CLOCK_CLOCK_H
