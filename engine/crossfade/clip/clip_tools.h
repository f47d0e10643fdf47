// Tools for clips before playback: trim, shift, scale, remove redundant keys, make additive. Each returns a new track
// or clip.
#ifndef CROSSFADE_CLIP_CLIP_TOOLS_H
#define CROSSFADE_CLIP_CLIP_TOOLS_H

#include <string>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

// Same results as three.js KeyframeTrack, AnimationClip and AnimationUtils, r187, rounded to float once.
// differs from three.js: keys keep their Bezier tangents. What three.js calls validate() is KeyframeTrack::make here.

/// The keys from `start` to `end` (seconds, inclusive). If there are none, the last key before `end`, or else the first
/// key.
CROSSFADE_API KeyframeTrack trim(const KeyframeTrack& track, double start, double end);
/// Adds `seconds` to all times. The error: a time that is no longer a finite float.
CROSSFADE_API Result<KeyframeTrack> shift(const KeyframeTrack& track, double seconds);
/// Multiplies all times by `factor` and divides Hermite tangents by it unless it is 0, so that the shape stays. The
/// error: a factor below 0, which would reverse the keys, or a value that is no longer finite.
CROSSFADE_API Result<KeyframeTrack> scale(const KeyframeTrack& track, double factor);
/// Removes keys that repeat both neighbors, and all but one of several keys at one time (except at the track's ends).
/// Smooth tracks keep all keys at different times, because each shapes the curve around it; a Bezier key is removed
/// only if the curve around it is constant.
CROSSFADE_API KeyframeTrack optimize(const KeyframeTrack& track);

/// Trims every track to [0, duration]. Keeps the duration.
CROSSFADE_API AnimationClip trim(const AnimationClip& clip);
CROSSFADE_API AnimationClip optimize(const AnimationClip& clip);
/// Sets the duration to the time of the last key of any track, 0 without tracks.
CROSSFADE_API AnimationClip resetDuration(const AnimationClip& clip);
/// The keys in [startFrame, endFrame) at `fps` frames per second, shifted so that the first one is at 0. Drops tracks
/// without keys in that range.
CROSSFADE_API AnimationClip subclip(const AnimationClip& clip, std::string name, double startFrame, double endFrame,
                                    double fps = 30);
/// The clip as an offset from the reference's pose at `referenceFrame` (its first and last key hold beyond its ends).
/// Tracks without a counterpart in the reference, and selections, stay as they are. An `fps` that is not above 0 counts
/// as 30. differs from three.js: tangents become offsets, too.
CROSSFADE_API AnimationClip makeClipAdditive(const AnimationClip& clip, const AnimationClip& reference,
                                             double referenceFrame = 0, double fps = 30);

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_CLIP_TOOLS_H
