// What a character stands on while clips play and fade: from the contacts of each clip and the mixer's weights.
//
//   ClipGround clips(feet.feet.size());
//   clips.set(walk, detectContacts(skeleton, feet, walkClip));  ...
//   each frame: player.advance(delta, pose);
//               lock.apply(delta, clips.now(player.mixer(), delta), pose);
#ifndef CROSSFADE_GROUND_CLIP_GROUND_H
#define CROSSFADE_GROUND_CLIP_GROUND_H

#include <cstddef>

#include "crossfade/base/export.h"
#include "crossfade/base/id_map.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/mixer/animation_mixer.h"

namespace crossfade {

/// Uses contacts measured in the clips themselves, because in a fade, where feet slide, the speed of a foot does not
/// show whether it is down.
class CROSSFADE_API ClipGround {
 public:
  explicit ClipGround(std::size_t footCount) { state_.contact.resize(footCount); }

  /// Allocates. Replaces earlier contacts of the clip.
  void set(ClipId clip, GroundContacts contacts);
  void remove(ClipId clip);
  /// nullptr: none.
  const GroundContacts* find(ClipId clip) const;

  /// After an update of the mixer by `delta` seconds: the average over its blend list, by weight, of how the ground
  /// moved under each clip and which feet are down. Outgoing clips of a transition count until their weight is 0, even
  /// where the transition's kind no longer samples them. Clips without contacts, masked and additive clips do not
  /// count; if no other plays, the last state stays. A delta of 0 leaves the velocity as it is. No allocation.
  const GroundState& now(const AnimationMixer& mixer, double delta);

 private:
  const GroundContacts* contactsOf(ClipId clip, const JointMask* mask, BlendMode blendMode) const;
  glm::dvec3 movedIn(const AnimationMixer& mixer) const;

  IdMap<AnimationClip, GroundContacts> clips_;
  GroundState state_;
};

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_CLIP_GROUND_H
