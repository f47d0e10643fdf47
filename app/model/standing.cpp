#include "app/model/standing.h"

#include <utility>

#include "app/model/add_clips.h"
#include "crossfade/retarget/standing_pose.h"

namespace app {

std::vector<crossfade::Transform> standingPoseOf(const Model& model, const crossfade::Humanoid& body) {
  const auto rest = model.skeleton.restLocals();
  std::vector<crossfade::Transform> best(rest.begin(), rest.end());
  if (crossfade::stands(model.skeleton, body, best)) return best;
  double most = crossfade::uprightness(model.skeleton, body, best);
  for (std::size_t i = 0; i < ownClipCount(model); ++i) {
    if (most >= crossfade::kStandsUpright || !body.isKnown()) break;
    std::vector<crossfade::Transform> found = crossfade::findStandingPose(model.skeleton, body, model.clips[i]);
    const double upright = crossfade::uprightness(model.skeleton, body, found);
    if (upright <= most) continue;
    most = upright;
    best = std::move(found);
  }
  return best;
}

crossfade::Humanoid humanoidOf(const Model& model) {
  return model.body ? *model.body : crossfade::findHumanoid(model.skeleton);
}

crossfade::Feet standingFeetOf(const Model& model) {
  const crossfade::Humanoid body = humanoidOf(model);
  // With bent knees, too: soles are flat in the rest pose at best.
  if (crossfade::uprightness(model.skeleton, body, model.skeleton.restLocals()) >= crossfade::kOnItsFeet)
    return crossfade::findFeet(model.skeleton, body);
  return crossfade::findFeet(model.skeleton, body, standingPoseOf(model, body));
}

}  // namespace app
