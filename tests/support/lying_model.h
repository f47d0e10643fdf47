// A model that lies on its back in the rest pose, as in many motion capture files, and stands in its clips.
#ifndef TESTS_SUPPORT_LYING_MODEL_H
#define TESTS_SUPPORT_LYING_MODEL_H

#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "app/model/model.h"
#include "crossfade/body/humanoid.h"

namespace app::test {

inline Model lyingAtRest(Model model) {
  const crossfade::Skeleton& skeleton = model.skeleton;
  const int hips = crossfade::findHumanoid(skeleton).jointOf(crossfade::HumanJoint::Hips);
  std::vector<crossfade::Joint> joints = skeleton.joints();
  glm::quat& rotation = joints.at(static_cast<std::size_t>(hips)).rest.rotation;
  rotation = glm::angleAxis(1.5708f, glm::vec3(1, 0, 0)) * rotation;
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  return model;
}

}  // namespace app::test

#endif  // TESTS_SUPPORT_LYING_MODEL_H
