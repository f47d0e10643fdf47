// What of a model the camera frames.
#ifndef APP_VIEW_FRAMING_H
#define APP_VIEW_FRAMING_H

#include <vector>

#include "app/view/posed_model.h"
#include "crossfade/clip/animation_clip.h"

namespace app {

/// One entry for each instance: whether it counts. All do, unless some that `clip` (null: none) does not move are
/// farther from what it moves than kFarAway times the radius of that. Then those do not, as long as what moves is the
/// subject: a skinned mesh, or at least half of all meshes.
std::vector<bool> framedInstances(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip);

inline constexpr float kFarAway = 20;

/// As boundsOf(), of these instances alone.
Bounds boundsOf(const Model& model, const PosedModel& pose, const std::vector<bool>& instances);

}  // namespace app

#endif  // APP_VIEW_FRAMING_H
