// A model whose file was read again: what means the same, and what goes on.
#include "app/session/character/model_versions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/model/pose_value_names.h"
#include "app/session/character/character_opening.h"
#include "app/session/document.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::modelWithClips;

TEST(ModelVersions, MatchByNameAndEqualNamesByOrder) {
  const Model earlier = modelWithClips({"Idle", "Take", "Take", "Gone"});
  const VersionMatch match = matchVersions(earlier, modelWithClips({"Take", "New", "Idle", "Take"}));
  EXPECT_EQ(match.clips, (std::vector<int>{2, 0, 3, -1}));
  EXPECT_EQ(match.joints, (std::vector<int>{0, 1}));
  EXPECT_FALSE(match.keepsIndices);
  EXPECT_EQ(match.clip(-1), -1);
}

TEST(ModelVersions, KeepTheirIndicesWhenClipsAreAddedAtTheEnd) {
  const Model earlier = modelWithClips({"Idle", "Walk"});
  EXPECT_TRUE(matchVersions(earlier, earlier).isSame);
  const VersionMatch match = matchVersions(earlier, modelWithClips({"Idle", "Walk", "Run"}));
  EXPECT_TRUE(match.keepsIndices);
  EXPECT_FALSE(match.isSame);
}

/// A face with these morph targets and an animated material.
Model faceWith(const std::vector<std::string>& targets) {
  Model model = modelWithClips({"Idle"});
  model.materials = {{.name = "Skin"}};
  Mesh mesh;
  mesh.morphTargetNames = targets;
  model.meshes = {mesh};
  const int count = static_cast<int>(targets.size());
  model.instances = {{.node = 1, .mesh = 0, .morphOffset = 0, .morphCount = count}};
  model.materialValues = {{.property = MaterialProperty::AlphaCutoff, .offset = count}};
  model.restMorphWeights.assign(targets.size() + 1, 0);
  return model;
}

// Values of materials come after the morph weights, so one more of these moves all of them.
TEST(ModelVersions, MatchMorphWeightsAndMaterialValuesByName) {
  const Model earlier = faceWith({"smile", "blink"});
  const std::string node = earlier.skeleton.name(1);
  EXPECT_EQ(poseValueNames(earlier),
            (std::vector<std::string>{node + "/smile", node + "/blink", "Skin/alpha cutoff/0"}));
  const VersionMatch match = matchVersions(earlier, faceWith({"new", "smile"}));
  EXPECT_EQ(match.values, (std::vector<int>{1, -1, 2}));
  EXPECT_FALSE(match.keepsIndices);
  Document document;
  document.heldMorphs = {0.25f, 0.5f, 0.75f};
  const Model later = faceWith({"new", "smile", "blink", "frown"});
  const std::vector<std::optional<float>> held =
      carriedOver(document, matchVersions(earlier, later), earlier, later).heldMorphs;
  EXPECT_EQ(held, (std::vector<std::optional<float>>{std::nullopt, 0.25f, 0.5f, std::nullopt, 0.75f}));
  const Model fewer = faceWith({"smile"});
  EXPECT_EQ(carriedOver(document, matchVersions(earlier, fewer), earlier, fewer).heldMorphs,
            (std::vector<std::optional<float>>{0.25f, 0.75f}));
}

TEST(ModelVersions, OfATurnedModelKeepWhatIsHeld) {
  Session session(faceWith({"smile", "blink"}));
  ASSERT_TRUE(session.apply(HoldMorph{1, 0.5}));
  ASSERT_TRUE(session.apply(TurnModel{.axis = 1, .degrees = 90}));
  EXPECT_EQ(session.heldMorph(1), 0.5f);
}

class ReloadTest : public testing::Test {
 protected:
  void doAll(const std::vector<Command>& commands) {
    for (const Command& command : commands) ASSERT_TRUE(session->apply(command));
  }
  void reload(const std::vector<std::string>& names) {
    Model model = modelWithClips(names);
    model.path = session->model().path;
    session = Session::reloaded(std::move(model), std::move(*session));
  }
  void advance(double seconds) { session->advance(seconds, profiler); }
  double weightOf(int clip) const { return session->action(clip).fadeValue(); }

  FrameProfiler profiler;
  std::unique_ptr<Session> session = std::make_unique<Session>(modelWithClips({"Idle", "Walk", "Run"}));
};

TEST_F(ReloadTest, KeepsCameraClipsSettingsAndFadeByName) {
  doAll({OrbitCamera{0.5f, 0.2f}, SetClip{1, &ClipSettings::weight, 0.7}, SetClip{2, &ClipSettings::favorite, true},
         SetClip{1, &ClipSettings::loop, crossfade::Loop::PingPong},
         SetFadeSettings{{.to = 2, .seconds = 2, .maskJoint = 1}}, SelectJoint{1}, TraceJoint{1, true},
         FadeTo{1, {.seconds = 0.0, .maskJoint = -1}}});
  advance(0.25);
  const Camera camera = session->camera();
  const double time = session->action(1).time;
  reload({"New", "Run", "Walk", "Idle"});
  EXPECT_EQ(session->camera(), camera);
  EXPECT_EQ(session->action(2).weight, 0.7);
  EXPECT_EQ(session->action(2).loop, crossfade::Loop::PingPong);
  EXPECT_TRUE(session->isFavorite(1));
  EXPECT_FALSE(session->isFavorite(2));
  EXPECT_EQ(session->fadeSettings().to, 2) << "Walk, by its new index";
  EXPECT_EQ(session->fadeSettings().seconds, 2);
  EXPECT_EQ(session->fadeSettings().maskJoint, 1);
  EXPECT_EQ(session->selectedJoint(), 1);
  EXPECT_TRUE(session->isTraced(1));
  EXPECT_EQ(weightOf(2), 1) << "Walk plays on";
  EXPECT_EQ(weightOf(3), 0);
  EXPECT_DOUBLE_EQ(session->action(2).time, time);
}

TEST_F(ReloadTest, KeepsMaskedLayers) {
  doAll({FadeTo{1, {.seconds = 0.0, .maskJoint = 1}}});
  advance(0.25);
  ASSERT_NE(session->action(1).mask, nullptr);
  const std::vector<float> weights(session->action(1).mask->weights().begin(),
                                   session->action(1).mask->weights().end());
  reload({"Walk", "Idle"});
  EXPECT_EQ(weightOf(0), 1) << "Walk";
  EXPECT_EQ(weightOf(1), 1) << "Idle goes on elsewhere";
  EXPECT_EQ(session->action(1).mask, nullptr);
  ASSERT_NE(session->action(0).mask, nullptr);
  EXPECT_TRUE(std::ranges::equal(session->action(0).mask->weights(), weights));
  EXPECT_DOUBLE_EQ(session->action(0).time, 0.25);
  advance(0.1);
  EXPECT_EQ(weightOf(0), 1);
  EXPECT_EQ(weightOf(1), 1);
}

TEST_F(ReloadTest, AClipWhoseMaskedJointIsGoneDoesNotSpreadToOtherJoints) {
  doAll({FadeTo{1, {.seconds = 0.0, .maskJoint = 1}}});
  advance(0.25);
  ASSERT_NE(session->action(1).mask, nullptr);
  Model model = modelWithClips({"Walk", "Idle"});
  model.skeleton =
      *crossfade::Skeleton::make({{.name = "joint 0"}, {.name = "another", .parent = 0, .documentIndex = 1}});
  session = Session::reloaded(std::move(model), std::move(*session));
  EXPECT_EQ(weightOf(0), 0) << "Walk";
  EXPECT_EQ(weightOf(1), 1) << "Idle goes on";
  advance(0.1);
  EXPECT_FLOAT_EQ(session->pose().locals[0].translation.x, 0.35f) << "Idle alone";
}

TEST_F(ReloadTest, GoesOnFadingForTheSecondsThatAreLeft) {
  doAll({FadeTo{1, {.seconds = 1.0, .kind = crossfade::TransitionKind::Linear}}});
  advance(0.25);
  const double before = weightOf(1);
  ASSERT_GT(before, 0);
  ASSERT_LT(before, 1);
  reload({"Idle", "Walk", "Run"});
  ASSERT_TRUE(session->runningFade());
  EXPECT_EQ(session->runningFade()->to, 1);
  EXPECT_NEAR(session->runningFade()->end - session->mixerTime(), 0.75, 1e-9);
  advance(0.8);
  EXPECT_EQ(weightOf(1), 1);
  EXPECT_EQ(weightOf(0), 0);
}

TEST_F(ReloadTest, GoesOnFadingToAClipThatIsTheFirstNow) {
  doAll({FadeTo{1, {.seconds = 1.0, .kind = crossfade::TransitionKind::Linear}}});
  advance(0.25);
  reload({"Walk", "Idle"});
  ASSERT_TRUE(session->runningFade());
  EXPECT_EQ(session->runningFade()->from, 1);
  EXPECT_EQ(session->runningFade()->to, 0);
  advance(0.8);
  EXPECT_EQ(weightOf(0), 1);
  EXPECT_EQ(weightOf(1), 0);
}

TEST_F(ReloadTest, StopsThePairWhoseFirstClipIsGone) {
  doAll({PlayClip{0}, SetFadeSettings{{.from = 1, .to = 2}}, LoopFade{true}});
  advance(0.1);
  ASSERT_TRUE(session->character().playsPair());
  reload({"Idle", "Run"});
  EXPECT_EQ(session->fadeSettings().from, -1);
  EXPECT_FALSE(session->character().playsPair());
  advance(0.1);
}

TEST_F(ReloadTest, KeepsQueueAndTransitionSetByName) {
  const auto item = [](int clip, std::optional<int> joint) {
    return SequenceItem{.fade = {.clip = clip, .how = {.maskJoint = joint, .maskFeather = 3}}};
  };
  doAll({SetQueue{.items = {item(0, 1), item(2, -1), item(1, std::nullopt)}},
         SetTransitionCell{{{1, 2}, {0, 1}, {-1, 1}, {-1, -1}}, {.seconds = 0.7, .maskJoint = 1, .maskFeather = 0}}});
  reload({"Run", "Walk"});
  const std::vector<SequenceItem> items = {item(0, -1), item(1, std::nullopt)};
  EXPECT_EQ(session->character().program().queue().items, items);
  const TransitionCells& set = session->character().transitions();
  EXPECT_EQ(set.size(), 3u) << "Idle -> Walk is gone";
  for (const CellIndex cell : {CellIndex{1, 0}, CellIndex{-1, 1}, CellIndex{-1, -1}}) {
    const FadeChoice* const settings = set.at(pairOf(cell));
    ASSERT_NE(settings, nullptr) << cell.from << ' ' << cell.to;
    EXPECT_EQ(settings->seconds, 0.7);
    EXPECT_EQ(settings->mask(), (FadeMask{1, 0}));
  }
}

TEST_F(ReloadTest, KeepsUndoWhereItsStepsMeanTheSame) {
  doAll({SetClip{1, &ClipSettings::weight, 0.7}, SetSpeed{2}});
  reload({"Idle", "Walk", "Run"});
  EXPECT_EQ(session->history().stepCount(), 2);
  EXPECT_TRUE(session->hasUnsavedChanges());
  ASSERT_TRUE(session->apply(Undo{}));
  ASSERT_TRUE(session->apply(Undo{}));
  EXPECT_EQ(session->action(1).weight, 1);
  EXPECT_FALSE(session->hasUnsavedChanges()) << "as it was opened";
  ASSERT_TRUE(session->apply(Redo{}));
  reload({"Walk", "Idle"});
  ASSERT_EQ(session->history().stepCount(), 1) << "the weight's step would change another clip";
  EXPECT_EQ(session->history().step(0).name, "Speed 1 -> 2");
}

TEST_F(ReloadTest, OfAnUntouchedModelHasNothingToSave) {
  reload({"Idle", "Walk", "Run", "Jump"});
  EXPECT_FALSE(session->hasUnsavedChanges());
  EXPECT_FALSE(session->history().canUndo());
  EXPECT_EQ(weightOf(0), 1);
}

TEST_F(ReloadTest, AClipThatIsGoneLeavesTheRestPose) {
  doAll({FadeTo{1, {.seconds = 0.0}}});
  advance(0.1);
  reload({"Idle", "Run"});
  EXPECT_EQ(weightOf(0), 0);
  EXPECT_EQ(weightOf(1), 0);
  advance(0.1);
  EXPECT_FALSE(session->runningFade());
}

TEST_F(ReloadTest, WithoutAnyOfItsClipsPlaysLikeANewModel) {
  reload({"Jump", "Idle.001"});
  EXPECT_EQ(weightOf(openingClip(session->model())), 1);
  doAll({StopAll{}});
  reload({"Dance"});
  EXPECT_FALSE(session->action(0).isScheduled()) << "it was stopped";
}

TEST_F(ReloadTest, PlaysTheFirstClipsOfAModelThatHadNone) {
  reload({});
  reload({"Idle", "Walk"});
  EXPECT_EQ(weightOf(0), 1);
}

}  // namespace
}  // namespace app
