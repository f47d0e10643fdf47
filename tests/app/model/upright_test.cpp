#include "app/model/upright.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "app/model/face_motion.h"
#include "crossfade/pose/clip_pose.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

const glm::quat kNone = crossfade::makeQuat(0, 0, 0, 1);

/// A body of `height` units that stands along +Y at rest. Its clip, if `lying` is a part of it, begins upright and lies
/// for the rest.
Model standing(float height, double lying = -1) {
  const float leg = height * 0.47f / 2;
  std::vector<crossfade::Joint> joints;
  const auto add = [&](const char* name, int parent, glm::vec3 at) {
    const int index = static_cast<int>(joints.size());
    joints.push_back({.name = name, .parent = parent, .rest = {.translation = at * leg}, .documentIndex = index});
    return index;
  };
  const int hips = add("Hips", crossfade::kNoJoint, {0, 2, 0});
  add("Head", add("Spine", hips, {0, 1, 0}), {0, 1, 0});
  for (const auto& [side, x] : {std::pair{"Left", 0.3f}, {"Right", -0.3f}}) {
    const std::string name = side;
    const int up = add((name + "UpLeg").c_str(), hips, {x, 0, 0});
    add((name + "Foot").c_str(), add((name + "Leg").c_str(), up, {0, -1, 0}), {0, -1, 0});
    add((name + "Hand").c_str(),
        add((name + "ForeArm").c_str(), add((name + "Arm").c_str(), 1, {x, 0.5f, 0}), {x, 0, 0}), {x, 0, 0});
  }
  Model model;
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  if (lying < 0) return model;
  const glm::quat flat = turnedAbout(kNone, 0, -90);
  const auto from = static_cast<float>(1 - lying);
  std::vector<crossfade::KeyframeTrack> tracks;
  tracks.push_back(*crossfade::KeyframeTrack::make(
      {hips, crossfade::Channel::Rotation}, crossfade::Interpolation::Discrete, {0, from, 1},
      {0, 0, 0, 1, flat.x, flat.y, flat.z, flat.w, flat.x, flat.y, flat.z, flat.w}));
  model.clips.add(*crossfade::AnimationClip::make("lie", std::move(tracks)));
  return model;
}

Model turned(Model model, const glm::quat& turn) {
  transformRoots(model, turn);
  return model;
}

double headHeight(const Model& model) {
  const auto at = crossfade::jointPositions(model.skeleton.parents(), model.skeleton.restLocals());
  return at[2].y;
}

TEST(Upright, FindsEachAxis) {
  EXPECT_EQ(guessedUp(standing(1.7f)), glm::vec3(0, 1, 0));
  EXPECT_EQ(guessedUp(turned(standing(1.7f), turnedAbout(kNone, 0, 90))), glm::vec3(0, 0, 1));
  EXPECT_EQ(guessedUp(turned(standing(1.7f), turnedAbout(kNone, 0, -90))), glm::vec3(0, 0, -1));
  EXPECT_EQ(guessedUp(turned(standing(1.7f), turnedAbout(kNone, 2, -90))), glm::vec3(1, 0, 0));
  EXPECT_EQ(guessedUp(turned(standing(1.7f), turnedAbout(kNone, 0, 180))), glm::vec3(0, -1, 0));
}

TEST(Upright, AFileAlongAnyAxisStandsAfterwards) {
  for (const auto& [axis, degrees] : {std::pair{0, 90}, {0, -90}, {0, 180}, {2, 90}, {2, -90}, {0, 0}}) {
    Model model = turned(standing(1.7f), turnedAbout(kNone, axis, degrees));
    setUpright(model, false);
    EXPECT_NEAR(headHeight(model), headHeight(standing(1.7f)), 1e-5) << axis << ", " << degrees;
    EXPECT_EQ(model.report.lines.size(), degrees == 0 ? 0u : 1u);
  }
}

TEST(Upright, ALyingPartOfAClipDoesNotCount) {
  EXPECT_EQ(guessedUp(standing(1.7f, 0.6)), glm::vec3(0, 1, 0)) << "no axis has three quarters of the time";
  EXPECT_EQ(guessedUp(turned(standing(1.7f, 0.2), turnedAbout(kNone, 0, 90))), glm::vec3(0, 0, 1));
  EXPECT_NE(guessedUp(standing(1.7f, 1)), glm::vec3(0, 1, 0)) << "all of it is taken for another axis";
}

TEST(Upright, FindsTheUnitByTheHeight) {
  const auto meters = [](float height) { return guessedUnit(standing(height), 0.4, 4)->meters; };
  EXPECT_EQ(meters(1.7f), 1);
  EXPECT_EQ(meters(1.0f), 1) << "a child";
  EXPECT_EQ(meters(170), 0.01);
  EXPECT_EQ(meters(1700), 0.001);
  EXPECT_EQ(meters(67), 0.0254);
  EXPECT_EQ(meters(17), 0.1);
  EXPECT_NEAR(meters(30), 0.0254 / 0.45, 1e-9) << "the CMU database";
  EXPECT_FALSE(guessedUnit(Model{}, 0.4, 4)) << "nobody is there";
  Model model = standing(170);
  setUpright(model, false);
  EXPECT_NEAR(headHeight(model), headHeight(standing(1.7f)), 1e-5);
  ASSERT_EQ(model.report.lines.size(), 1u);
  EXPECT_EQ(model.report.lines[0].what,
            "a body of 170 units is taken to be measured in centimeters; all lengths are now meters");
}

TEST(Upright, NamesEvenAVerySmallHeight) {
  Model model = standing(0.0017f);
  setUpright(model, false);
  ASSERT_EQ(model.report.lines.size(), 1u);
  EXPECT_EQ(model.report.lines[0].what,
            "a body of 0.0017 units is taken to be measured in kilometers; all lengths are now meters");
}

TEST(Upright, FilesThatStateTheirUnitAreOnlyScaledWhenThatIsAbsurd) {
  for (const float height : {0.1f, 6.0f, 40.0f}) {
    Model model = standing(height);
    setUpright(model, true);
    EXPECT_TRUE(model.report.lines.empty()) << height;
  }
  Model giant = standing(170);
  setUpright(giant, true);
  EXPECT_NEAR(headHeight(giant), headHeight(standing(1.7f)), 1e-5);
  Model sideways = turned(standing(1.7f), turnedAbout(kNone, 0, 90));
  setUpright(sideways, true);
  EXPECT_TRUE(sideways.report.lines.empty()) << "it says which way is up";
}

TEST(Upright, WhatTheUserStatesIsNeitherGuessedNorReadFromTheFile) {
  const double stands = headHeight(standing(1.7f));
  Model guessed = turned(standing(170), turnedAbout(kNone, 0, 90));  // +Z is up, in centimeters
  setUpright(guessed, false, {.up = UpAxis::Z, .meters = 0.01});
  EXPECT_NEAR(headHeight(guessed), stands, 1e-4);
  EXPECT_TRUE(guessed.report.lines.empty());
  Model halfStated = turned(standing(170), turnedAbout(kNone, 0, 90));
  setUpright(halfStated, false, {.up = std::nullopt, .meters = 1});
  EXPECT_NEAR(headHeight(halfStated), 100 * stands, 1e-2) << "up is guessed, the unit is not";
  // Its first joint, like that of FBX and COLLADA files, turns and scales the rest: wrongly.
  Model stated = standing(170);
  std::vector<crossfade::Joint> joints{{.name = "RootNode", .rest = {.rotation = turnedAbout(kNone, 0, -90)}}};
  for (crossfade::Joint joint : stated.skeleton.joints()) {
    ++joint.parent;
    ++joint.documentIndex;
    joints.push_back(joint);
  }
  stated.skeleton = *crossfade::Skeleton::make(std::move(joints));
  setUpright(stated, true, {.up = UpAxis::Y, .meters = 0.01});
  const auto at = crossfade::jointPositions(stated.skeleton.parents(), stated.skeleton.restLocals());
  EXPECT_NEAR(at[3].y, stands, 1e-4);
}

TEST(Upright, EachAxisCanBeStated) {
  for (const auto& [axis, degrees, up] : {std::tuple{0, 90, UpAxis::Z},
                                          {0, -90, UpAxis::MinusZ},
                                          {0, 180, UpAxis::MinusY},
                                          {2, -90, UpAxis::X},
                                          {2, 90, UpAxis::MinusX},
                                          {0, 0, UpAxis::Y}}) {
    Model model = turned(standing(1.7f), turnedAbout(kNone, axis, degrees));
    setSpace(model, {.up = up, .meters = 2});
    EXPECT_NEAR(headHeight(model), 2 * headHeight(standing(1.7f)), 1e-5) << axis << ", " << degrees;
    EXPECT_EQ(model.scale, 2);
    const crossfade::Skeleton back = skeletonTurnedBack(model);
    const Model before = turned(standing(1.7f), turnedAbout(kNone, axis, degrees));
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(back.restLocals()[0].translation[k], before.skeleton.restLocals()[0].translation[k], 1e-5);
  }
}

TEST(Upright, AModelFarAwayHasAnOriginNearIt) {
  EXPECT_EQ(originOf(standing(1.7f)), glm::dvec3(0));
  Model model = standing(1.7f);
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  joints[0].rest.translation += glm::vec3(6'000'000, 0, -50);
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  EXPECT_NEAR(originOf(model).x, 6'000'000, 2);
  EXPECT_NEAR(originOf(model).z, -50, 2);
}

}  // namespace

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

TEST(Upright, FacesOfVrmAnimationsAreNotTurnedOrScaled) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = expressionJoint("happy"), .documentIndex = 0},
                                               {.name = kGazeJoint, .documentIndex = 1},
                                               {.name = "hips", .documentIndex = 2}});
  std::vector<crossfade::KeyframeTrack> tracks;
  for (const int joint : {0, 2})
    tracks.push_back(*crossfade::KeyframeTrack::make({joint, crossfade::Channel::Translation},
                                                     crossfade::Interpolation::Linear, {0}, {1, 0, 0}));
  tracks.push_back(*crossfade::KeyframeTrack::make({1, crossfade::Channel::Rotation}, crossfade::Interpolation::Linear,
                                                   {0}, {0, 0, 0, 1}));
  model.clips.add(*crossfade::AnimationClip::make("talk", std::move(tracks)));
  transformRoots(model, turnedAbout(kNone, 2, 90), 0.5f);
  EXPECT_EQ(model.clips[0].tracks()[0].values()[0], 1) << "the strength of an expression";
  EXPECT_NEAR(model.clips[0].tracks()[1].values()[1], 0.5f, 1e-6f);
  EXPECT_EQ(model.clips[0].tracks()[2].values()[3], 1) << "where the eyes look";
}

}  // namespace

}  // namespace app
