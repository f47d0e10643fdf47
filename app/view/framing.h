// Which parts of a model the camera frames, and how it follows a body that its clips carry away.
#pragma once

#include <vector>

#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "app/view/camera.h"
#include "app/view/posed_model.h"
#include "crossfade/clip/animation_clip.h"

namespace app {

/// One entry for each instance: whether it counts. All do, except:
/// - of a model with a human body, what is no part of that body and would make the picture more than kSurroundings
///   times as large as the body, such as a room; but other skinned meshes count, such as those of a crowd, if they are
///   at most kSurroundings times as large as the body and not farther away than kFarAway times its radius;
/// - else those that `clip` (null: none) does not move and that are farther from what it moves than kFarAway times the
///   radius of that, as long as what moves is the subject: a skinned mesh, or at least half of all meshes.
std::vector<bool> framedInstances(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip);

inline constexpr float kFarAway = 20, kSurroundings = 1.5f;

/// As boundsOf(), of these instances alone.
Bounds boundsOf(const Model& model, const PosedModel& pose, const std::vector<bool>& instances);

/// The indices that are marked.
std::vector<int> markedOf(const std::vector<bool>& marks);

/// Where a body is, judged by some of its joints, and how far it may go before the camera follows.
struct FollowedBody {
  std::vector<int> joints;  // empty: nothing is followed
  glm::vec3 home{0.0f};     // of their middle, when the camera was placed
  float slack = 0;          // meters from there
};

/// The hips of a human body; else all joints of moving skins; else, of a model without meshes, its figure. Nothing for
/// models whose meshes are not skinned. `pose` is the one that the camera is placed for.
FollowedBody followedBody(const Model& model, const PosedModel& pose, const crossfade::AnimationClip* clip,
                          const std::vector<bool>& instances);

/// How far the camera moves to follow the body: the part of its way from home that is beyond the slack. It depends on
/// the pose alone, so films and the past of the timeline show the same.
glm::vec3 followOffset(const FollowedBody& body, const PosedModel& pose);

}  // namespace app
