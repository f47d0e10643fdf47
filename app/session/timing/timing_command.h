// What can be set in the timing workspace, and the commands that set it.
#ifndef APP_SESSION_TIMING_TIMING_COMMAND_H
#define APP_SESSION_TIMING_TIMING_COMMAND_H

#include <cstdint>
#include <variant>
#include <vector>

#include "app/session/timing/moving_block.h"
#include "app/session/timing/simulated_display.h"

namespace app {

/// What the graphs show: how far the block lags behind the exact one along its path, or its distance from it on the
/// track.
enum class TimingGraph { Lag, Gap };

struct TimingRowSettings {
  DisplayRate display;
  bool shown = true;
  friend bool operator==(const TimingRowSettings&, const TimingRowSettings&) = default;
};

/// The displays have some jitter, as real timers do: at exactly 10, 30, 60 or 144 frames per second the block would
/// reach its ends in whole frames and no clock would lose anything. For the same reason the fixed step is 16 ms: with
/// 1/60 s, 300 units are 150 whole steps.
inline std::vector<TimingRowSettings> classicRows() {
  return {{.display = {.framesPerSecond = 10, .jitter = 0.05}},
          {.display = {.framesPerSecond = 30, .jitter = 0.05}},
          {.display = {.framesPerSecond = 60, .jitter = 0.05}},
          {.display = {.framesPerSecond = 144, .jitter = 0.05}},
          {.display = {.framesPerSecond = 60, .jitter = 0.45}},
          {.display = {.framesPerSecond = 60, .jitter = 0.05, .hitches = true}}};
}

struct TimingSettings {
  double stepsPerSecond = 62.5;  // of fixed steps; the frame-based clock counts each frame as 1/60 s, as in the lesson
  double unitsPerSecond = 120;   // of the block
  int maxSteps = 15;             // per frame; also limits the frame of the time-based clock
  Edges edges = Edges::Clamp;
  Hitches hitches;
  std::vector<TimingRowSettings> rows = classicRows();
  std::uint64_t seed =
      12;  // a seed that shows the lesson from the first reversals on; the averages are the same for all

  double speed = 1;  // of everything; negative runs backward
  bool paused = false;
  bool interpolates = true;     // fixed steps interpolate between their last two states
  bool showsCharacter = false;  // instead of the block
  TimingGraph graph = TimingGraph::Lag;
  friend bool operator==(const TimingSettings&, const TimingSettings&) = default;
};

// These restart the experiment: values gathered under other conditions would mean nothing.
/// 1 to 1000.
struct SetStepRate {
  double stepsPerSecond = 62.5;
};
/// 0 to 1000.
struct SetBlockSpeed {
  double unitsPerSecond = 120;
};
/// 1 to 1000.
struct SetMaxSteps {
  int steps = 15;
};
struct SetEdges {
  Edges edges = Edges::Clamp;
};
/// 0 to 5 s, every 0.1 to 60 s; shorter than the time between them.
struct SetHitches {
  Hitches hitches;
};
/// 1 to 1000 frames per second.
struct SetDisplay {
  int row = 0;
  DisplayRate display;
};
struct SetTimingSeed {
  std::uint64_t seed = 1;
};
struct RestartTiming {};

// These continue the experiment.
struct SetTimingPaused {
  bool paused = false;
};
/// -8 to 8.
struct SetTimingSpeed {
  double factor = 1;
};
/// Also resets the mean and the largest error.
struct SetInterpolation {
  bool interpolates = true;
};
struct ShowRow {
  int row = 0;
  bool shown = true;
};
struct ShowCharacter {
  bool shown = false;
};
struct SetTimingGraph {
  TimingGraph graph = TimingGraph::Lag;
};

using TimingCommand = std::variant<SetStepRate, SetBlockSpeed, SetMaxSteps, SetEdges, SetHitches, SetDisplay,
                                   SetTimingSeed, RestartTiming, SetTimingPaused, SetTimingSpeed, SetInterpolation,
                                   ShowRow, ShowCharacter, SetTimingGraph>;

}  // namespace app

#endif  // APP_SESSION_TIMING_TIMING_COMMAND_H
