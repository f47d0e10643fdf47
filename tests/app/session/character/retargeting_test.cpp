#include "app/session/character/retargeting.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/danced_model.h"

namespace app {
namespace {

using test::dancedModel;
using test::without;

constexpr int kDance = 1;

bool movesArm(const Session& session) {
  const int arm = findJoint(session.model(), "LeftUpperArm");
  for (const auto& track : session.model().clips[kDance].tracks())
    if (track.target().node == arm && track.keyCount() > 1) return true;
  return false;
}

void advance(Session& session, double seconds) {
  FrameProfiler unused;
  session.advance(seconds, unused);
}

TEST(Retargeting, PlaysAClipOnBothSkeletons) {
  Session session(dancedModel());
  EXPECT_EQ(session.character().retargeting().retargeter(), nullptr);
  ASSERT_TRUE(session.apply(ShowRetarget{0, 0}));
  const Retargeting& shown = session.character().retargeting();
  const auto hand = static_cast<std::size_t>(findJoint(session.model(), "LeftHand"));
  const auto elbow = static_cast<std::size_t>(findJoint(session.model(), "LeftLowerArm"));
  const glm::vec3 atRest = glm::vec3(shown.target().models[elbow][3]);
  const glm::vec3 before = glm::vec3(shown.target().models[hand][3]);
  advance(session, 0.6);
  EXPECT_NEAR(shown.time(), 0.6, 1e-9);
  const glm::vec3 after = glm::vec3(shown.target().models[hand][3]);
  EXPECT_GT(glm::distance(before, after), 0.3f);
  EXPECT_LT(glm::distance(after, glm::vec3(shown.source().models[hand][3])), 1e-4f) << "the skeletons are equal";
  advance(session, 0.6);
  EXPECT_NEAR(shown.time(), 0.2, 1e-9) << "it loops";
  ASSERT_TRUE(session.apply(SetRetarget{0, without(session.model(), "LeftUpperArm")}));
  const Retargeting& now = session.character().retargeting();
  ASSERT_NE(now.retargeter(), nullptr) << "it is still shown";
  EXPECT_NEAR(now.time(), 0.2, 1e-9);
  EXPECT_LT(glm::distance(atRest, glm::vec3(now.target().models[elbow][3])), 1e-4f) << "the upper arm rests";
  ASSERT_TRUE(session.apply(ShowRetarget{}));
  EXPECT_EQ(session.character().retargeting().retargeter(), nullptr);
}

TEST(Retargeting, AnotherClipBeginsAtTheStart) {
  Model dances = test::human("dance.bvh", "Dance");
  dances.clips.add(dances.clips[0].renamed("Bow"));
  Model model = test::human("hero.glb", "Idle");
  ASSERT_TRUE(addClips(model, std::move(dances)));
  Session session(std::move(model));
  ASSERT_TRUE(session.apply(ShowRetarget{0, 0}));
  advance(session, 0.6);
  ASSERT_TRUE(session.apply(ShowRetarget{0, 1}));
  EXPECT_EQ(session.character().retargeting().time(), 0);
  advance(session, 0.25);
  EXPECT_NEAR(session.character().retargeting().time(), 0.25, 1e-9);
}

TEST(Retargeting, WaitsAtTheStartAndRunsBackwardFromTheEnd) {
  Session session(dancedModel());
  ASSERT_TRUE(session.apply(ShowRetarget{0, 0}));
  advance(session, 0);
  EXPECT_EQ(session.character().retargeting().time(), 0);
  ASSERT_TRUE(session.apply(SetSpeed{-1}));
  advance(session, 0.25);
  EXPECT_NEAR(session.character().retargeting().time(), 0.75, 1e-9) << "of one second";
}

TEST(Retargeting, FollowsTheCharacterThatPlaysTheClip) {
  Session session(dancedModel());
  ASSERT_TRUE(session.apply(ShowRetarget{0, 0}));
  ASSERT_TRUE(session.apply(FadeTo{.clip = kDance, .how = {.seconds = 0}}));
  ASSERT_TRUE(session.apply(SetClipTime{kDance, 0.5}));
  advance(session, 0.1);
  EXPECT_NEAR(session.character().retargeting().time(), session.action(kDance).time, 1e-9);
  EXPECT_NEAR(session.character().retargeting().time(), 0.6, 1e-6);
}

TEST(SetRetarget, TransfersTheClipsAnewAndCanBeUndone) {
  Session session(dancedModel());
  ASSERT_TRUE(session.apply(FadeTo{.clip = kDance, .how = {.seconds = 0}}));
  ASSERT_TRUE(session.apply(SetClip{0, &ClipSettings::weight, 0.5}));
  advance(session, 0.3);
  ASSERT_TRUE(movesArm(session));
  const RetargetSettings settings = without(session.model(), "LeftUpperArm");
  ASSERT_TRUE(session.apply(SetRetarget{0, settings}));
  EXPECT_FALSE(movesArm(session));
  EXPECT_EQ(session.model().clipFiles[0].settings, settings);
  EXPECT_EQ(session.model().clips[kDance].name(), "Dance");
  EXPECT_EQ(session.model().clips[kDance].duration(), 1);
  EXPECT_TRUE(session.action(kDance).isScheduled()) << "it plays on";
  EXPECT_NEAR(session.action(kDance).time, 0.3, 1e-6);
  EXPECT_EQ(session.character().clipSettings()[0].weight, 0.5);
  EXPECT_EQ(session.history().step(session.history().stepCount() - 1).name, "Joints of dance.bvh");
  EXPECT_TRUE(session.hasUnsavedChanges());
  ASSERT_TRUE(session.apply(Undo{}));
  EXPECT_TRUE(movesArm(session));
  EXPECT_EQ(session.character().retargeting().settings()[0], RetargetSettings{});
  ASSERT_TRUE(session.apply(Redo{}));
  EXPECT_FALSE(movesArm(session));
}

TEST(SetRetarget, LeavesTheTransferToAHostThatDoesIt) {
  Session session(dancedModel());
  ASSERT_TRUE(session.apply(ReportTransfers{}));
  const RetargetSettings settings = without(session.model(), "LeftUpperArm");
  ASSERT_TRUE(session.apply(SetRetarget{0, settings}));
  EXPECT_TRUE(movesArm(session));
  EXPECT_EQ(session.character().retargeting().outdatedFile(), 0);
  const std::string path = session.model().clipFiles[0].path;
  const auto still = *crossfade::AnimationClip::make("Dance", {}, crossfade::BlendMode::Normal, 1.0);
  ASSERT_TRUE(session.apply(ReplaceClips{0, path, {}, {still}}));
  EXPECT_TRUE(movesArm(session)) << "made with settings that are not the file's any more";
  ASSERT_TRUE(session.apply(ReplaceClips{0, path, settings, {}}));
  ASSERT_TRUE(session.apply(ReplaceClips{7, path, settings, {still}}));
  EXPECT_TRUE(movesArm(session));
  ASSERT_TRUE(session.apply(ReplaceClips{0, "another.bvh", settings, {still}}));
  EXPECT_TRUE(movesArm(session)) << "made for another model";
  ASSERT_TRUE(session.apply(ReplaceClips{0, path, settings, {still}}));
  EXPECT_FALSE(movesArm(session));
  EXPECT_EQ(session.character().retargeting().outdatedFile(), -1);
}

TEST(SetRetarget, LeavesWhatPlaysAndIsSeenAsItWas) {
  Session session(dancedModel());
  const int other = kDance == 0 ? 1 : 0;
  FadeSettings fade = session.fadeSettings();
  fade.from = other;
  fade.to = kDance;
  ASSERT_TRUE(session.apply(SetFadeSettings{fade}));
  ASSERT_TRUE(session.apply(SetComparison{
      .variants = {{.kind = crossfade::TransitionKind::Linear}, {.kind = crossfade::TransitionKind::Inertial}}}));
  ASSERT_TRUE(session.character().playsPair());
  advance(session, 0.2);
  ASSERT_TRUE(session.apply(OrbitCamera{0.5f, 0.1f}));
  const Camera camera = session.camera();
  ASSERT_TRUE(session.apply(SetRetarget{0, without(session.model(), "LeftUpperArm")}));
  EXPECT_EQ(session.camera().yaw, camera.yaw);
  EXPECT_EQ(session.camera().distance, camera.distance);
  EXPECT_TRUE(session.character().playsPair());
  EXPECT_FALSE(session.paused());
  EXPECT_EQ(session.character().comparison().laneCount(), 2);
  ASSERT_TRUE(session.apply(UndoCamera{}));
  EXPECT_NE(session.camera().yaw, camera.yaw) << "the orbit is undone, nothing else";
}

TEST(SetRetarget, OfTheSameSettingsChangesNothing) {
  Session session(dancedModel());
  advance(session, 0.3);
  const CharacterScene* const scene = &session.character();
  ASSERT_TRUE(session.apply(SetRetarget{0, session.model().clipFiles[0].settings}));
  EXPECT_EQ(&session.character(), scene);
  EXPECT_GT(session.character().player().mixerTime(), 0.2);
}

TEST(SetRetarget, IsKeptWhenTheModelIsReloadedBeforeItsClipsAreTransferred) {
  auto before = std::make_unique<Session>(dancedModel());
  ASSERT_TRUE(before->apply(ReportTransfers{}));
  const RetargetSettings settings = without(before->model(), "LeftUpperArm");
  ASSERT_TRUE(before->apply(SetRetarget{0, settings}));
  const auto after = Session::reloaded(dancedModel(), std::move(*before));
  EXPECT_EQ(after->character().retargeting().settings()[0], settings);
  EXPECT_EQ(after->character().retargeting().outdatedFile(), 0);
}

TEST(Retargeting, AllocatesNothingWhileAClipIsShown) {
  Session session(dancedModel());
  ASSERT_TRUE(session.apply(ShowRetarget{0, 0}));
  advance(session, 0.1);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 50; ++i) advance(session, 1.0 / 60);
  EXPECT_EQ(guard.count(), 0);
}

TEST(SetRetarget, RefusesWhatFitsNothing) {
  Session session(dancedModel());
  const auto errorOf = [&](const Command& command) {
    const auto done = session.apply(command);
    return done ? std::string() : done.error().message;
  };
  EXPECT_EQ(errorOf(SetRetarget{1, {}}), "there is no clip file 1; the model has 1");
  EXPECT_EQ(errorOf(ShowRetarget{1, 0}), "there is no clip file 1; the model has 1");
  EXPECT_EQ(errorOf(ShowRetarget{0, 1}), "there is no clip 1 of dance.bvh; it has 1");
  EXPECT_FALSE(errorOf(SetRetarget{0, {.map = crossfade::JointMap{}, .mirrored = false}}).empty());
  EXPECT_FALSE(errorOf(SetRetarget{0, {.map = crossfade::JointMap{{{.target = 99, .source = 0}}}}}).empty());
  EXPECT_TRUE(movesArm(session));
  EXPECT_EQ(session.character().retargeting().settings()[0], RetargetSettings{});
}

TEST(SetRetarget, OfAMirroredFileMovesTheOtherArm) {
  Session session(dancedModel());
  ASSERT_TRUE(session.apply(SetRetarget{0, {.map = {}, .mirrored = true}}));
  EXPECT_FALSE(movesArm(session));
  const int right = findJoint(session.model(), "RightUpperArm");
  bool moves = false;
  for (const auto& track : session.model().clips[kDance].tracks())
    moves |= track.target().node == right && track.keyCount() > 1;
  EXPECT_TRUE(moves);
}

}  // namespace
}  // namespace app
