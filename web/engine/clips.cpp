// Reads the keys of clips that retargeting.cpp and packs.cpp have made.
#include <array>
#include <cstddef>
#include <cstdint>

#include "crossfade/clip/animation_clip.h"
#include "surface.h"

namespace crossfade::web {

/// The name of a clip, ended by a zero.
CROSSFADE_WEB(crossfade_clip_name) const char* crossfadeClipName(const AnimationClip* clip) {
  return clip->name().c_str();
}
CROSSFADE_WEB(crossfade_clip_duration) double crossfadeClipDuration(const AnimationClip* clip) {
  return clip->duration();
}
CROSSFADE_WEB(crossfade_clip_is_additive) int crossfadeClipIsAdditive(const AnimationClip* clip) {
  return clip->blendMode() == BlendMode::Additive ? 1 : 0;
}
CROSSFADE_WEB(crossfade_clip_track_count) int crossfadeClipTrackCount(const AnimationClip* clip) {
  return static_cast<int>(clip->tracks().size());
}

/// Of a track: node, channel, interpolation, how many times, their address, how many values, their address. Valid until
/// the next call.
CROSSFADE_WEB(crossfade_clip_track) const std::int32_t* crossfadeClipTrack(const AnimationClip* clip, int index) {
  static std::array<std::int32_t, 7> row;
  const auto address = [](const float* values) {
    return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(values));
  };
  const KeyframeTrack& track = clip->tracks()[static_cast<std::size_t>(index)];
  row = {track.target().node,
         static_cast<std::int32_t>(track.target().channel),
         static_cast<std::int32_t>(track.interpolation()),
         static_cast<std::int32_t>(track.times().size()),
         address(track.times().data()),
         static_cast<std::int32_t>(track.values().size()),
         address(track.values().data())};
  return row.data();
}

CROSSFADE_WEB(crossfade_clip_destroy) void crossfadeClipDestroy(AnimationClip* clip) { delete clip; }

}  // namespace crossfade::web
