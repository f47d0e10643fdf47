// What characters of one kind share: the joints, the values that clips animate, the clips, masks and events.
#ifndef CROSSFADE_WEB_RIG_H
#define CROSSFADE_WEB_RIG_H

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "crossfade/clip/clip_events.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/pose/clip_sampler_pool.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade::web {

class Character;

/// What only feet.cpp knows, which is loaded on demand.
struct RigGround {
  virtual ~RigGround() = default;
};

/// Filled by the functions of rig.cpp: joints and channels first, then crossfade_rig_finish, then clips and masks.
struct Rig {
  std::vector<Joint> joints;  // until it is finished
  std::vector<MorphChannel> morphs;
  std::vector<ValueChannel> values;
  Skeleton skeleton;
  Pose rest;
  ClipSet clips;
  std::unique_ptr<ClipSamplerPool> samplers;  // null until it is finished
  std::vector<ClipId> clipIds;                // by the index that TypeScript knows
  std::deque<JointMask> masks;                // at addresses that stay
  ClipEventSet events;
  std::vector<KeyframeTrack> tracks;   // of the clip that is being made
  std::unique_ptr<RigGround> ground;   // its feet and root motion, once they were asked for
  std::vector<Character*> characters;  // those that play it

  ChannelLayout layout() const { return {skeleton.jointCount(), morphs, values}; }
  const AnimationClip& clip(int index) const { return clips[clipIds[static_cast<std::size_t>(index)]]; }
  /// Of a clip, for all characters.
  void setEvents(int clip, ClipEvents made);
};

}  // namespace crossfade::web

#endif  // CROSSFADE_WEB_RIG_H
