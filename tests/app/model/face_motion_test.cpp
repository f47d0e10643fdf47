#include "app/model/face_motion.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "app/model/add_clips.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/math/transform.h"
#include "tests/support/danced_model.h"
#include "tests/support/sample_clips.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::Interpolation;
using testing::ElementsAre;

/// The human with a mesh of three morph targets on its first joint.
Model character(std::vector<Expression> expressions) {
  Model model = test::human("hero.vrm", "Idle");
  model.meshes = {{.name = "face", .primitives = {}, .morphTargetNames = {"a", "b", "c"}}};
  model.instances = {{.node = 0, .mesh = 0, .morphOffset = 0, .morphCount = 3}};
  model.restMorphWeights = {0, 0.25f, 0};
  model.expressions = std::move(expressions);
  return model;
}

/// The human's clip with the strengths of these expressions, each with keys at 0, 1 and 2 s.
Model motion(const std::vector<std::pair<std::string, std::vector<float>>>& strengths) {
  Model model = test::human("talk.vrma", "Talk");
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  std::vector<crossfade::KeyframeTrack> tracks(model.clips[0].tracks().begin(), model.clips[0].tracks().end());
  for (const auto& [name, values] : strengths) {
    const auto joint = static_cast<int>(joints.size());
    joints.push_back({.name = expressionJoint(name), .documentIndex = joint});
    std::vector<float> translations;
    for (const float value : values) translations.insert(translations.end(), {value, 9, 9});
    tracks.push_back(
        crossfade::test::track({joint, Channel::Translation}, Interpolation::Linear, {0, 1, 2}, translations));
  }
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  model.clips = crossfade::ClipSet();
  model.clips.add(crossfade::test::clip("Talk", std::move(tracks)));
  return model;
}

const crossfade::KeyframeTrack* faceOf(const Model& model) {
  for (const crossfade::KeyframeTrack& track : model.clips[model.clips.size() - 1].tracks())
    if (track.target() == crossfade::TrackTarget{0, Channel::Weights}) return &track;
  return nullptr;
}

std::vector<float> valuesOf(const crossfade::KeyframeTrack& track) {
  return {track.values().begin(), track.values().end()};
}

bool reports(const Model& model, const std::string& what) {
  for (const ReportLine& line : model.report.lines)
    if (line.kind == Finding::Lost && line.what == what) return true;
  return false;
}

TEST(FaceMotion, MovesTheMorphTargetsOfTheExpressions) {
  Model model = character({{.name = "Joy", .binds = {{.morph = 0, .weight = 1}, {.morph = 1, .weight = 0.5f}}},
                           {.name = "aa", .binds = {{.morph = 1, .weight = 0.25f}}},
                           {.name = "still", .binds = {{.morph = 2, .weight = 1}}}});
  const auto added = addClips(model, motion({{"happy", {0, 1, 2}}, {"AA", {1, 0.5f, 0}}}));
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->tracksLost, 0);
  const crossfade::KeyframeTrack* const face = faceOf(model);
  ASSERT_NE(face, nullptr);
  EXPECT_EQ(face->interpolation(), Interpolation::Linear);
  EXPECT_THAT(valuesOf(*face), ElementsAre(0, 0.5f, 0, 1, 0.875f, 0, 1, 0.75f, 0)) << "strengths end at 1";
}

TEST(FaceMotion, OfExpressionsThatAreOnOrOffSteps) {
  Model model = character({{.name = "blink", .isBinary = true, .binds = {{.morph = 2, .weight = 1}}}});
  ASSERT_TRUE(addClips(model, motion({{"blink", {0.4f, 0.6f, 0.5f}}})));
  const crossfade::KeyframeTrack* const face = faceOf(model);
  ASSERT_NE(face, nullptr);
  EXPECT_EQ(face->interpolation(), Interpolation::Discrete);
  EXPECT_THAT(valuesOf(*face), ElementsAre(0, 0.25f, 0, 0, 0.25f, 1, 0, 0.25f, 0));
}

TEST(FaceMotion, SwapsSidesWhereTheFileIsMirrored) {
  Model model = character({{.name = "Blink_L", .binds = {{.morph = 0, .weight = 1}}},
                           {.name = "Blink_R", .binds = {{.morph = 2, .weight = 1}}}});
  ASSERT_TRUE(addClips(model, motion({{"blinkLeft", {0, 1, 0}}}), {.map = {}, .mirrored = true}));
  ASSERT_NE(faceOf(model), nullptr);
  EXPECT_THAT(valuesOf(*faceOf(model)), ElementsAre(0, 0.25f, 0, 0, 0.25f, 1, 0, 0.25f, 0));
}

// ---- The gaze.

constexpr double kDegree = 0.017453292519943295;

/// The rotation x, y, z, w of a gaze to the left and down, in degrees, with a roll that does not count.
std::vector<float> gaze(double yaw, double pitch, double roll = 0) {
  const glm::dquat turn = glm::angleAxis(yaw * kDegree, glm::dvec3(0, 1, 0)) *
                          glm::angleAxis(pitch * kDegree, glm::dvec3(1, 0, 0)) *
                          glm::angleAxis(roll * kDegree, glm::dvec3(0, 0, 1));
  return {static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z),
          static_cast<float>(turn.w)};
}

/// The human's clip with a gaze that has a key each second.
Model looking(const std::vector<std::vector<float>>& gazes, Interpolation interpolation = Interpolation::Linear) {
  Model model = test::human("look.vrma", "Look");
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  std::vector<crossfade::KeyframeTrack> tracks(model.clips[0].tracks().begin(), model.clips[0].tracks().end());
  const auto joint = static_cast<int>(joints.size());
  joints.push_back({.name = kGazeJoint, .documentIndex = joint});
  std::vector<float> times, values;
  for (const std::vector<float>& each : gazes) {
    times.push_back(static_cast<float>(times.size()));
    values.insert(values.end(), each.begin(), each.end());
  }
  tracks.push_back(crossfade::test::track({joint, Channel::Rotation}, interpolation, times, values));
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  model.clips = crossfade::ClipSet();
  model.clips.add(crossfade::test::clip("Look", std::move(tracks)));
  return model;
}

/// The character with eyes below its head, one of them with axes of its own.
Model withEyes() {
  Model model = character({});
  std::vector<crossfade::Joint> joints = model.skeleton.joints();
  const int head = findJoint(model, "Head");
  Gaze gaze{.inward = {.most = static_cast<float>(90 * kDegree), .reach = static_cast<float>(9 * kDegree)},
            .outward = {.most = static_cast<float>(90 * kDegree), .reach = static_cast<float>(18 * kDegree)},
            .down = {.most = static_cast<float>(30 * kDegree), .reach = static_cast<float>(10 * kDegree)},
            .up = {.most = static_cast<float>(30 * kDegree), .reach = static_cast<float>(20 * kDegree)}};
  gaze.leftEye = static_cast<int>(joints.size());
  joints.push_back({.name = "L", .parent = head, .documentIndex = gaze.leftEye});
  gaze.rightEye = static_cast<int>(joints.size());
  joints.push_back({.name = "R", .parent = head, .documentIndex = gaze.rightEye});
  joints.back().rest.rotation = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)));
  joints[static_cast<std::size_t>(head)].rest.rotation = glm::angleAxis(0.4f, glm::normalize(glm::vec3(3, 1, 0)));
  model.skeleton = *crossfade::Skeleton::make(std::move(joints));
  model.gaze = gaze;
  return model;
}

/// Where an eye of the last clip looks, in degrees to the left and down, while the body is at rest.
std::vector<double> lookOf(const Model& model, int eye, double time) {
  glm::dquat now(1, 0, 0, 0), rest(1, 0, 0, 0);
  for (int joint = eye; joint != crossfade::kNoJoint;
       joint = model.skeleton.parents()[static_cast<std::size_t>(joint)]) {
    const glm::dquat atRest(model.skeleton.restLocals()[static_cast<std::size_t>(joint)].rotation);
    glm::dquat local = atRest;
    for (const crossfade::KeyframeTrack& track : model.clips[model.clips.size() - 1].tracks())
      if (track.target() == crossfade::TrackTarget{joint, Channel::Rotation} && joint == eye) {
        std::array<double, 4> value{};
        crossfade::KeyCursor cursor;
        crossfade::evaluate(track, time, cursor, value);
        local = crossfade::makeDoubleQuat(value[0], value[1], value[2], value[3]);
      }
    now = local * now;
    rest = atRest * rest;
  }
  const glm::dquat facing = glm::dquat(model.turn) * glm::angleAxis(double(model.frontYaw), glm::dvec3(0, 1, 0));
  const glm::dquat turn = glm::inverse(facing) * now * glm::inverse(rest) * facing;
  const GazeAngles angles = gazeAnglesOf({turn.x, turn.y, turn.z, turn.w});
  return {angles.yaw / kDegree, angles.pitch / kDegree};
}

testing::Matcher<std::vector<double>> looks(double yaw, double pitch) {
  return ElementsAre(testing::DoubleNear(yaw, 0.05), testing::DoubleNear(pitch, 0.05));
}

TEST(FaceMotion, ReadsWhereAGazeGoes) {
  for (const auto& [yaw, pitch] : {std::pair{30.0, 10.0}, {-60.0, -40.0}, {170.0, 0.0}, {0.0, 89.0}}) {
    const std::vector<float> turn = gaze(yaw, pitch, 25);
    const GazeAngles angles = gazeAnglesOf({turn[0], turn[1], turn[2], turn[3]});
    EXPECT_NEAR(angles.yaw / kDegree, yaw, 1e-3);
    EXPECT_NEAR(angles.pitch / kDegree, pitch, 1e-3);
  }
}

TEST(FaceMotion, EyesFollowTheGazeWithinTheirRanges) {
  for (const float frontYaw : {0.0f, 3.14159265f}) {
    Model model = withEyes();
    model.frontYaw = frontYaw;
    const auto added = addClips(model, looking({gaze(45, 15), gaze(-45, -15), gaze(0, 60)}));
    ASSERT_TRUE(added) << added.error().message;
    EXPECT_EQ(added->tracksLost, 0);
    const int left = model.gaze->leftEye, right = model.gaze->rightEye;
    EXPECT_THAT(lookOf(model, left, 0), looks(9, 5)) << "outward, down";
    EXPECT_THAT(lookOf(model, right, 0), looks(4.5, 5)) << "inward";
    EXPECT_THAT(lookOf(model, left, 1), looks(-4.5, -10)) << "inward, up";
    EXPECT_THAT(lookOf(model, right, 1), looks(-9, -10));
    EXPECT_THAT(lookOf(model, left, 0.5), looks(0, 0)) << "between keys, where the ranges meet";
    EXPECT_THAT(lookOf(model, right, 2), looks(0, 10)) << "no more than its range";
  }
}

TEST(FaceMotion, AMirroredGazeGoesTheOtherWay) {
  Model model = withEyes();
  ASSERT_TRUE(addClips(model, looking({gaze(45, 15), gaze(45, 15)}), {.map = {}, .mirrored = true}));
  EXPECT_THAT(lookOf(model, model.gaze->rightEye, 0), looks(-9, 5));
}

TEST(FaceMotion, AGazeThatStepsDoesNotGlide) {
  Model model = withEyes();
  ASSERT_TRUE(addClips(model, looking({gaze(45, 0), gaze(-45, 0)}, Interpolation::Discrete)));
  EXPECT_THAT(lookOf(model, model.gaze->leftEye, 0.9), looks(9, 0));
}

TEST(FaceMotion, ExpressionsShowTheGaze) {
  Model model = character({{.name = "LookLeft", .binds = {{.morph = 0, .weight = 1}}},
                           {.name = "lookRight", .binds = {{.morph = 0, .weight = -1}}},
                           {.name = "lookUp", .binds = {{.morph = 2, .weight = 1}}}});
  const float right = static_cast<float>(90 * kDegree);
  model.gaze =
      Gaze{.byExpressions = true, .inward = {right, 0}, .outward = {right, 1}, .down = {right, 1}, .up = {right, 0.5f}};
  ASSERT_TRUE(addClips(model, looking({gaze(45, 0), gaze(-45, -90)}, Interpolation::Discrete)));
  const crossfade::KeyframeTrack* const face = faceOf(model);
  ASSERT_NE(face, nullptr);
  EXPECT_THAT(valuesOf(*face), testing::Pointwise(testing::FloatNear(1e-4f), {0.5f, 0.25f, 0.0f, 0.0f, 0.25f, 0.5f}));
}

TEST(FaceMotion, SaysWhatIsLostOnce) {
  Model from = motion({{"sad", {0, 1, 0}}, {"neutral", {0, 0, 0}}});
  std::vector<crossfade::Joint> joints = from.skeleton.joints();
  joints.push_back({.name = kGazeJoint, .documentIndex = static_cast<int>(joints.size())});
  std::vector<crossfade::KeyframeTrack> tracks(from.clips[0].tracks().begin(), from.clips[0].tracks().end());
  std::vector<float> turns = gaze(0, 0);
  const std::vector<float> end = gaze(20, 0);
  turns.insert(turns.end(), end.begin(), end.end());
  tracks.push_back(crossfade::test::track({static_cast<int>(joints.size()) - 1, Channel::Rotation},
                                          Interpolation::Linear, {0, 1}, turns));
  from.skeleton = *crossfade::Skeleton::make(std::move(joints));
  from.clips = crossfade::ClipSet();
  from.clips.add(crossfade::test::clip("Talk", std::move(tracks)));
  Model model = character({{.name = "joy", .binds = {{.morph = 0, .weight = 1}}}});
  const auto added = addClips(model, from);
  ASSERT_TRUE(added);
  EXPECT_EQ(faceOf(model), nullptr);
  EXPECT_EQ(added->tracksLost, 0) << "they are named instead";
  EXPECT_TRUE(reports(model, "'Talk' moves expressions that this model does not have: 'sad'"));
  EXPECT_TRUE(reports(model, "'Talk' moves where the eyes look, which this model does not say how to show"));
}

}  // namespace
}  // namespace app
