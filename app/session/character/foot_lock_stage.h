// The stage of a player's frame that keeps feet on the ground. What it remembers from frame to frame, the FootLock, is
// part of the player's state, so that the timeline can return to it.
#ifndef APP_SESSION_CHARACTER_FOOT_LOCK_STAGE_H
#define APP_SESSION_CHARACTER_FOOT_LOCK_STAGE_H

#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "app/session/character/foot_locking.h"
#include "crossfade/mixer/animation_mixer.h"
#include "crossfade/skeleton/pose.h"

namespace app {

class FootLockStage {
 public:
  /// From the next pose on; a copy. nullptr: lets go of the feet, without a jump. `lock`: none before the first time.
  void use(const FootLocking* how, const crossfade::AnimationMixer& mixer, std::optional<crossfade::FootLock>& lock);
  bool isOn() const { return ground_.has_value(); }
  /// Moves the feet of a pose that lies `seconds` after the last one. `velocity`: of the character over the ground by
  /// its root tracks, per second. Does not allocate.
  void apply(double seconds, const crossfade::AnimationMixer& mixer, const glm::dvec3& velocity,
             std::optional<crossfade::FootLock>& lock, crossfade::Pose& pose);

 private:
  bool cuts(const crossfade::AnimationMixer& mixer) const;

  std::optional<crossfade::ClipGround> ground_;  // none: off
  std::vector<crossfade::ClipId> jumps_;
  crossfade::GroundState now_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FOOT_LOCK_STAGE_H
