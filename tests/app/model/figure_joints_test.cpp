#include "app/model/figure_joints.h"

#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/model/face_motion.h"

namespace app {
namespace {

using testing::Each;
using testing::ElementsAre;

Model stage() {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "root", .documentIndex = 0},
                                               {.name = "camera", .parent = 0, .documentIndex = 1},
                                               {.name = "light", .parent = 0, .documentIndex = 2},
                                               {.name = "crane", .parent = 0, .documentIndex = 3},
                                               {.name = "weight", .parent = 3, .documentIndex = 4},
                                               {.name = "lamp", .parent = 0, .documentIndex = 5}});
  model.cameras = {{.name = "a", .node = 1}, {.name = "b", .node = 3}};
  model.lights = {{.name = "c", .node = 2}, {.name = "d", .node = 5}};
  model.instances = {{.node = 5}};
  return model;
}

TEST(FigureJoints, LeaveOutThoseWithACameraOrALightAndNothingElse) {
  EXPECT_THAT(figureJoints(stage()), ElementsAre(true, false, false, true, true, true));
}

TEST(FigureJoints, AreNoneOfAFileWithNothingButCamerasAndLights) {
  Model model = stage();
  model.instances.clear();
  EXPECT_THAT(figureJoints(model), Each(false));
  EXPECT_TRUE(hasNothingToDraw(model));
}

TEST(FigureJoints, AreTheBonesOfTheFileAndWhatHangsOnThem) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "root", .documentIndex = 0},
                                               {.name = "hips", .parent = 0, .documentIndex = 1},
                                               {.name = "hand", .parent = 1, .documentIndex = 2},
                                               {.name = "sword", .parent = 2, .documentIndex = 3},
                                               {.name = "camera", .parent = 2, .documentIndex = 4},
                                               {.name = "target of the camera", .parent = 0, .documentIndex = 5}});
  model.cameras = {{.name = "a", .node = 4}};
  model.bones = {1, 2};
  EXPECT_THAT(figureJoints(model), ElementsAre(false, true, true, true, false, false));
  model.cameras.clear();
  model.bones = {2, 5};
  EXPECT_THAT(figureJoints(model), Each(true)) << "bones apart say nothing about the others";
}

TEST(FigureJoints, AreNotThoseThatCarryAFace) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "root", .documentIndex = 0},
                                               {.name = "hips", .parent = 0, .documentIndex = 1},
                                               {.name = expressionJoint("happy"), .parent = 0, .documentIndex = 2},
                                               {.name = kGazeJoint, .parent = 0, .documentIndex = 3}});
  EXPECT_THAT(figureJoints(model), ElementsAre(true, true, false, false));
}

Model twoJoints(float length) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make(
      {{.name = "root", .documentIndex = 0},
       {.name = "tip", .parent = 0, .rest = {.translation = {0, length, 0}}, .documentIndex = 1}});
  return model;
}

TEST(NothingToDraw, IsAModelWithoutVerticesAndBones) {
  EXPECT_TRUE(hasNothingToDraw(Model{}));
  EXPECT_TRUE(hasNothingToDraw(twoJoints(0)));
  EXPECT_FALSE(hasNothingToDraw(twoJoints(1))) << "a bone";
  Model model = twoJoints(1);
  model.instances = {{.node = 1, .mesh = 0}};
  model.meshes = {{.name = "empty", .primitives = {Primitive{}}}};
  EXPECT_TRUE(hasNothingToDraw(model)) << "bones are not drawn beside meshes";
  model.meshes[0].primitives[0].positions = {glm::vec3(0)};
  EXPECT_FALSE(hasNothingToDraw(model));
  model.instances[0].inScene = false;
  EXPECT_TRUE(hasNothingToDraw(model));
}

TEST(NothingToDraw, IsNotAJointThatAClipMoves) {
  Model model = twoJoints(0);
  auto track = crossfade::KeyframeTrack::make({.node = 1, .channel = crossfade::Channel::Translation},
                                              crossfade::Interpolation::Linear, {0, 1}, {0, 0, 0, 0, 1, 0});
  std::vector<crossfade::AnimationClip> clips{*crossfade::AnimationClip::make("Rise", {*std::move(track)})};
  model.clips = crossfade::ClipSet(std::move(clips));
  EXPECT_FALSE(hasNothingToDraw(model));
}

/// Two joints at rest, hips that a clip translates (or rotates, depending on `channel`), a spine, and a stone beside
/// them.
Model walking(crossfade::Channel channel, int moved = 2) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "floor", .documentIndex = 0},
                                               {.name = "post", .parent = 0, .documentIndex = 1},
                                               {.name = "hips", .parent = 1, .documentIndex = 2},
                                               {.name = "spine", .parent = 2, .documentIndex = 3},
                                               {.name = "stone", .parent = 1, .documentIndex = 4}});
  std::vector<crossfade::KeyframeTrack> tracks;
  if (channel == crossfade::Channel::Translation)
    tracks.push_back(*crossfade::KeyframeTrack::make({moved, channel}, crossfade::Interpolation::Linear, {0, 1},
                                                     {0, 1, 0, 0, 1, 0.05f}));
  else
    tracks.push_back(*crossfade::KeyframeTrack::make({moved, channel}, crossfade::Interpolation::Linear, {0, 1},
                                                     {0, 0, 0, 1, 0, 1, 0, 0}));
  model.clips.add(*crossfade::AnimationClip::make("walk", std::move(tracks)));
  return model;
}

TEST(FigureJoints, AreNotWhatStandsStillWhileTheRestTravels) {
  EXPECT_THAT(figureJoints(walking(crossfade::Channel::Translation)), ElementsAre(false, false, true, true, false));
  EXPECT_THAT(figureJoints(walking(crossfade::Channel::Translation, 1)), ElementsAre(false, true, true, true, true))
      << "the post travels and takes the stone along";
  EXPECT_THAT(figureJoints(walking(crossfade::Channel::Rotation)), Each(true)) << "it turns where it is";
}

TEST(FigureJoints, AreAllIfOnlyALimbTravels) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "root", .documentIndex = 0},
                                               {.name = "spine", .parent = 0, .documentIndex = 1},
                                               {.name = "arm", .parent = 1, .documentIndex = 2},
                                               {.name = "hand", .parent = 2, .documentIndex = 3},
                                               {.name = "leg", .parent = 0, .documentIndex = 4},
                                               {.name = "shin", .parent = 4, .documentIndex = 5},
                                               {.name = "foot", .parent = 5, .documentIndex = 6}});
  model.clips.add(*crossfade::AnimationClip::make(
      "draw", {*crossfade::KeyframeTrack::make({2, crossfade::Channel::Translation}, crossfade::Interpolation::Linear,
                                               {0, 1}, {0, 1, 0, 0, 1, 0.05f})}));
  EXPECT_THAT(figureJoints(model), Each(true));
}

TEST(FigureJoints, AreAllIfOnlyJointsWithoutBonesTravel) {
  EXPECT_THAT(figureJoints(walking(crossfade::Channel::Translation, 3)), Each(true));
}

TEST(FigureJoints, AreAllWhereTheMotionIsRounding) {
  Model model = walking(crossfade::Channel::Rotation, 3);
  std::vector<crossfade::KeyframeTrack> tracks(model.clips[0].tracks().begin(), model.clips[0].tracks().end());
  tracks.push_back(*crossfade::KeyframeTrack::make({2, crossfade::Channel::Translation},
                                                   crossfade::Interpolation::Linear, {0, 1}, {0, 1, 0, 0, 1, 1e-5f}));
  model.clips = {};
  model.clips.add(*crossfade::AnimationClip::make("idle", std::move(tracks)));
  EXPECT_THAT(figureJoints(model), Each(true));
}

/// A chain of bones of length 0.4, except for the first one, which starts at the root, and the end.
Model chain(int bones, float end) {
  std::vector<crossfade::Joint> joints;
  for (int i = 0; i <= bones; ++i)
    joints.push_back(
        {.name = "bone", .parent = i - 1, .rest = {.translation = {0, i == 1 ? 2 : 0.4f, 0}}, .documentIndex = i});
  joints.push_back({.name = "end", .parent = bones, .rest = {.translation = {0, end, 0}}, .documentIndex = bones + 1});
  Model model;
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  return model;
}

TEST(FigureJoints, AreNotEndsThatAreFarLongerThanAllBones) {
  std::vector<bool> expected(7, true);
  EXPECT_EQ(figureJoints(chain(5, 1.1f)), expected);
  expected.back() = false;
  EXPECT_EQ(figureJoints(chain(5, 1.3f)), expected);
  EXPECT_THAT(figureJoints(chain(4, 12.9f)), Each(true)) << "too few bones to tell";
}

/// A root on the floor and a body above it; `names` of the root, the hips, both legs with knee and foot, spine, head.
Model standing(const char* root, bool isHuman) {
  Model model;
  const auto name = [&](const char* human, const char* other) { return isHuman ? human : other; };
  model.skeleton = *crossfade::Skeleton::make(
      {{.name = root, .documentIndex = 0},
       {.name = name("Hips", "a"), .parent = 0, .rest = {.translation = {0, 1, 0}}, .documentIndex = 1},
       {.name = name("LeftUpLeg", "b"), .parent = 1, .rest = {.translation = {0.1f, 0, 0}}, .documentIndex = 2},
       {.name = name("LeftLeg", "c"), .parent = 2, .rest = {.translation = {0, -0.45f, 0}}, .documentIndex = 3},
       {.name = name("LeftFoot", "d"), .parent = 3, .rest = {.translation = {0, -0.45f, 0}}, .documentIndex = 4},
       {.name = name("RightUpLeg", "e"), .parent = 1, .rest = {.translation = {-0.1f, 0, 0.3f}}, .documentIndex = 5},
       {.name = name("RightLeg", "f"), .parent = 5, .rest = {.translation = {0, -0.45f, 0.1f}}, .documentIndex = 6},
       {.name = name("RightFoot", "g"), .parent = 6, .rest = {.translation = {0, -0.25f, 0}}, .documentIndex = 7},
       {.name = name("Spine", "h"), .parent = 1, .rest = {.translation = {0, 0.3f, 0}}, .documentIndex = 8},
       {.name = name("Head", "i"), .parent = 8, .rest = {.translation = {0, 0.3f, 0}}, .documentIndex = 9}});
  return model;
}

TEST(FigureJoints, AreNotARootThatOnlyCarriesTheBody) {
  std::vector<bool> expected(10, true);
  expected[0] = false;
  EXPECT_EQ(figureJoints(standing("whatever", true)), expected) << "no bone from the floor to the hips";
  EXPECT_EQ(figureJoints(standing("Armature_root", false)), expected);
  EXPECT_THAT(figureJoints(standing("whatever", false)), Each(true)) << "a chain may begin at the origin";
  Model shown = standing("root", true);
  shown.instances = {{.node = 9}};
  EXPECT_THAT(figureJoints(shown), Each(true)) << "only where the bones are all there is";
}

}  // namespace
}  // namespace app
