// Removes the keys that linear tracks do not need to stay within a given error. For clips that were sampled.
#ifndef CROSSFADE_CLIP_REDUCE_KEYS_H
#define CROSSFADE_CLIP_REDUCE_KEYS_H

#include "crossfade/base/export.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

/// How far a value may get from what it was, by channel.
struct KeyTolerance {
  double translation = 0;  // distance, in the file's unit
  double rotation = 0;     // angle, in radians
  double scale = 0;        // distance
  double weights = 0;      // of each value
};
/// That of one channel; 0 for values and selections.
CROSSFADE_API double toleranceOf(const KeyTolerance& tolerance, Channel channel);

/// Between two keys that are kept, a rotation turns by less than this (radians): the shorter way is never in doubt.
inline constexpr double kLongestTurn = 2.4;

/// The track with fewer keys: each span is as long as a galloping search finds, so that the value is within `tolerance`
/// of what it was at every key and, for rotations, halfway between keys. The first and the last key stay, so a constant
/// track has two. Keys keep their values. O(n log n), whatever the track: n keys take about n log(k) comparisons, where
/// a span replaces k. Only linear tracks lose keys.
CROSSFADE_API KeyframeTrack reduceKeys(const KeyframeTrack& track, double tolerance);
/// Of every track; name, duration and blend mode stay.
CROSSFADE_API AnimationClip reduceKeys(const AnimationClip& clip, const KeyTolerance& tolerance);

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_REDUCE_KEYS_H
