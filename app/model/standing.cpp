#include "app/model/standing.h"

#include <utility>

#include "app/model/add_clips.h"
#include "crossfade/retarget/standing_pose.h"

namespace app {
namespace {

// From this uprightness on, a body is on its feet: with bent knees, too. Its soles are flat in the rest pose at best.
constexpr double kOnItsFeet = 0.5;

}  // namespace

std::vector<crossfade::Transform> standingPoseOf(const Model& model, const crossfade::Humanoid& body) {
  const auto rest = model.skeleton.restLocals();
  std::vector<crossfade::Transform> best(rest.begin(), rest.end());
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
  if (crossfade::uprightness(model.skeleton, body, model.skeleton.restLocals()) >= kOnItsFeet)
    return crossfade::findFeet(model.skeleton, body);
  return crossfade::findFeet(model.skeleton, body, standingPoseOf(model, body));
}

}  // namespace app
