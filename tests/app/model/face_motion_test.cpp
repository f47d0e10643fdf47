#include "app/model/face_motion.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/model/add_clips.h"
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

TEST(FaceMotion, SaysWhatIsLost) {
  Model from = motion({{"sad", {0, 1, 0}}, {"neutral", {0, 0, 0}}});
  std::vector<crossfade::Joint> joints = from.skeleton.joints();
  for (crossfade::Joint& joint : joints)
    if (joint.name == "LeftUpperArm") joint.name = kGazeJoint;  // the joint that its clip rotates
  const crossfade::AnimationClip clip = from.clips[0];
  Model model = character({{.name = "joy", .binds = {{.morph = 0, .weight = 1}}}});
  ASSERT_TRUE(addClips(model, from));
  EXPECT_EQ(faceOf(model), nullptr);
  EXPECT_TRUE(reports(model, "'Talk' moves expressions that this model does not have: 'sad'"));
  EXPECT_FALSE(movesGaze(clip, from.skeleton));
  EXPECT_TRUE(movesGaze(clip, *crossfade::Skeleton::make(std::move(joints))));
}

}  // namespace
}  // namespace app
