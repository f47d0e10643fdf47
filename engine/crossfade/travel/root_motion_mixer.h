// The step of a character in a frame: what its clips travel, blended by their weights.
//
//   RootMotionMixer root;
//   root.setTrack(walk, extracted.track);
//   each frame: player.advance(seconds, pose); const RootDelta step = root.advance(player.mixer(), seconds);
#ifndef CROSSFADE_TRAVEL_ROOT_MOTION_MIXER_H
#define CROSSFADE_TRAVEL_ROOT_MOTION_MIXER_H

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/travel/root_track.h"

namespace crossfade {

struct RootShare {
  RootDelta delta;
  double weight = 0;
};
/// The mean of all steps by weight: of the same duration, so velocities blend. Weights of 0 and below do not count; if
/// no other is left, there is no step. No allocation.
CROSSFADE_API RootDelta blend(std::span<const RootShare> shares);

/// One character's. It follows the mixer's weights and clip times, so fades of every kind pass from one velocity to the
/// other, speeds and sync count, and loops go on without a step. A clip that is set to another time does not move the
/// character. Additive clips do not count, masked ones by what their mask has at the root (0 without a track).
class CROSSFADE_API RootMotionMixer {
 public:
  /// Clips without a track stand still. Allocates; nothing in a frame does.
  void setTrack(ClipId clip, RootTrack track);
  void removeTrack(ClipId clip);
  /// nullptr without one.
  const RootTrack* findTrack(ClipId clip) const;

  /// What the character does in a frame of `delta` seconds. Call it once after each update of the mixer by the same.
  /// A clip that was not shown in the last one goes by its speed.
  RootDelta advance(const AnimationMixer& mixer, double delta);

 private:
  struct Bound {
    ClipId clip;
    RootTrack track;
    double time = 0;         // of the clip when it was shown last,
    std::int64_t frame = 0;  // and when that was
  };
  Bound* findBound(ClipId clip);
  RootDelta deltaOf(Bound& bound, const AnimationMixer& mixer, const BlendEntry& entry, double delta) const;

  std::vector<Bound> bound_;  // by the index of the clip
  std::int64_t frame_ = 1;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRAVEL_ROOT_MOTION_MIXER_H
