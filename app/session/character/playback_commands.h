// Commands for time and for single clips. Clips are indices into Model::clips, times seconds.
#ifndef APP_SESSION_CHARACTER_PLAYBACK_COMMANDS_H
#define APP_SESSION_CHARACTER_PLAYBACK_COMMANDS_H

#include <optional>
#include <variant>

#include "crossfade/clock/clock.h"
#include "crossfade/mixer/clip_time.h"

namespace app {

struct SetPaused {
  bool paused = false;
};

/// Pauses, then steps by `seconds` at the next advance.
struct Step {
  double seconds = 1.0 / 60;
};

/// Speed of everything; negative plays backward.
struct SetSpeed {
  double factor = 1;
};

/// How passing time becomes steps. `stepsPerSecond`, 1 to 1000, is the rate of fixed steps and what one frame counts as
/// on a frame-based clock; none keeps the current rate. The pose does not jump.
struct SetClock {
  crossfade::ClockKind kind = crossfade::ClockKind::TimeBased;
  std::optional<double> stepsPerSecond = std::nullopt;
};

/// Plays at once at full weight, on top of whatever already plays.
struct PlayClip {
  int clip = 0;
};

struct StopClip {
  int clip = 0;
};

struct StopAll {};

/// A disabled clip has no effect, and its time stops.
struct SetEnabled {
  int clip = 0;
  bool enabled = true;
};

/// The user's own weight, 0 to 100; fades multiply it.
struct SetWeight {
  int clip = 0;
  double weight = 1;
};

/// -100 to 100.
struct SetTimeScale {
  int clip = 0;
  double timeScale = 1;
};

struct SetClipTime {
  int clip = 0;
  double time = 0;
};

struct SetLoop {
  int clip = 0;
  crossfade::Loop loop = crossfade::Loop::Repeat;
};

/// Loops of a clip that repeats or plays back and forth, above 0; none: endless. A clip that had finished goes on if
/// loops are left.
struct SetRepetitions {
  int clip = 0;
  std::optional<double> repetitions = std::nullopt;
};

/// Whether the clip holds its last pose when it has finished, or has no effect any more.
struct SetClamp {
  int clip = 0;
  bool clamp = true;
};

/// Plays the clip at full weight, held at its first pose until this mixer time.
struct StartAt {
  int clip = 0;
  double mixerTime = 0;
};

/// A mark that keeps the clip on top of lists.
struct SetFavorite {
  int clip = 0;
  bool on = true;
};

/// Slows the clip down to a stop.
struct Halt {
  int clip = 0;
  double seconds = 0.5;
};

/// Sets the time scale so that one loop takes this long; below 0 plays backward. Not 0, and the time scale must be one
/// that SetTimeScale takes.
struct SetClipDuration {
  int clip = 0;
  double seconds = 1;
};

/// Copies the time and the time scale of another clip, as three.js does; not its phase.
struct SyncClip {
  int clip = 0;
  int with = 0;
};

/// The effective time scale goes from one value to the other, which then is the time scale; at 0 the clip pauses.
/// Without `from` it starts at what it is. Refused for a time scale of 0.
struct WarpClip {
  int clip = 0;
  std::optional<double> from = std::nullopt;
  double to = 1;
  double seconds = 0.5;  // above 0
};

/// Back to the time scale at once.
struct StopWarping {
  int clip = 0;
};

/// The pose on screen fades into whatever commands before this one set in the same frame: weights, times, what plays.
struct CarryOver {
  double seconds = 0.2;
};

using PlaybackCommand = std::variant<SetPaused, Step, SetSpeed, SetClock, PlayClip, StopClip, StopAll, SetEnabled,
                                     SetWeight, SetTimeScale, SetClipTime, SetLoop, SetRepetitions, SetClamp, StartAt,
                                     SetFavorite, Halt, SetClipDuration, SyncClip, WarpClip, StopWarping, CarryOver>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_PLAYBACK_COMMANDS_H
