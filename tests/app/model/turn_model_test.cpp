#include "app/model/turn_model.h"

#include <vector>

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "crossfade/pose/clip_pose.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;

/// Two roots, the first with a child; keys of every kind on the first root and on its child.
Model tree() {
  Model model;
  const glm::quat tilted = glm::normalize(crossfade::makeQuat(0.1f, 0.2f, 0.3f, 0.9f));
  model.skeleton = *crossfade::Skeleton::make(
      {{.name = "a", .rest = {.translation = {1, 2, 3}, .rotation = tilted, .scale = {1, 2, 3}}, .documentIndex = 0},
       {.name = "b", .parent = 0, .rest = {.translation = {0, 1, 0}}, .documentIndex = 1},
       {.name = "c", .rest = {.translation = {0, 0, 4}}, .documentIndex = 2}});
  std::vector<crossfade::KeyframeTrack> tracks;
  const auto add = [&](int node, Channel channel, Interpolation how, std::vector<float> times,
                       std::vector<float> values) {
    tracks.push_back(*crossfade::KeyframeTrack::make({node, channel}, how, std::move(times), std::move(values)));
  };
  add(0, Channel::Translation, Interpolation::Hermite, {0, 1}, {0, 0, 0, 1, 2, 3, 4, -1, 2, 3, 3, 0, 5, 1, 1, 0, 0, 0});
  add(0, Channel::Rotation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0.6f, 0, 0, 0.8f});
  add(0, Channel::Scale, Interpolation::Discrete, {0, 0.5f}, {1, 1, 1, 2, 1, 1});
  add(1, Channel::Translation, Interpolation::Linear, {0, 1}, {0, 1, 0, 3, 1, 0});
  model.clips.add(*crossfade::AnimationClip::make("move", std::move(tracks)));
  return model;
}

/// Positions of all joints, and of points one unit along each axis of theirs.
std::vector<glm::dvec3> pointsAt(const Model& model, double time) {
  crossfade::ClipPose pose(model.skeleton, model.clips[0]);
  pose.moveTo(time);
  std::vector<glm::dvec3> points;
  for (int joint = 0; joint < model.skeleton.jointCount(); ++joint)
    for (int axis = -1; axis < 3; ++axis) {
      glm::dvec4 local(0, 0, 0, 1);
      if (axis >= 0) local[axis] = 1;
      points.emplace_back(pose.model(joint) * local);
    }
  return points;
}

TEST(TurnModel, TurnsEveryPoseAsAWhole) {
  const Model before = tree();
  Model after = before;
  const glm::quat turn = glm::normalize(crossfade::makeQuat(0.5f, -0.3f, 0.2f, 0.7f));
  transformRoots(after, turn, 0.5f);
  for (const double time : {0.0, 0.3, 0.5, 0.9, 1.0}) {
    const auto a = pointsAt(before, time), b = pointsAt(after, time);
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_LT(glm::distance(0.5 * (glm::dquat(turn) * a[i]), b[i]), 1e-5) << time << ", point " << i;
  }
  EXPECT_EQ(after.skeleton.restLocals()[1].translation, before.skeleton.restLocals()[1].translation);
  EXPECT_EQ(after.skeleton.name(2), "c");
}

TEST(TurnModel, ScalesCamerasAndLights) {
  Model model = tree();
  model.cameras = {{.name = "eye", .nearPlane = 0.4f, .halfSize = {3, 2}}};
  model.lights = {{.name = "bulb", .kind = LightKind::Point, .intensity = 8, .range = 6},
                  {.name = "sun", .kind = LightKind::Directional, .intensity = 8}};
  transformRoots(model, crossfade::makeQuat(0, 0, 0, 1), 0.5f);
  EXPECT_EQ(model.cameras[0].nearPlane, 0.2f);
  EXPECT_EQ(model.cameras[0].halfSize, glm::vec2(1.5f, 1));
  EXPECT_EQ(model.lights[0].range, 3);
  EXPECT_EQ(model.lights[0].intensity, 2) << "at half the distance";
  EXPECT_EQ(model.lights[1].intensity, 8);
}

TEST(TurnModel, FourQuarterTurnsAreNone) {
  const glm::quat none = crossfade::makeQuat(0, 0, 0, 1);
  for (int axis = 0; axis < 3; ++axis) {
    glm::quat turn = none;
    for (int i = 0; i < 4; ++i) turn = turnedAbout(turn, axis, 90);
    EXPECT_EQ(turn, none) << axis;
  }
  glm::quat turn = none;  // xyz-quarters in any order are one of 24 turns; this word is the identity's
  for (const int axis : {0, 1, 0, 0, 0, 2, 2, 2}) turn = turnedAbout(turn, axis, 90);
  EXPECT_NEAR(glm::length(turn), 1, 1e-6);
  const glm::vec3 z = turnedAbout(none, 0, -90) * glm::vec3(0, 0, 1);
  EXPECT_NEAR(glm::distance(z, glm::vec3(0, 1, 0)), 0, 1e-6) << "z becomes up";
}

TEST(TurnModel, ReplacesTheTurnBefore) {
  Model model = tree();
  const auto as = pointsAt(model, 0.4);
  const glm::quat none = crossfade::makeQuat(0, 0, 0, 1);
  setTurn(model, turnedAbout(none, 0, 90));
  setTurn(model, turnedAbout(none, 2, 33));
  setTurn(model, none);
  const auto back = pointsAt(model, 0.4);
  for (std::size_t i = 0; i < as.size(); ++i) EXPECT_LT(glm::distance(as[i], back[i]), 1e-5);
}

}  // namespace
}  // namespace app
