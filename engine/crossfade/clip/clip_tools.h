// What one does to clips before they are played: cut, move, stretch, thin out, and turn into offsets. Each gives a new
// track or clip.
#pragma once

#include <string>

#include "crossfade/base/result.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

// The functions do what three.js KeyframeTrack, AnimationClip and AnimationUtils do, r187; times and values are rounded
// to float once. differs from three.js: keys take their Bezier tangents along. What three.js calls validate() is
// KeyframeTrack::make here.

/// The keys from `start` to `end` (seconds, both included); where there is none, the last key before `end` or else the
/// first.
KeyframeTrack trim(const KeyframeTrack& track, double start, double end);
/// All times moved by `seconds`. The error: a time that is no longer a finite float.
Result<KeyframeTrack> shift(const KeyframeTrack& track, double seconds);
/// All times multiplied by `factor`, Hermite tangents divided by it, so that the shape stays. The error: a factor below
/// 0, which would put the keys in reverse order, or a number that is no longer finite.
Result<KeyframeTrack> scale(const KeyframeTrack& track, double factor);
/// Without the keys that repeat both their neighbours, and with one key per time in the middle of the track. Smooth
/// tracks keep all keys of different times, because each shapes its neighbourhood; Bezier keys go where the curve
/// around them is constant.
KeyframeTrack optimize(const KeyframeTrack& track);

/// Every track trimmed to [0, duration]; the duration stays.
AnimationClip trim(const AnimationClip& clip);
AnimationClip optimize(const AnimationClip& clip);
/// The duration becomes the time of the last key of any track, 0 without tracks.
AnimationClip resetDuration(const AnimationClip& clip);
/// The keys from `startFrame` up to, but without, `endFrame` at `fps` frames per second, moved so that the first one
/// stands at 0. Tracks without a key there are left out.
AnimationClip subclip(const AnimationClip& clip, std::string name, double startFrame, double endFrame, double fps = 30);
/// The clip as an offset from the reference's pose at `referenceFrame` (held before its first key and after its last).
/// A track without a counterpart in the reference stays as it is, and so does a selection. `fps` that is not above 0
/// counts as 30. differs from three.js: tangents become offsets as well.
AnimationClip makeClipAdditive(const AnimationClip& clip, const AnimationClip& reference, double referenceFrame = 0,
                               double fps = 30);

}  // namespace crossfade
