// What the user set for one clip. Actions follow it, but playback never changes it: a project file stores this.
#pragma once

#include <optional>
#include <vector>

#include "app/fields/engine_words.h"
#include "app/fields/field.h"
#include "app/model/root_clip.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/transition/sync_markers.h"

namespace app {

// Ranges of what can be set for a clip that plays.

inline constexpr ValueRange kWeight{0, 100};
inline constexpr ValueRange kTimeScale{-100, 100};
inline constexpr ValueRange kClipSeconds{0, 1e9};

struct ClipSettings {
  crossfade::Loop loop = crossfade::Loop::Repeat;
  double timeScale = 1;
  double weight = 1;                  // fades multiply it
  bool enabled = true;                // otherwise it has no effect, and its time stops; playing the clip enables it
  std::optional<double> repetitions;  // of a clip that repeats or plays back and forth; none: endless
  bool clamp = false;     // hold the last pose at the end; setting the loop alone sets this to whether it plays once
  bool favorite = false;  // on top of lists
  std::vector<crossfade::SyncMarker> markers;
  std::optional<std::vector<crossfade::ClipEvent>> events;  // by time; none: those of the file
  RootSettings root;
  friend bool operator==(const ClipSettings&, const ClipSettings&) = default;
};

/// Without `markers`, `events` and `root`.
constexpr auto fieldsOf(const ClipSettings*) {
  return std::tuple{
      Field{"loop", "Loop", &ClipSettings::loop},
      Field{"timeScale", "Time scale", &ClipSettings::timeScale, kTimeScale},
      Field{"weight", "Weight", &ClipSettings::weight, kWeight},
      Field{"enabled", "Enabled", &ClipSettings::enabled},
      Field{"repetitions", "Number of loops", &ClipSettings::repetitions, {1e-6, 1e9}},
      Field{"clamp", "Hold at the end", &ClipSettings::clamp},
      Field{"favorite", "Favorite", &ClipSettings::favorite},
  };
}

}  // namespace app
