// Root motion for a crowd: how its characters travel, and what keeps them from straying too far.
#ifndef APP_SESSION_CROWD_CROWD_TRAVEL_H
#define APP_SESSION_CROWD_CROWD_TRAVEL_H

#include <span>

#include <glm/mat4x4.hpp>

#include "app/model/model.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/travel/crowd_root_motion.h"

namespace app {

/// A model's clips, modified for play with root motion, each as RootMode::Auto chooses.
class CrowdTravel {
 public:
  /// Measures the root motion of each clip.
  CrowdTravel(const Model& model, std::span<const crossfade::ClipId> clips);

  /// In the same order, with ids of their own.
  const crossfade::ClipSet& clips() const { return clips_; }
  /// What a character with this blend list did in its mixer's last update. From any thread; no allocation.
  crossfade::RootDelta step(std::span<const crossfade::BlendEntry> entries) const { return roots_.step(entries); }

 private:
  crossfade::ClipSet clips_;
  crossfade::CrowdRootMotion roots_;
};

/// Takes a step from `at`, which is relative to where the character stands in the crowd. Beyond `reach` (above 0, in
/// the file's unit) it turns toward there while it walks, half a turn in two seconds.
void wander(crossfade::RootDelta& at, const crossfade::RootDelta& step, double seconds, double reach);

/// From a character's own space to where it has got to; `home` is where it stands in the crowd.
glm::mat4 placementOf(const crossfade::RootDelta& at, const glm::vec3& home);

}  // namespace app

#endif  // APP_SESSION_CROWD_CROWD_TRAVEL_H
