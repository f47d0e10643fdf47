// What a player needs to keep the feet of its character on the ground.
#ifndef APP_SESSION_CHARACTER_FOOT_LOCKING_H
#define APP_SESSION_CHARACTER_FOOT_LOCKING_H

#include <optional>
#include <vector>

#include "app/session/character/clip_settings.h"
#include "app/session/character/clip_study.h"
#include "app/session/character/travel_stage.h"
#include "crossfade/ground/clip_ground.h"
#include "crossfade/ground/foot_lock.h"

namespace app {

struct FootLocking {
  crossfade::FootLock lock;
  crossfade::ClipGround ground;          // relative to the motion of the tracks in RootClips
  std::vector<crossfade::ClipId> jumps;  // clips whose loop is a cut
};

/// Measures clips that are not measured yet. Nothing without human legs. `floor`: its height.
std::optional<FootLocking> footLockingOf(const Model& model, const std::vector<ClipSettings>& settings, TravelMode mode,
                                         double floor, ClipStudy& study);

}  // namespace app

#endif  // APP_SESSION_CHARACTER_FOOT_LOCKING_H
