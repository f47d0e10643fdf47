// Where the joints of a model are while its first clip plays.
#ifndef TESTS_SUPPORT_POSED_JOINTS_H
#define TESTS_SUPPORT_POSED_JOINTS_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/model/model.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"

namespace test {

/// Of the first clip at `time`, or of the rest pose if there is no clip.
inline std::vector<glm::mat4> modelMatricesAt(const app::Model& model, double time) {
  const auto rest = model.skeleton.restLocals();
  crossfade::Pose pose{.locals = {rest.begin(), rest.end()}, .morphWeights = {}};
  if (!model.clips.empty()) {
    crossfade::PoseSampler sampler(crossfade::ChannelLayout(model.skeleton.jointCount(), {}), pose);
    sampler.bind(0, model.clips[0]);
    const crossfade::BlendEntry entry{.slot = 0, .clip = &model.clips[0], .time = time, .weight = 1};
    sampler.sampleInOrder(std::span(&entry, 1));
    sampler.writePose(pose);
  }
  std::vector<glm::mat4> models(pose.locals.size());
  crossfade::localToModel(model.skeleton.parents(), pose.locals, models);
  return models;
}

/// The first joint with that name. If there is none, the test fails and the result is -1.
inline int jointNamed(const app::Model& model, const std::string& name) {
  for (int i = 0; i < model.skeleton.jointCount(); ++i)
    if (model.skeleton.name(i) == name) return i;
  ADD_FAILURE() << "no joint " << name;
  return -1;
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
