// When a simulated display draws its frames: at any rate, with jitter or gaps, and the same in every run.
#pragma once

#include <cstdint>

#include "app/fields/field.h"
#include "crossfade/clock/clock.h"

namespace app {

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

}  // namespace app
