// What can be set in the timing workspace, and the commands that set it.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "app/session/timing/moving_block.h"
#include "app/session/timing/simulated_display.h"

namespace app {

/// What the graphs tell: how much less way a block has made than it should, or how far it is from where it should be on
/// the track.
enum class TimingGraph { Lag, Gap };

struct TimingRowSettings {
  DisplayRate display;
  bool shown = true;
};

/// The classic displays are a little uneven, as real timers are: 10, 30, 60 and 144 frames a second, each exactly even,
/// would all reach the block's ends in whole frames, and no clock would lose anything. For the same reason the fixed
/// step is 16 ms: at a sixtieth of a second 300 units are 150 whole steps.
inline std::vector<TimingRowSettings> classicRows() {
  return {{.display = {.framesPerSecond = 10, .jitter = 0.05}},
          {.display = {.framesPerSecond = 30, .jitter = 0.05}},
          {.display = {.framesPerSecond = 60, .jitter = 0.05}},
          {.display = {.framesPerSecond = 144, .jitter = 0.05}},
          {.display = {.framesPerSecond = 60, .jitter = 0.45}},
          {.display = {.framesPerSecond = 60, .jitter = 0.05, .hitches = true}}};
}

struct TimingSettings {
  double stepsPerSecond = 62.5;  // of the fixed steps; the frame-based clock takes every frame for a sixtieth of a
                                 // second, as the lesson does
  double unitsPerSecond = 120;   // of the block
  int maxSteps = 15;             // in one frame; the time-based clock's longest frame is as long as these
  Edges edges = Edges::Clamp;
  Hitches hitches;
  std::vector<TimingRowSettings> rows = classicRows();
  std::uint64_t seed =
      12;  // one of those by which the lesson shows from the first turns on; on the average all are the same

  double speed = 1;  // of everything; below 0 backwards
  bool paused = false;
  bool interpolates = true;     // fixed steps show something between their last two states
  bool showsCharacter = false;  // in the block's place
  TimingGraph graph = TimingGraph::Lag;
};

// These start the experiment anew: numbers gathered under other conditions would say nothing.
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
/// 0 to 5 s, every 0.1 to 60 s, and shorter than that.
struct SetHitches {
  Hitches hitches;
};
/// 1 to 1000 frames a second.
struct SetDisplay {
  int row = 0;
  DisplayRate display;
};
struct SetTimingSeed {
  std::uint64_t seed = 1;
};
struct RestartTiming {};

// These go on.
struct SetTimingPaused {
  bool paused = false;
};
/// -8 to 8.
struct SetTimingSpeed {
  double factor = 1;
};
/// And begins mean and largest error anew.
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
