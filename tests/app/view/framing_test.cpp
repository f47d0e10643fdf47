
#include <vector>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "app/view/bones.h"
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
  return framedInstances(model, matrices.posed(rest), model.clips.empty() ? nullptr : &model.clips[0]);
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

/// A body of 1.6 m without meshes that a clip carries 100 m along x in 10 s.
Model walker() {
  Model model;
  const auto joint = [](const char* name, int parent, glm::vec3 at, int index) {
    return crossfade::Joint{.name = name, .parent = parent, .rest = {.translation = at}, .documentIndex = index};
  };
  model.skeleton = *crossfade::Skeleton::make(
      {joint("Hips", -1, {0, 0.9f, 0}, 0), joint("LeftUpLeg", 0, {0.1f, 0, 0}, 1),
       joint("LeftLeg", 1, {0, -0.4f, 0}, 2), joint("LeftFoot", 2, {0, -0.4f, 0}, 3),
       joint("RightUpLeg", 0, {-0.1f, 0, 0}, 4), joint("RightLeg", 4, {0, -0.4f, 0}, 5),
       joint("RightFoot", 5, {0, -0.4f, 0}, 6), joint("Spine", 0, {0, 0.3f, 0}, 7), joint("Head", 7, {0, 0.4f, 0}, 8)});
  model.clips.add(*crossfade::AnimationClip::make(
      "walk", {*crossfade::KeyframeTrack::make({0, crossfade::Channel::Translation}, crossfade::Interpolation::Linear,
                                               {0, 10}, {0, 0.9f, 0, 100, 0.9f, 0})}));
  return model;
}

/// Gives each of some joints a box of this size, as points.
void addBox(Model& model, int joint, float size) {
  model.instances.push_back({.node = joint, .mesh = static_cast<int>(model.meshes.size())});
  const float h = size / 2;
  model.meshes.push_back({.name = "box", .primitives = {{.positions = {{-h, -h, -h}, {h, h, h}}}}});
}

/// Of the picture's height: from the feet to the head.
double shareOfPicture(const Session& session) {
  const Camera camera = session.shownCamera();
  const glm::mat4 toPicture = projectionMatrix(camera, 16.0f / 9) * viewMatrix(camera);
  const auto top = positionInPicture(toPicture, session.posed().positionOf(8));
  const auto bottom = positionInPicture(toPicture, session.posed().positionOf(3));
  if (!top || !bottom || top->y < 0 || bottom->y > 1 || top->x < 0 || top->x > 1) return 0;
  return static_cast<double>(bottom->y - top->y);
}

TEST(Framing, ABodyFillsAThirdOfThePictureWhereverItsClipCarriesIt) {
  for (const bool hasMeshes : {false, true}) {
    Model model = walker();
    for (const int joint : {3, 6, 8}) hasMeshes ? addBox(model, joint, 0.1f) : void();
    Session session(std::move(model));
    FrameProfiler unused;
    for (int i = 0; i < 60; ++i) {
      EXPECT_GT(shareOfPicture(session), 1 / 3.0) << i / 4.0 << " s";
      session.advance(0.25, unused);
    }
  }
}

TEST(Framing, TheCameraStaysWhereItIsUnlessItKeepsTheBodyInView) {
  Session session(walker());
  FrameProfiler unused;
  for (int i = 0; i < 8; ++i) session.advance(0.25, unused);
  EXPECT_GT(session.shownCamera().target.x - session.camera().target.x, 10);
  ASSERT_TRUE(session.apply(SetViewOptions(&ViewOptions::keepInView, false)));
  EXPECT_EQ(session.shownCamera(), session.camera());
}

TEST(Framing, ADanceOnTheSpotDoesNotMoveTheCamera) {
  Model model = walker();
  model.clips = {};
  model.clips.add(*crossfade::AnimationClip::make(
      "dance", {*crossfade::KeyframeTrack::make({0, crossfade::Channel::Translation}, crossfade::Interpolation::Linear,
                                                {0, 1}, {0, 0.9f, 0, 0.3f, 0.9f, 0})}));
  Session session(std::move(model));
  FrameProfiler unused;
  session.advance(0.9, unused);
  EXPECT_EQ(session.shownCamera(), session.camera());
}

TEST(Framing, TravelAndTreadmillKeepTheirOwnCamera) {
  for (const TravelMode mode : {TravelMode::Treadmill, TravelMode::Travel}) {
    Session session(walker());
    ASSERT_TRUE(session.apply(SetTravel{mode}));
    FrameProfiler unused;
    for (int i = 0; i < 8; ++i) session.advance(0.5, unused);
    EXPECT_GT(shareOfPicture(session), 1 / 3.0);
    EXPECT_EQ(session.character().cameraFollow(), glm::vec3(0));
  }
}

TEST(Framing, ABodyIsTheSubjectOfARoom) {
  Model model = walker();
  for (const int joint : {3, 6, 8}) addBox(model, joint, 0.1f);
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  joints.push_back({.name = "room", .documentIndex = 9});
  joints.push_back({.name = "plinth", .documentIndex = 10});
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  addBox(model, 9, 12);
  addBox(model, 10, 0.3f);
  EXPECT_EQ(framed(model), (std::vector<bool>{true, true, true, false, true}));
  model.clips = {};
  EXPECT_GT(shareOfPicture(Session(std::move(model))), 1 / 3.0) << "without a clip, too";
}

TEST(Framing, OtherFiguresBesideABodyAreInThePicture) {
  Model model = walker();
  for (const int joint : {3, 6, 8}) addBox(model, joint, 0.1f);
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  for (const float x : {4.0f, 1000.0f, -3.0f})
    joints.push_back({.name = "other", .rest = {.translation = {x, 0, 0}}, .documentIndex = int(joints.size())});
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  for (const int joint : {9, 10, 11}) {
    addBox(model, joint, joint == 11 ? 9 : 1.2f);
    model.instances.back().skin = static_cast<int>(model.skins.size());
    model.skins.push_back({.name = "skin", .joints = {joint}, .inverseBinds = {glm::mat4(1)}});
    model.meshes.back().primitives[0].influences = {
        std::vector<Influences>(2, {.joints = {}, .weights = {1, 0, 0, 0}})};
  }
  EXPECT_EQ(framed(model), (std::vector<bool>{true, true, true, true, false, false}))
      << "one of its size; too far away; too large";
}

}  // namespace
}  // namespace app
