// From keys to packed tracks: the fewest bits that stay within a tolerance.
#ifndef CROSSFADE_ASSET_DETAIL_TRACK_PACKER_H
#define CROSSFADE_ASSET_DETAIL_TRACK_PACKER_H

#include <optional>
#include <span>
#include <vector>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/crowd/sample_tolerance.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

/// What PackedTracks views.
struct PackedWords {
  std::vector<std::uint32_t> targets;
  std::vector<float> constants;
  std::vector<std::uint32_t> words;
  int intervals = 0, segmentIntervals = 0;

  PackedTracks view() const {
    return {.targets = targets,
            .constants = constants,
            .words = words,
            .intervals = intervals,
            .segmentIntervals = segmentIntervals};
  }
};

/// What an error is measured on.
struct PackedBody {
  const ChannelLayout& layout;  // of a character with at least one joint
  std::span<const int> parents;
  std::span<const double> rest;  // ChannelLayout's values
};

struct PackedClipTracks {
  PackedWords packed;
  std::vector<KeyframeTrack> kept;  // steps, selections, and tracks of what the layout does not have
};

/// Nothing: the clip has no track to pack, or no rate stays within the tolerance, or keys take less.
std::optional<PackedClipTracks> packTracks(const AnimationClip& clip, const PackedBody& body,
                                           const SampleTolerance& tolerance);

}  // namespace crossfade

#endif  // CROSSFADE_ASSET_DETAIL_TRACK_PACKER_H
