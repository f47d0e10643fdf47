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

inline constexpr int kMaxDisplays = 8;

/// SixDisplays is what the workspace opens with: even ones of 10, 30, 60 and 144 frames per second, one of 60 that is
/// uneven and one of 60 with pauses. Lesson has the values of the classic lesson: even displays of 60, 30
/// and 10 frames per second, fixed steps of 1/60 s, and its rule for the ends.
enum class TimingPreset { SixDisplays, Lesson };
std::vector<TimingRowSettings> rowsOf(TimingPreset preset);

struct TimingSettings {
  double stepsPerSecond = 62.5;  // of fixed steps; the frame-based clock counts each frame as 1/60 s, as in the lesson
  double unitsPerSecond = 120;   // of the block
  int maxSteps = 15;             // per frame; also limits the frame of the time-based clock
  Edges edges = Edges::Clamp;
  Hitches hitches;
  std::vector<TimingRowSettings> rows = rowsOf(TimingPreset::SixDisplays);  // 1 to kMaxDisplays
  std::uint64_t seed =
      12;  // a seed that shows the lesson from the first reversals on; the averages are the same for all

  double speed = 1;  // of everything; negative runs backward
  bool paused = false;
  bool interpolates = true;     // fixed steps interpolate between their last two states
  bool showsCharacter = false;  // instead of the block
  TimingGraph graph = TimingGraph::Lag;
  friend bool operator==(const TimingSettings&, const TimingSettings&) = default;
};

/// Everything of the experiment that the preset decides; the rest (pause, graph, character) stays.
TimingSettings withPreset(const TimingSettings& settings, TimingPreset preset);

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
/// All displays: 1 to kMaxDisplays.
struct SetDisplays {
  std::vector<TimingRowSettings> rows;
};
struct UseTimingPreset {
  TimingPreset preset = TimingPreset::SixDisplays;
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
                                   SetDisplays, UseTimingPreset, SetTimingSeed, RestartTiming, SetTimingPaused,
                                   SetTimingSpeed, SetInterpolation, ShowRow, ShowCharacter, SetTimingGraph>;

}  // namespace app

#endif  // APP_SESSION_TIMING_TIMING_COMMAND_H
