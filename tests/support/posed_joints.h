// Where the joints of a model are while its first clip plays.
#ifndef TESTS_SUPPORT_POSED_JOINTS_H
#define TESTS_SUPPORT_POSED_JOINTS_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/format/model_words.h"
#include "app/model/model.h"
#include "crossfade/pose/clip_pose.h"

namespace test {

/// Of the first clip at `time`, or of the rest pose if there is no clip.
inline std::vector<glm::mat4> modelMatricesAt(const app::Model& model, double time) {
  const crossfade::AnimationClip none = *crossfade::AnimationClip::make("none", {});
  crossfade::ClipPose pose(model.skeleton, model.clips.empty() ? none : model.clips[0]);
  pose.moveTo(time);
  std::vector<glm::mat4> models;
  for (int joint = 0; joint < model.skeleton.jointCount(); ++joint) models.emplace_back(pose.model(joint));
  return models;
}

/// The first joint with that name. If there is none, the test fails and the result is -1.
inline int jointNamed(const app::Model& model, const std::string& name) {
  const int joint = app::findJoint(model, name);
  if (joint < 0) ADD_FAILURE() << "no joint " << name;
  return joint;
}

inline glm::vec3 positionOf(const app::Model& model, const std::string& joint, double time = 0) {
  const int index = jointNamed(model, joint);
  return index < 0 ? glm::vec3(0) : glm::vec3(modelMatricesAt(model, time)[static_cast<std::size_t>(index)][3]);
}

inline void expectNear(glm::vec3 found, glm::vec3 expected, float error = 1e-4f) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], error) << "xyz"[k];
}

}  // namespace test

#endif  // TESTS_SUPPORT_POSED_JOINTS_H
