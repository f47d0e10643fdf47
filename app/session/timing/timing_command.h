// What can be set in the timing workspace, and the commands that set it.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "app/fields/field.h"
#include "app/session/timing/moving_block.h"
#include "app/session/timing/simulated_display.h"

namespace app {

/// What the graphs show: how far the block lags behind the exact one along its path, or its distance from it on the
/// track.
enum class TimingGraph { Lag, Gap };
template <>
inline constexpr std::array<std::string_view, 2> kWords<TimingGraph>{"lag", "gap"};

struct TimingRowSettings {
  DisplayRate display;
  bool shown = true;
  friend bool operator==(const TimingRowSettings&, const TimingRowSettings&) = default;
};

constexpr auto fieldsOf(const TimingRowSettings*) {
  return std::tuple_cat(displayFields([](auto& row) -> auto& { return row.display; }),
                        std::tuple{Field{"shown", "Shown", &TimingRowSettings::shown}});
}

inline constexpr int kMaxDisplays = 8;

/// SixDisplays is what the workspace opens with: even ones of 10, 30, 60 and 144 frames per second, one of 60 that is
/// uneven and one of 60 with pauses. Lesson has the values of the classic lesson: even displays of 60, 30
/// and 10 frames per second, fixed steps of 1/60 s, and its rule for the ends.
enum class TimingPreset { SixDisplays, Lesson };
template <>
inline constexpr std::array<std::string_view, 2> kWords<TimingPreset>{"sixDisplays", "lesson"};
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

/// Without `paused`, which is not kept.
constexpr auto fieldsOf(const TimingSettings*) {
  using T = TimingSettings;
  return std::tuple{
      Field{"stepsPerSecond", "Steps per second", &T::stepsPerSecond, {1, 1000}},
      Field{"unitsPerSecond", "Units per second", &T::unitsPerSecond, {0, 1000}},
      Field{"maxSteps", "Largest number of steps in a frame", &T::maxSteps, {1, 1000}},
      Field{"edges", "Ends of the track", &T::edges},
      Field{"hitches", "Hitches", &T::hitches},
      Field{"displays", "Displays", &T::rows},
      Field{"seed", "Seed", &T::seed},
      Field{"speed", "Speed of the experiment", &T::speed, {-8, 8}},
      Field{"interpolates", "Interpolation", &T::interpolates},
      Field{"character", "Character instead of the block", &T::showsCharacter},
      Field{"graph", "Graph", &T::graph},
  };
}

/// Everything of the experiment that the preset decides; the rest (pause, graph, character) stays.
TimingSettings withPreset(const TimingSettings& settings, TimingPreset preset);

/// Some of the settings; not `paused`. One that changes what the experiment measures restarts it: values gathered under
/// other conditions would mean nothing. A hitch is shorter than the time between them, and there are 1 to kMaxDisplays
/// displays. Another `interpolates` resets the mean and the largest error.
struct SetTiming : FieldChange<TimingSettings> {
  using FieldChange::FieldChange;
};
/// Restarts the experiment, as the next two do.
struct SetDisplay {
  int row = 0;
  DisplayRate display;
};
struct UseTimingPreset {
  TimingPreset preset = TimingPreset::SixDisplays;
};
struct RestartTiming {};
struct SetTimingPaused {
  bool paused = false;
};
struct ShowRow {
  int row = 0;
  bool shown = true;
};
using TimingCommand = std::variant<SetTiming, SetDisplay, UseTimingPreset, RestartTiming, SetTimingPaused, ShowRow>;

}  // namespace app
