// Three ways to turn the time that passed into steps of a simulation: one step a frame, one step as long as the frame
// was, or fixed steps.
//
//   Clock clock{.settings = {.kind = ClockKind::FixedStep}};
//   each frame: const ClockStep due = tick(clock, elapsedSeconds);
//               if (due.reversed) std::swap(before, now);
//               for (int i = 0; i < due.steps; ++i) { before = now; move(now, due.stepSeconds); }
//               show(mix(before, now, due.alpha));
#pragma once

#include <cstdint>

namespace crossfade {

enum class ClockKind {
  FrameBased,  // every frame counts as one step, however long it took
  TimeBased,   // one step, as long as the time that passed
  FixedStep,   // as many steps of one length as fit into the time that passed; the rest waits (Fiedler, "Fix your
               // timestep!", its last form)
};

/// Clocks count time in whole flicks: a sixtieth, a 144th, a thousandth of a second and most other frames and steps are
/// a whole number of them.
inline constexpr std::int64_t kFlicksPerSecond = 705'600'000;

/// So many steps in so many seconds, both above 0 and their product at most 1e10: 60 in 1, or 60000 in 1001. A fraction
/// of whole numbers, so that a year of steps has no rounding in it.
struct StepRate {
  std::int32_t steps = 60;
  std::int32_t seconds = 1;
  double stepSeconds() const { return static_cast<double>(seconds) / steps; }
  friend bool operator==(const StepRate&, const StepRate&) = default;
};
/// To the nearest thousandth, between 0.001 and 5000; 60 for a number that is not finite.
StepRate stepRate(double stepsPerSecond);

struct ClockSettings {
  ClockKind kind = ClockKind::TimeBased;
  StepRate rate;               // of the fixed steps, and what a frame counts as when it is frame-based
  double speed = 1;            // 0 stands still, below 0 runs backwards
  double longestFrame = 0.25;  // seconds that one frame may bring, before the speed: after an hour's sleep the world
                               // goes on, it does not leap
  int maxSteps = 15;           // fixed steps in one frame: what costs more than it simulates would never catch up
  bool paused = false;
};

struct Clock {
  ClockSettings settings = {};  // speed, pause and limits may change at any time; another kind or rate is another clock
  std::int64_t ticks =
      0;  // where the last state stands: frames, flicks or fixed steps since the start, less those taken back
  double droppedSeconds = 0;  // of its own time, all that ever was

  std::int64_t accumulator = 0;  // fixed: the time since the last state, in flicks / rate.steps; below 0 only while a
                                 // first step was reversed
  double carry = 0;              // less than a flick: what is not counted yet
  bool backwards = false;        // the way it ran last
  bool stepped = false;          // there are two states to show something between
};

enum class ElapsedFault { None, Backwards, NotFinite };

struct ClockStep {
  int steps = 0;
  double stepSeconds = 0;     // of each; below 0 when time runs backwards
  double alpha = 1;           // show the last state but one at 0, the last at 1; always 1 but for fixed steps
  double droppedSeconds = 0;  // of the clock's own time, in this frame
  bool reversed = false;  // it now runs the other way: the last two states change their roles before anything else, and
                          // nothing jumps
  ElapsedFault fault = ElapsedFault::None;  // what was wrong with the elapsed time, which then counted as 0
};

/// One frame, `elapsed` seconds after the last one. A negative, NaN or infinite time counts as 0 and is reported. Cuts
/// what is longer than the limits and says how much that was. A speed that is not finite counts as 0. Paused, or at
/// speed 0, nothing is due.
ClockStep tick(Clock& clock, double elapsed);

/// The time of the last state, from its ticks: one rounding, however long the clock has run. Frame-based: at speed 1.
double secondsOf(const Clock& clock);

/// `seconds` in whole flicks; what is less than one waits in `carry` for the next call, so that the sum never drifts.
/// At most 1e9 seconds.
std::int64_t takeFlicks(double seconds, double& carry);

}  // namespace crossfade
