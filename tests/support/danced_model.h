// A human model with clips of another file, for tests of retargeting.
#ifndef TESTS_SUPPORT_DANCED_MODEL_H
#define TESTS_SUPPORT_DANCED_MODEL_H

#include <stdexcept>
#include <string>
#include <utility>

#include <glm/gtc/quaternion.hpp>

#include "app/format/model_words.h"
#include "app/model/add_clips.h"
#include "tests/engine/retarget/human_skeleton.h"

namespace app::test {

/// The human of the engine's tests; `clip` turns the left upper arm by a quarter in a second.
inline Model human(const std::string& file, const std::string& clip) {
  Model model;
  model.name = model.path = file;
  model.skeleton = crossfade::test::human();
  const int arm = findJoint(model, "LeftUpperArm");
  const glm::quat half = glm::angleAxis(1.5708f, glm::vec3(0, 0, 1));
  model.clips.add(crossfade::test::clip(
      clip, {crossfade::test::track({arm, crossfade::Channel::Rotation}, crossfade::Interpolation::Linear, {0, 1},
                                    {0, 0, 0, 1, half.x, half.y, half.z, half.w})}));
  return model;
}

/// "hero.glb" with its clip Idle, and Dance of "dance.bvh".
inline Model dancedModel() {
  Model model = human("hero.glb", "Idle");
  const auto added = addClips(model, human("dance.bvh", "Dance"));
  if (!added) throw std::runtime_error(added.error().message);
  return model;
}

/// The guessed map of its clip file without what moves the joint of that name.
inline RetargetSettings without(const Model& model, const std::string& joint) {
  const auto retargeter = makeRetargeter(model.clipFiles.at(0), retargetTargetOf(model), {});
  crossfade::JointMap map = retargeter->map();
  std::erase_if(map.pairs, [&](const auto& pair) { return model.skeleton.name(pair.target) == joint; });
  return {.map = std::move(map), .mirrored = false};
}

}  // namespace app::test

#endif  // TESTS_SUPPORT_DANCED_MODEL_H
