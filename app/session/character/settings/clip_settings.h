// What the user set for clips and blend spaces. Actions follow it, but playback never changes it: a project file stores
// this.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/fields/engine_words.h"
#include "app/fields/field.h"
#include "app/model/fnv1a.h"
#include "app/model/root_clip.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/transition/blend_space.h"
#include "crossfade/transition/cycle_sync.h"
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

// ---- Blend spaces with a name: clips at their own speed and turn, which play as one source of fades.

// What a fade goes to is a number: the index of a clip, or one that stands for the name of a blend space.
constexpr bool isBlendSpace(int source) { return source >= kFirstNameNumber; }
constexpr int blendSpaceNumber(std::string_view name) { return numberOfName(name); }

inline constexpr std::size_t kMaxBlendSpaces = 16;
inline constexpr std::size_t kMaxBlendSpaceName = 60;  // bytes
inline constexpr ValueRange kBlendParameter{-1e6, 1e6};
inline constexpr double kBlendEditSeconds = 0.2;  // in which a space that plays follows when it is changed

struct BlendSampleSettings {
  int clip = -1;
  double x = 0;  // meters per second, if the space is laid out by itself
  double y = 0;  // degrees per second, counterclockwise seen from above
  double speed = 1;
  friend bool operator==(const BlendSampleSettings&, const BlendSampleSettings&) = default;
};

constexpr auto fieldsOf(const BlendSampleSettings*) {
  return std::tuple{
      referenceField<Reference::Clip>("clip", "Clip", &BlendSampleSettings::clip),
      Field{"x", "Speed of a clip", &BlendSampleSettings::x, kBlendParameter},
      Field{"y", "Turn of a clip", &BlendSampleSettings::y, kBlendParameter},
      Field{"speed", "Time scale of a clip", &BlendSampleSettings::speed, {0.01, 100}},
  };
}

struct BlendSpaceSettings {
  std::string name;
  crossfade::Sync sync = crossfade::Sync::Phase;
  double x = 0;  // the point
  double y = 0;
  std::vector<BlendSampleSettings> samples;
  friend bool operator==(const BlendSpaceSettings&, const BlendSpaceSettings&) = default;
};

/// Without `name`, which is how a space is known.
constexpr auto fieldsOf(const BlendSpaceSettings*) {
  return std::tuple{
      Field{"sync", "Sync", &BlendSpaceSettings::sync},
      Field{"x", "Speed", &BlendSpaceSettings::x, kBlendParameter},
      Field{"y", "Turn", &BlendSpaceSettings::y, kBlendParameter},
      Field{"samples", "Clips", &BlendSpaceSettings::samples},
  };
}

/// nullptr: there is none of that number.
const BlendSpaceSettings* findBlendSpace(std::span<const BlendSpaceSettings> spaces, int number);

/// Of clips by their ids. The error: a name that is empty or too long, a value out of range, a clip that does not
/// exist, or what BlendSpace::make refuses.
crossfade::Result<crossfade::BlendSpace> makeBlendSpace(const BlendSpaceSettings& settings,
                                                        std::span<const crossfade::ClipId> clips);

}  // namespace app
