#include "app/session/timing/timing_command.h"

namespace app {

/// The six have some jitter, as real timers do: at exactly 10, 30, 60 or 144 frames per second a block that turns when
/// it reaches an end would do so in whole frames and never lose anything. For the same reason their fixed step is 16
/// ms: with 1/60 s, 300 units are 150 whole steps.
std::vector<TimingRowSettings> rowsOf(TimingPreset preset) {
  switch (preset) {
    case TimingPreset::SixDisplays:
      return {{.display = {.framesPerSecond = 10, .jitter = 0.05}},
              {.display = {.framesPerSecond = 30, .jitter = 0.05}},
              {.display = {.framesPerSecond = 60, .jitter = 0.05}},
              {.display = {.framesPerSecond = 144, .jitter = 0.05}},
              {.display = {.framesPerSecond = 60, .jitter = 0.45}},
              {.display = {.framesPerSecond = 60, .jitter = 0.05, .hitches = true}}};
    case TimingPreset::Lesson:
      return {{.display = {.framesPerSecond = 60}},
              {.display = {.framesPerSecond = 30}},
              {.display = {.framesPerSecond = 10}}};
  }
  return {};
}

TimingSettings withPreset(const TimingSettings& settings, TimingPreset preset) {
  TimingSettings made{.rows = rowsOf(preset),
                      .paused = settings.paused,
                      .showsCharacter = settings.showsCharacter,
                      .graph = settings.graph};
  if (preset == TimingPreset::Lesson) {
    made.stepsPerSecond = 60;
    made.edges = Edges::ClampPast;
  }
  return made;
}

}  // namespace app
