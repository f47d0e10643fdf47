// What a character stands on while clips play and fade: from the contacts of each clip and the mixer's weights.
//
//   ClipGround clips(feet.feet.size());
//   clips.set(walk, detectContacts(skeleton, feet, walkClip));  ...
//   each frame: player.advance(delta, pose);
//               lock.apply(delta, clips.now(player.mixer()), pose);
#ifndef CROSSFADE_GROUND_CLIP_GROUND_H
#define CROSSFADE_GROUND_CLIP_GROUND_H

#include <cstddef>
#include <utility>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/ground/foot_slide.h"
#include "crossfade/mixer/animation_mixer.h"

namespace crossfade {

class CROSSFADE_API ClipGround {
 public:
  explicit ClipGround(std::size_t footCount) { state_.down.resize(footCount); }

  /// Allocates. Replaces earlier contacts of the clip.
  void set(ClipId clip, GroundContacts contacts);
  void remove(ClipId clip);
  /// nullptr: none.
  const GroundContacts* find(ClipId clip) const;

  /// The means over the mixer's blend list, by weight: velocities at the clips' current speeds, and feet that are down.
  /// The outgoing clips of a transition count with their weights, also with kinds that no longer sample them. Clips
  /// without contacts, masked and additive ones are left out; without any other, the last state stays. No allocation.
  const GroundState& now(const AnimationMixer& mixer);

 private:
  std::vector<std::pair<ClipId, GroundContacts>> clips_;
  GroundState state_;
};

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_CLIP_GROUND_H
