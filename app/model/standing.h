// How a model stands: the pose in which skeletons are compared, and its feet on the floor.
#ifndef APP_MODEL_STANDING_H
#define APP_MODEL_STANDING_H

#include <vector>

#include "app/model/model.h"
#include "crossfade/body/feet.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/math/transform.h"

namespace app {

/// What the file says of its body (VRM), else findHumanoid.
crossfade::Humanoid humanoidOf(const Model& model);

/// The rest pose, or else the most upright moment of the model's own clips.
std::vector<crossfade::Transform> standingPoseOf(const Model& model, const crossfade::Humanoid& body);

/// With soles from the rest pose, or from standingPoseOf if the body lies there.
crossfade::Feet standingFeetOf(const Model& model);

}  // namespace app

#endif  // APP_MODEL_STANDING_H
