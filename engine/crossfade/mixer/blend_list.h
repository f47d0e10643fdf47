// What the mixer decides each frame: which clips show, at which time, and how much of each.
#ifndef CROSSFADE_MIXER_BLEND_LIST_H
#define CROSSFADE_MIXER_BLEND_LIST_H

#include "crossfade/clip/clip_set.h"
#include "crossfade/clip/interpolation.h"
#include "crossfade/skeleton/joint_mask.h"

namespace crossfade {

/// Weights this close are equal: sums round.
inline constexpr double kSameWeight = 1e-9;

/// One clip of a blend list; valid for one frame. Entries are in activation order, which matters to three.js's way of
/// blending rotations: each is blended into the result of the earlier ones.
struct BlendEntry {
  int slot = 0;                         // the action's slot in its mixer: samplers store their key cursors by it
  const AnimationClip* clip = nullptr;  // the clip of this frame,
  ClipId clipId = {};                   // and what to remember it by
  double time = 0;                      // seconds in the clip
  // How far that time advanced in the last update, whole loops included; negative in reverse, 0 while stopped. Setting
  // the time directly does not count.
  double moved = 0;
  // The effective weight, above 0. Actions at 0, which includes disabled ones, have no entry; paused ones do.
  double weight = 0;
  BlendMode blendMode = BlendMode::Normal;
  Endings endings = {};             // of smooth tracks, as the loop mode asks
  const JointMask* mask = nullptr;  // nullptr: every joint in full
};

/// What an action did in an update, even if it was stopped in it.
struct ActionMotion {
  ClipId clip = {};
  BlendMode blendMode = BlendMode::Normal;
  const JointMask* mask = nullptr;
  double time = 0;           // seconds in the clip, at the end
  double moved = 0;          // as BlendEntry::moved
  double weightSeconds = 0;  // the integral of its effective weight over mixer time
};

}  // namespace crossfade

#endif  // CROSSFADE_MIXER_BLEND_LIST_H
