#include "app/view/posed_model.h"

#include <vector>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "app/view/model_matrices.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

/// A triangle of about one unit at each x, on a joint of its own; the clip moves those named in `moving`.
Model scene(const std::vector<float>& xs, const std::vector<int>& moving) {
  Model model;
  std::vector<crossfade::Joint> joints;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    joints.push_back({.name = "joint", .rest = {.translation = {xs[i], 0, 0}}, .documentIndex = static_cast<int>(i)});
    model.instances.push_back({.node = static_cast<int>(i), .mesh = 0});
  }
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  model.meshes = {{.name = "triangle", .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}}};
  std::vector<crossfade::KeyframeTrack> tracks;
  for (const int node : moving)
    tracks.push_back(*crossfade::KeyframeTrack::make(
        {node, crossfade::Channel::Rotation}, crossfade::Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 1, 0, 0}));
  model.clips.add(*crossfade::AnimationClip::make("move", std::move(tracks)));
  return model;
}

std::vector<bool> framed(const Model& model) {
  ModelMatrices matrices(model);
  const crossfade::Pose rest = restPoseOf(model);
  matrices.makeWorlds(model, rest);
  matrices.makePalettes(model);
  return framedInstances(model, matrices.posed(rest), &model.clips[0]);
}

TEST(Framing, LeavesOutWhatIsFarFromEverythingThatMoves) {
  EXPECT_EQ(framed(scene({0, 2, 1000}, {0, 1})), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(framed(scene({0, 2, -1000}, {0, 1})), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(framed(scene({0, 2, 10}, {0, 1})), (std::vector<bool>{true, true, true})) << "near enough";
}

TEST(Framing, KeepsEverythingWhereASmallPartMoves) {
  EXPECT_EQ(framed(scene({0, 1000, 2000}, {0})), (std::vector<bool>{true, true, true})) << "a fan in a large hall";
  EXPECT_EQ(framed(scene({0, 1000}, {})), (std::vector<bool>{true, true})) << "nothing moves";
}

TEST(Framing, ASkinnedMeshIsTheSubject) {
  Model model = scene({0, 1000, 2000, 2}, {0});
  model.skins = {{.name = "skin", .joints = {0}, .inverseBinds = {glm::mat4(1)}}};
  model.meshes.push_back(model.meshes[0]);
  model.meshes[1].primitives[0].influences = {std::vector<Influences>(3, {.joints = {}, .weights = {1, 0, 0, 0}})};
  model.instances[0].mesh = 1;
  model.instances[0].skin = 0;
  EXPECT_EQ(framed(model), (std::vector<bool>{true, false, false, true}));
}

TEST(Framing, ASessionFramesWhatMoves) {
  const Model model = scene({0, 2, 1000}, {0, 1});
  const Session session(model);
  EXPECT_LT(session.camera().sceneRadius, 5);
  EXPECT_LT(session.camera().target.x, 5);
}

}  // namespace
}  // namespace app
