// What the mixer says each frame: which clips to show, at which time, and how much of each.
#pragma once

#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/interpolation.h"
#include "crossfade/skeleton/joint_mask.h"

namespace crossfade {

/// Entries stand in activation order, which matters for rotations: each is mixed into what the earlier ones made.
struct BlendEntry {
  int slot = 0;  // the action's slot in its mixer; samplers keep what they remember of a clip under it
  const AnimationClip* clip = nullptr;
  double time = 0;    // seconds in the clip
  double weight = 0;  // above 0
  BlendMode blendMode = BlendMode::Normal;
  Endings endings = {};             // of smooth tracks, as the loop mode asks for
  const JointMask* mask = nullptr;  // none: every joint in full
};

}  // namespace crossfade
