// What becomes of a clip where root motion moves the character: the clip as it then plays, and its track.
#pragma once

#include <optional>

#include "app/fields/field.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/travel/root_motion.h"
#include "crossfade/travel/root_track.h"

namespace app {

enum class RootMode {
  Auto,     // Extract for a clip that travels or turns, Feet for one that walks in place, Keep for others
  Keep,     // as in the file; moves nothing
  Hold,     // held in place; moves nothing
  Extract,  // held in place, and its motion moves the character
  Feet,     // moves the character at the speed that its planted feet imply
};
template <>
inline constexpr std::array<std::string_view, 5> kWords<RootMode>{"auto", "keep", "hold", "extract", "feet"};

struct RootSettings {
  RootMode mode = RootMode::Auto;
  bool height = false;  // Hold and Extract also remove vertical motion, not only horizontal
  bool turn = true;     // and rotation about the vertical, if the clip turns
  friend bool operator==(const RootSettings&, const RootSettings&) = default;
};

constexpr auto fieldsOf(const RootSettings*) {
  return std::tuple{
      Field{"mode", "Root motion", &RootSettings::mode},
      Field{"height", "Height of the root", &RootSettings::height},
      Field{"turn", "Turn of the root", &RootSettings::turn},
  };
}

/// What Auto stands for.
RootMode chosenMode(const RootSettings& settings, const crossfade::RootMotion& motion);

struct RootClip {
  std::optional<crossfade::AnimationClip> held;  // none: the clip as it is
  std::optional<crossfade::RootTrack> track;     // none: it does not move the character
};

/// `motion`: of the clip. `body`: the joint that feet move (RootMotionMeter::body).
RootClip rootClipOf(const crossfade::Skeleton& skeleton, const crossfade::AnimationClip& clip,
                    const RootSettings& settings, const crossfade::RootMotion& motion, int body);

}  // namespace app
