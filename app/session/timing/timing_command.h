// What can be set in the timing workspace, and the commands that set it.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "app/fields/field.h"
#include "crossfade/clock/clock.h"

namespace app {

// ---- When a simulated display draws its frames: at any rate, with jitter or gaps, and the same in every run.

/// Which displays there are at first: TimingPreset in timing_command.h.
struct DisplayRate {
  double framesPerSecond = 60;
  double jitter = 0;     // how early or late a frame may be, in frames; the mean rate stays the same
  bool hitches = false;  // pauses without frames
  friend bool operator==(const DisplayRate&, const DisplayRate&) = default;
};

/// Of a display, or of a struct that has one: `display` gives it.
constexpr auto displayFields(auto display) {
  const auto rate = [display](auto& owner) -> auto& { return display(owner).framesPerSecond; };
  const auto jitter = [display](auto& owner) -> auto& { return display(owner).jitter; };
  const auto hitches = [display](auto& owner) -> auto& { return display(owner).hitches; };
  return std::tuple{
      Field{"framesPerSecond", "Frames per second", rate, {1, 1000}},
      Field{"jitter", "Jitter", jitter, {0, 0.45}},
      Field{"hitches", "Hitches", hitches},
  };
}
constexpr auto fieldsOf(const DisplayRate*) {
  return displayFields([](auto& display) -> auto& { return display; });
}

/// No frames for `seconds`, starting every `every` seconds.
struct Hitches {
  double seconds = 0.2;
  double every = 1.3;
  friend bool operator==(const Hitches&, const Hitches&) = default;
};

constexpr auto fieldsOf(const Hitches*) {
  return std::tuple{
      Field{"seconds", "Hitch length", &Hitches::seconds, {0, 5}, "s"},
      Field{"every", "Time between hitches", &Hitches::every, {0.1, 60}, "s"},
  };
}

/// Times are flicks since the start.
struct DisplayFrames {
  std::uint64_t random = 1;
  std::int64_t next = 0;  // the next frame
  std::int64_t even = 0;  // the same without jitter
  std::int64_t rest = 0;  // the fraction of a flick that `even` leaves out, in flicks / rate.steps
};

/// Computes the next frame. Call it once before the first.
void toNextFrame(DisplayFrames& frames, const DisplayRate& display, const Hitches& hitches);

// ---- The block of the classic lesson: it moves back and forth between 0 and 300, and the ends reveal how clocks
// differ.

/// What a step does at an end. Clamp: one that reaches or passes it stops there and turns; the rest of it is lost.
/// ClampPast, the rule of the classic lesson: only one that passes it turns, so a block that reaches an end exactly
/// loses the whole next step. Reflect: nothing is lost.
enum class Edges { Clamp, ClampPast, Reflect };
template <>
inline constexpr std::array<std::string_view, 3> kWords<Edges>{"clamp", "clampPast", "reflect"};

struct BlockPath {
  double length = 300;          // units, above 0
  double unitsPerSecond = 120;  // 0 or above
};

struct Block {
  double position = 0;  // units, in [0, length]
  int direction = 1;    // 1 toward the far end, -1 back, when time runs forward
  std::int64_t reversals = 0;
  double traveled = 0;  // units along the path; backward time subtracts
  double lost = 0;      // units cut off at the ends
};

/// One step of `seconds`; negative time retraces the path. A clamped step reverses at most once, a reflected one as
/// often as needed. A time that is not finite does nothing. An end missed or passed only by rounding counts as reached:
/// otherwise chance would decide how much of a step is lost.
Block advanceBlock(Block block, double seconds, Edges edges, const BlockPath& path = {});

/// The exact position after `seconds`, in one step from the start: a triangle wave.
Block blockAfter(double seconds, const BlockPath& path = {});

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
