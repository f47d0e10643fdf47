#include "app/session/character/character_applier.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "app/session/character/character_commands.h"
#include "app/session/character/timeline/timeline.h"
#include "app/session/session.h"
#include "app/session/undo_history.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/random_commands.h"
#include "tests/support/sample_models.h"
#include "tests/support/swaying_model.h"

namespace app {

// Layers and named masks in a session.

namespace {

constexpr int kArms = 0, kStride = 1, kSprint = 2;  // clips that move joint 0 along x by 1 m/s for 1, 2 and 3 s

struct LayersTest : testing::Test {
  void apply(const Command& command) {
    const auto done = session.apply(command);
    ASSERT_TRUE(done) << done.error().message;
  }
  std::string errorOf(const Command& command) {
    const auto done = session.apply(command);
    return done ? "" : done.error().message;
  }
  void advance(double seconds) { session.advance(seconds, profiler); }
  void run(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 100 + 0.5); ++i) advance(0.01);
  }
  double x(int joint = 0) const {
    return static_cast<double>(session.pose().locals[static_cast<std::size_t>(joint)].translation.x);
  }
  /// `x` of a still pose of a clip, held by a layer.
  static LayerSettings pose(int clip, double phase) { return {.clip = clip, .speed = 0, .phase = phase}; }
  const LayerStack& stack() const { return session.character().layers(); }

  Session session{test::modelWithClips({"Arms", "Walk", "Run"})};
  FrameProfiler profiler;
};

TEST_F(LayersTest, AreSeenAtTheBeginningOfTheTimeline) {
  run(0.5);
  apply(ShowMoment{session.character().timeline().begin()});
  advance(0);
  const double before = x();
  apply(AddLayer{pose(kSprint, 0.5)});  // x = 1.5
  advance(0);
  EXPECT_NEAR(x(), 1.5, 1e-6);
  apply(RemoveLayer{0});
  advance(0);
  EXPECT_NEAR(x(), before, 1e-6);
}

TEST_F(LayersTest, GhostsOfWhatComesRunBackwardWithTheClips) {
  apply(AddLayer{{.clip = kSprint}});
  apply(SetSpeed{-1});
  run(0.5);
  apply(SetViewOptions{{.ghosts = 1, .ghostSeconds = 0.2f}});
  advance(0.01);
  const double now = x();
  const auto& ghosts = session.annotations().ghosts;
  const auto later = std::find_if(ghosts.begin(), ghosts.end(), [](const Ghost& ghost) { return ghost.seconds > 0; });
  ASSERT_NE(later, ghosts.end());
  EXPECT_NEAR(static_cast<double>(later->pose.worlds[0][3].x), now - 0.2, 1e-4);
}

TEST_F(LayersTest, AFadeWithARenamedMaskFollowsItsPainting) {
  apply(SetMask{"Half", {0, 0}});
  apply(FadeTo{.clip = kSprint, .how = {.seconds = 10, .maskJoint = namedMask("Half")}});
  advance(0.1);
  apply(RenameMask{"Half", "Whole"});
  const crossfade::JointMask* const mask = session.action(kSprint).mask;
  ASSERT_NE(mask, nullptr);
  EXPECT_EQ(session.character().masks().numberOf(mask), namedMask("Whole"));
  apply(SetMask{"Whole", {1, 1}});
  EXPECT_EQ(mask->weights()[0], 1);
  apply(Undo{});
  apply(Undo{});
  EXPECT_EQ(session.character().masks().numberOf(mask), namedMask("Half"));
  apply(SetMask{"Half", {0.5f, 0.5f}});
  EXPECT_EQ(mask->weights()[0], 0.5f) << "after the name was taken back";
  apply(Undo{});
  apply(Redo{});
  apply(Undo{});
  apply(Redo{});
  EXPECT_EQ(session.character().masks().numberOf(mask), namedMask("Half"));
}

TEST_F(LayersTest, GhostsOfWhatComesRunBackwardAtTheBeginningOfTheTimeline) {
  apply(SetSpeed{-1});
  apply(SetMask{"Half", {0, 0}});
  run(0.5);
  apply(RenameMask{"Half", "Whole"});  // the timeline starts over
  run(0.5);
  apply(ShowMoment{session.character().timeline().begin()});
  apply(AddLayer{{.clip = kSprint}});
  apply(SetViewOptions{{.ghosts = 1, .ghostSeconds = 0.2f}});
  advance(0);
  const double now = x();
  const auto& ghosts = session.annotations().ghosts;
  const auto later = std::find_if(ghosts.begin(), ghosts.end(), [](const Ghost& ghost) { return ghost.seconds > 0; });
  ASSERT_NE(later, ghosts.end());
  EXPECT_NEAR(static_cast<double>(later->pose.worlds[0][3].x), now - 0.2, 1e-4);
}

TEST_F(LayersTest, OneOf64MasksCanBeRenamed) {
  for (std::size_t i = 0; i < kMaxNamedMasks; ++i) apply(SetMask{"mask " + std::to_string(i), {1, 1}});
  apply(RenameMask{"mask 3", "Arms"});
  EXPECT_EQ(session.character().masks().all().size(), kMaxNamedMasks);
  EXPECT_EQ(session.character().masks().all().front().name, "Arms");
  EXPECT_EQ(errorOf(RenameMask{"Arms", ""}), "a mask needs a name");
}

TEST_F(LayersTest, WithoutAnyThePoseIsUntouchedBitForBit) {
  Session other(test::modelWithClips({"Arms", "Walk", "Run"}));
  apply(AddLayer{pose(kSprint, 0.5)});
  apply(RemoveLayer{0});
  for (int i = 0; i < 20; ++i) {
    advance(0.013);
    other.advance(0.013, profiler);
    EXPECT_EQ(session.pose().locals[0].translation, other.pose().locals[0].translation);
    EXPECT_EQ(session.pose().locals[0].rotation, other.pose().locals[0].rotation);
  }
}

TEST_F(LayersTest, OneCoversWhatLiesBelowAsFarAsItsWeightSays) {
  apply(SetClipTime{kArms, 0.5});
  apply(AddLayer{pose(kSprint, 0.5)});  // x = 1.5
  advance(0);
  EXPECT_NEAR(x(), 1.5, 1e-6);
  LayerSettings half = pose(kSprint, 0.5);
  half.weight = 0.25;
  apply(SetLayer{0, half});
  advance(0);
  EXPECT_NEAR(x(), 0.5 + 0.25 * (1.5 - 0.5), 1e-6);
}

TEST_F(LayersTest, AMaskLimitsItToJointsAndFeatherSoftensIt) {
  apply(SetClipTime{kArms, 0.5});
  LayerSettings layer = pose(kSprint, 0.5);
  layer.mask = 1;
  apply(AddLayer{layer});
  advance(0);
  EXPECT_NEAR(x(), 0.5, 1e-6) << "the clip moves joint 0 only";
  layer.mask = 0;
  layer.feather = 1;
  apply(SetLayer{0, layer});
  advance(0);
  EXPECT_NEAR(x(), 0.5 + 0.5 * (1.5 - 0.5), 1e-6);
}

TEST_F(LayersTest, AdditiveAddsTheDifferenceFromItsReference) {
  apply(SetClipTime{kArms, 0.25});
  LayerSettings layer = pose(kSprint, 0.5);  // x = 1.5
  layer.mode = LayerMode::Additive;
  layer.referenceTime = 1;  // x = 1
  apply(AddLayer{layer});
  advance(0);
  EXPECT_NEAR(x(), 0.25 + 0.5, 1e-6);
  layer.referenceTime = 0.5;  // x = 0.5
  apply(SetLayer{0, layer});
  advance(0);
  EXPECT_NEAR(x(), 0.25 + 1, 1e-6) << "only the reference time is another";
  layer.referenceClip = kStride;
  layer.referenceTime = 0.25;
  layer.weight = 2;
  apply(SetLayer{0, layer});
  advance(0);
  EXPECT_NEAR(x(), 0.25 + 2 * (1.5 - 0.25), 1e-6);
}

TEST_F(LayersTest, AdditiveComparesWithTheRestPoseWhereTheReferenceMovesNothing) {
  Model model = test::modelWithClips({"Base", "Up"});
  model.clips.add(crossfade::test::clip("Still", {}));
  model.clips.add(crossfade::test::slide("Second", 1, 0, 1, 1));  // joint 1, whose rest pose is (0, 1, 0)
  Session other(std::move(model));
  LayerSettings layer = pose(3, 1);
  layer.mode = LayerMode::Additive;
  layer.referenceClip = 2;
  ASSERT_TRUE(other.apply(AddLayer{layer}));
  other.advance(0, profiler);
  EXPECT_NEAR(static_cast<double>(other.pose().locals[1].translation.x), 1, 1e-6);
  EXPECT_NEAR(static_cast<double>(other.pose().locals[1].translation.y), 0, 1e-6) << "1 of the base, -1 of the layer";
}

TEST_F(LayersTest, TheUpperOneWinsAndMovingChangesThat) {
  apply(AddLayer{pose(kStride, 0.5)});  // x = 1
  apply(AddLayer{pose(kSprint, 0.5)});  // x = 1.5
  advance(0);
  EXPECT_NEAR(x(), 1.5, 1e-6);
  apply(MoveLayer{1, 0});
  advance(0);
  EXPECT_NEAR(x(), 1, 1e-6);
  EXPECT_EQ(stack().layers[0].clip, kSprint);
}

TEST_F(LayersTest, MuteAndSoloChooseWhatIsSeen) {
  apply(SetClipTime{kArms, 0.25});
  LayerSettings walk = pose(kStride, 0.5), run = pose(kSprint, 0.5);
  run.mode = LayerMode::Additive;  // adds 1.5
  apply(AddLayer{walk});
  apply(AddLayer{run});
  walk.muted = true;
  apply(SetLayer{0, walk});
  advance(0);
  EXPECT_NEAR(x(), 0.25 + 1.5, 1e-6);
  run.solo = true;
  apply(SetLayer{1, run});
  advance(0);
  EXPECT_NEAR(x(), 1.5, 1e-6) << "on the rest pose";
  apply(SetBaseLayer{.muted = false, .solo = true});
  advance(0);
  EXPECT_NEAR(x(), 0.25 + 1.5, 1e-6);
  apply(SetBaseLayer{.muted = true, .solo = true});
  advance(0);
  EXPECT_NEAR(x(), 1.5, 1e-6);
}

TEST_F(LayersTest, PlaysOnThroughFadesAndRepeats) {
  apply(AddLayer{{.clip = kSprint, .speed = 2, .phase = 0.5}});
  advance(0.25);
  EXPECT_NEAR(x(), 1.5 + 0.5, 1e-5);
  apply(FadeTo{kStride, {.seconds = 0.1}});
  run(1);
  EXPECT_NEAR(x(), 1.5 + 2.5 - 3, 1e-5);
  apply(StopAll{});
  advance(0);
  EXPECT_NEAR(x(), 1, 1e-5);
}

TEST_F(LayersTest, EveryMomentOfTheTimelineShowsThem) {
  apply(AddLayer{{.clip = kSprint}});
  run(0.5);
  const double then = session.mixerTime(), there = x();
  run(1);
  apply(ShowMoment{then});
  advance(0);
  EXPECT_EQ(x(), there);
  apply(AddLayer{pose(kSprint, 1)});
  advance(0);
  EXPECT_NEAR(x(), 3, 1e-6);
  apply(RemoveLayer{1});
  apply(RemoveLayer{0});
  advance(0);
  EXPECT_NEAR(x(), 0.5, 1e-5) << "only the base";
}

TEST_F(LayersTest, AllocateNothingPerFrame) {
  apply(SetMask{"Half", {0.5f, 0.5f}});
  apply(AddLayer{{.clip = kSprint, .mask = namedMask("Half")}});
  apply(AddLayer{{.clip = kStride, .mode = LayerMode::Additive, .mask = 0}});
  run(0.1);
  const ::test::AllocationGuard guard;
  run(0.2);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(LayersTest, AreUndoneOneStepEach) {
  const Document first = session.document();
  apply(AddLayer{pose(kSprint, 0.5)});
  apply(AddLayer{pose(kStride, 0.5)});
  LayerSettings louder = pose(kSprint, 0.5);
  louder.weight = 0.5;
  apply(SetLayer{0, louder});
  EXPECT_EQ(session.history().step(2).name, "Layer Run: Weight 1 -> 0.5");
  apply(MoveLayer{0, 1});
  apply(SetBaseLayer{.muted = true});
  apply(RemoveLayer{0});
  const Document last = session.document();
  for (int i = 0; i < 6; ++i) apply(Undo{});
  EXPECT_EQ(session.document(), first);
  for (int i = 0; i < 6; ++i) apply(Redo{});
  EXPECT_EQ(session.document(), last);
}

TEST_F(LayersTest, WrongValuesAreRefusedAndChangeNothing) {
  EXPECT_EQ(errorOf(SetLayer{0, {}}), "there is no layer 0; there are 0");
  EXPECT_NE(errorOf(AddLayer{{.clip = 3}}), "");
  EXPECT_NE(errorOf(AddLayer{{.mask = 2}}), "");
  EXPECT_NE(errorOf(AddLayer{{.mask = namedMask("Nobody")}}), "");
  EXPECT_NE(errorOf(AddLayer{{.weight = -1}}), "");
  EXPECT_NE(errorOf(AddLayer{{.phase = 1.5}}), "");
  EXPECT_NE(errorOf(MoveLayer{0, 0}), "");
  EXPECT_TRUE(stack().layers.empty());
}

TEST_F(LayersTest, GoOnWithAnotherVersionOfTheModel) {
  apply(SetMask{"Half", {0.5f, 0}});
  apply(AddLayer{{.clip = kSprint, .mask = namedMask("Half"), .weight = 0.5}});
  apply(AddLayer{{.clip = kStride}});
  auto later = Session::reloaded(test::modelWithClips({"Run", "Arms"}), std::move(session));
  const LayerStack& kept = later->character().layers();
  ASSERT_EQ(kept.layers.size(), 1u) << "Walk is gone";
  EXPECT_EQ(kept.layers[0], (LayerSettings{.clip = 0, .mask = namedMask("Half"), .weight = 0.5}));
  EXPECT_EQ(later->character().masks().find(namedMask("Half"))->weights, (std::vector<float>{0.5f, 0}));
}

TEST_F(LayersTest, AMaskedFadeFollowsItsMaskAndUndo) {
  apply(SetMask{"Half", {0.5f, 1}});
  apply(SetClipTime{kArms, 0.5});
  apply(SetClip{kSprint, &ClipSettings::timeScale, 0});
  apply(FadeTo{.clip = kSprint,
               .how = {.seconds = 0, .kind = crossfade::TransitionKind::Linear, .maskJoint = namedMask("Half")}});
  apply(SetClip{kArms, &ClipSettings::timeScale, 0});
  apply(SetClipTime{kSprint, 1.5});
  run(0.1);
  EXPECT_NEAR(x(), 0.5 + 0.5 * (1.5 - 0.5), 1e-5);
  apply(SetMask{"Half", {1, 1}});
  advance(0);
  EXPECT_NEAR(x(), 1.5, 1e-5);
  apply(Undo{});
  advance(0);
  EXPECT_NEAR(x(), 1, 1e-5);
}

TEST_F(LayersTest, MasksAreNotRemovedWhileInUseAndFollowANewName) {
  apply(SetMask{"Arms", {1, 0}});
  const int arms = namedMask("Arms"), hands = namedMask("Hands");
  apply(SetTransitionCell{.cells = {{}}, .settings = {.maskJoint = arms}});
  EXPECT_EQ(errorOf(RemoveMask{"Arms"}),
            "the mask 'Arms' is used by the transition set; choose another one there first");
  apply(AddLayer{{.mask = arms}});
  apply(SetQueue{{{.fade = {.clip = 1, .how = {.maskJoint = arms}}}}, false});
  apply(SetFadeSettings{{.maskJoint = arms}});
  const Document before = session.document();
  apply(RenameMask{"Arms", "Hands"});
  EXPECT_EQ(session.fadeSettings().maskJoint, hands);
  EXPECT_EQ(session.character().program().queue().items[0].fade.how.maskJoint, hands);
  EXPECT_EQ(session.character().transitions().at({})->maskJoint, hands);
  EXPECT_EQ(stack().layers[0].mask, hands);
  EXPECT_EQ(session.character().masks().find(arms), nullptr);
  apply(Undo{});
  EXPECT_EQ(session.document(), before);
}

TEST_F(LayersTest, AMaskThatNothingUsesIsRemovedAndComesBack) {
  apply(SetMask{"Arms", {1, 0}});
  const Document before = session.document();
  apply(RemoveMask{"Arms"});
  EXPECT_TRUE(session.character().masks().all().empty());
  apply(Undo{});
  EXPECT_EQ(session.document(), before);
}

TEST_F(LayersTest, WrongMasksAreRefused) {
  EXPECT_EQ(errorOf(SetMask{"", {1, 1}}), "a mask needs a name");
  EXPECT_EQ(errorOf(SetMask{"a", {1}}), "a mask has a weight for each of the 2 joints, not 1");
  EXPECT_EQ(errorOf(SetMask{"a", {1, 1.5f}}), "mask: the weight of joint 1 is 1.5, not between 0 and 1");
  EXPECT_EQ(errorOf(RenameMask{"a", "b"}), "there is no mask 'a'");
  apply(SetMask{"a", {1, 1}});
  apply(SetMask{"b", {1, 1}});
  EXPECT_EQ(errorOf(RenameMask{"a", "b"}), "there is a mask 'b' already");
  EXPECT_EQ(session.character().masks().all().size(), 2u);
}

TEST(NamedMask, NumbersAreNoJoints) {
  EXPECT_TRUE(isNamedMask(namedMask("Arms")));
  EXPECT_TRUE(isNamedMask(namedMask("")));
  EXPECT_NE(namedMask("Arms"), namedMask("Legs"));
  EXPECT_FALSE(isNamedMask(100000));
  EXPECT_FALSE(isNamedMask(-1));
}

}  // namespace

namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

using crossfade::Sync;
using crossfade::TransitionKind;

constexpr int kEvery = -1;

struct TransitionSetTest : testing::Test {
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    ASSERT_TRUE(applied) << applied.error().message;
  }
  void set(CellIndex cell, const FadeChoice& settings) {
    apply(SetTransitionCell{.cells = {cell}, .settings = settings});
  }
  std::string refusal(const Command& command) {
    const auto applied = session.apply(command);
    return applied ? "" : applied.error().message;
  }
  void run(double seconds) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / 0.01)); ++i) session.advance(0.01, profiler);
  }
  const FadeChoice* cell(int from, int to) const { return session.character().transitions().at(pairOf({from, to})); }
  const crossfade::Transition& transition() const { return session.character().player().transition(); }
  const crossfade::TransitionOptions& options() const { return transition().options(); }
  const crossfade::AnimationCurve& curveOfFade() const {
    return session.character().player().transitions().mixer().curves[options().shape.curve];
  }

  Session session{test::character()};  // plays Idle
  FrameProfiler profiler;
};

TEST_F(TransitionSetTest, EachFadeTakesItsCell) {
  set({kIdle, kWalk}, {.seconds = 0.125, .kind = TransitionKind::Linear, .sync = Sync::Phase});
  set({kWalk, kRun}, {.seconds = 0.25, .maskJoint = 1, .maskFeather = 0});
  apply(FadeTo{kWalk});
  EXPECT_EQ(options().seconds, 0.125);
  EXPECT_EQ(options().kind, TransitionKind::Linear);
  EXPECT_EQ(options().sync, Sync::Phase);
  run(0.5);
  apply(FadeTo{kRun});
  EXPECT_EQ(options().seconds, 0.25);
  ASSERT_NE(options().mask, nullptr);
  EXPECT_EQ(options().mask->weight(0), 0);
  EXPECT_EQ(options().mask->weight(1), 1) << "no feather";
}

TEST_F(TransitionSetTest, WhatTheSetLeavesUnsetComesFromThePanel) {
  FadeSettings panel = session.fadeSettings();
  panel.seconds = 0.75;
  panel.kind = TransitionKind::Frozen;
  apply(SetFadeSettings{panel});
  set({kEvery, kWalk}, {.seconds = 0.125});
  apply(FadeTo{kWalk});
  EXPECT_EQ(options().seconds, 0.125);
  EXPECT_EQ(options().kind, TransitionKind::Frozen);
  EXPECT_EQ(session.fadeSettings().seconds, 0.75) << "the panel stays";
  apply(FadeTo{kRun});
  EXPECT_EQ(options().seconds, 0.75);
}

TEST_F(TransitionSetTest, WhatACommandSaysIsNotOverruled) {
  set({}, {.seconds = 0.125, .kind = TransitionKind::Linear, .maskJoint = 1, .maskFeather = 3, .toPhase = 0.5});
  apply(
      FadeTo{.clip = kWalk, .how = {.seconds = 0.5, .kind = TransitionKind::Frozen, .maskJoint = -1, .toPhase = 0.25}});
  EXPECT_EQ(options().seconds, 0.5);
  EXPECT_EQ(options().kind, TransitionKind::Frozen);
  EXPECT_EQ(options().mask, nullptr);
  EXPECT_EQ(session.action(kWalk).time, 0.25);
  apply(FadeTo{.clip = kRun, .usesSet = false});
  EXPECT_EQ(options().seconds, 0.4);
  EXPECT_EQ(session.action(kRun).time, 0);
}

TEST_F(TransitionSetTest, ADefaultLengthYieldsToTheSetAndStandsWithoutIt) {
  apply(FadeTo{.clip = kWalk, .how = {.seconds = 0.7}, .secondsAreDefault = true});
  EXPECT_EQ(options().seconds, 0.7);
  set({kEvery, kRun}, {.seconds = 0.125});
  apply(FadeTo{.clip = kRun, .how = {.seconds = 0.7}, .secondsAreDefault = true});
  EXPECT_EQ(options().seconds, 0.125);
  apply(FadeTo{.clip = kIdle, .how = {.seconds = 0.7}, .secondsAreDefault = true});
  EXPECT_EQ(options().seconds, 0.7);
}

TEST_F(TransitionSetTest, AnInvisibleClipComesInAtItsPhase) {
  set({kEvery, kRun}, {.toPhase = 0.5});
  apply(FadeTo{kRun});
  EXPECT_EQ(session.action(kRun).time, 1.5) << "of 3 s";
}

TEST_F(TransitionSetTest, ACellMayHaveACurveOfItsOwn) {
  const auto step = fadeCurve(FadeCurvePreset::Step), steep = fadeCurve(FadeCurvePreset::Steep);
  set({kIdle, kWalk}, {.kind = TransitionKind::Curve, .curve = step});
  set({kWalk, kRun}, {.kind = TransitionKind::Curve, .curve = steep});
  apply(FadeTo{kWalk});
  EXPECT_EQ(curveOfFade(), step);
  run(0.5);
  apply(FadeTo{kRun});
  EXPECT_EQ(curveOfFade(), steep);
  run(0.5);
  apply(FadeTo{kIdle});
  EXPECT_EQ(curveOfFade(), session.fadeCurve());
  EXPECT_FALSE(session.fadeCurve() == step);
}

TEST_F(TransitionSetTest, TheClipThatARunningFadeGoesToIsTheOneThatIsLeft) {
  set({kWalk, kRun}, {.seconds = 0.125});
  set({kIdle, kRun}, {.seconds = 0.25});
  set({kIdle, kWalk}, {.seconds = 1});
  apply(FadeTo{kWalk});
  run(0.1);  // mostly Idle yet
  apply(FadeTo{kRun});
  EXPECT_EQ(options().seconds, 0.125);
}

TEST_F(TransitionSetTest, FadingAgainToTheSameClipLeavesTheSameClip) {
  set({kIdle, kWalk}, {.seconds = 1});
  apply(FadeTo{kWalk});
  run(0.1);
  apply(FadeTo{kWalk});
  EXPECT_EQ(options().seconds, 1);
}

TEST_F(TransitionSetTest, FieldsAreSetAndClearedOneByOne) {
  set({kWalk, kRun}, {.seconds = 0.125});
  set({kWalk, kRun}, {.kind = TransitionKind::Linear});
  EXPECT_EQ(*cell(kWalk, kRun), (FadeChoice{.seconds = 0.125, .kind = TransitionKind::Linear}));
  apply(ClearTransitionCell{.cells = {{kWalk, kRun}}, .fields = bitOf(&FadeChoice::seconds)});
  EXPECT_EQ(*cell(kWalk, kRun), (FadeChoice{.kind = TransitionKind::Linear}));
  apply(SetTransitionCell{.cells = {{kWalk, kRun}}, .settings = {.toPhase = 0.5}, .replaces = true});
  EXPECT_EQ(*cell(kWalk, kRun), (FadeChoice{.toPhase = 0.5}));
  apply(ClearTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}}});
  EXPECT_TRUE(session.character().transitions().empty());
}

TEST_F(TransitionSetTest, SeveralCellsAtOnceKeepWhatIsTheirOwn) {
  set({kWalk, kRun}, {.kind = TransitionKind::Linear});
  apply(SetTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}, {kIdle, kEvery}}, .settings = {.seconds = 0.125}});
  EXPECT_EQ(*cell(kWalk, kRun), (FadeChoice{.seconds = 0.125, .kind = TransitionKind::Linear}));
  EXPECT_EQ(*cell(kRun, kWalk), (FadeChoice{.seconds = 0.125}));
  EXPECT_EQ(*cell(kIdle, kEvery), (FadeChoice{.seconds = 0.125}));
  apply(ClearTransitions{});
  EXPECT_TRUE(session.character().transitions().empty());
}

TEST_F(TransitionSetTest, RefusesWhatNoFadeCanBeAndChangesNothing) {
  const auto one = [](CellIndex cell, const FadeChoice& settings) {
    return SetTransitionCell{.cells = {{kWalk, kRun}, cell}, .settings = settings};
  };
  EXPECT_EQ(refusal(one({3, kRun}, {.seconds = 1})), "there is no clip 3; the model has 3");
  EXPECT_EQ(refusal(one({kRun, -2}, {.seconds = 1})), "there is no clip -2; the model has 3");
  EXPECT_EQ(refusal(one({}, {.seconds = -1})), "fade length -1 is not between 0 and 3600");
  EXPECT_EQ(refusal(one({}, {.maskJoint = 2, .maskFeather = 0})), "there is no joint 2; the model has 2");
  EXPECT_EQ(refusal(one({}, {.maskJoint = 1, .maskFeather = 65})), "mask feather 65 is not between 0 and 64");
  EXPECT_EQ(refusal(one({}, {.toPhase = 1.5})), "phase of To 1.5 is not between 0 and 1");
  EXPECT_NE(refusal(one({}, {.curve = crossfade::AnimationCurve()})), "");
  EXPECT_EQ(refusal(ClearTransitionCell{.cells = {{3, 3}}}), "there is no clip 3; the model has 3");
  EXPECT_NE(refusal(FadeTo{.clip = kWalk, .how = {.toPhase = 2}}), "");
  EXPECT_NE(refusal(FadeTo{.clip = kWalk, .how = {.curve = crossfade::AnimationCurve()}}), "");
  EXPECT_TRUE(session.character().transitions().empty());
  set({}, {.seconds = 1});
  EXPECT_NE(refusal(FadeTo{7}), "");
}

TEST_F(TransitionSetTest, TheRunningFadeOfAPairFollowsItsCell) {
  const auto steep = fadeCurve(FadeCurvePreset::Steep);
  set({kIdle, kWalk}, {.seconds = 0.5, .kind = TransitionKind::Curve});
  apply(FadeTo{kWalk});
  run(0.25);
  const double weight = session.action(kWalk).getEffectiveWeight();
  set({kIdle, kWalk}, {.seconds = 2, .kind = TransitionKind::Frozen, .sync = Sync::Phase, .curve = steep});
  EXPECT_EQ(options().seconds, 2);
  EXPECT_EQ(options().kind, TransitionKind::Frozen);
  EXPECT_EQ(options().sync, Sync::Phase);
  EXPECT_EQ(curveOfFade(), steep);
  EXPECT_NEAR(session.runningFade()->progress, 0.5, 1e-9) << "the rest is stretched";
  EXPECT_NEAR(weight, 0.5, 1e-9);
  apply(ClearTransitionCell{.cells = {{kIdle, kWalk}}});
  EXPECT_EQ(options().seconds, session.fadeSettings().seconds) << "back to the panel";
  EXPECT_EQ(options().kind, session.fadeSettings().kind);
  EXPECT_EQ(curveOfFade(), session.fadeCurve());
  set({kEvery, kWalk}, {.seconds = 3});
  EXPECT_EQ(options().seconds, 3) << "a rule for more pairs";
}

TEST_F(TransitionSetTest, ARunningFadeKeepsWhatItWasTold) {
  set({kIdle, kWalk}, {.seconds = 0.5});
  apply(FadeTo{.clip = kWalk, .how = {.seconds = 1}});
  run(0.25);
  set({kIdle, kWalk}, {.seconds = 2, .kind = TransitionKind::Frozen});
  EXPECT_EQ(options().seconds, 1);
  EXPECT_EQ(options().kind, TransitionKind::Frozen) << "the command left that open";
  set({kIdle, kRun}, {.kind = TransitionKind::Linear});
  EXPECT_EQ(options().kind, TransitionKind::Frozen) << "another pair";
}

TEST_F(TransitionSetTest, AChangeOfTheSetStandsInTheTimeline) {
  set({kIdle, kWalk}, {.seconds = 0.5, .kind = TransitionKind::Linear});
  apply(FadeTo{kWalk});
  run(0.25);
  set({kIdle, kWalk}, {.seconds = 1});
  run(0.25);
  const double time = session.mixerTime(), weight = session.action(kWalk).getEffectiveWeight();
  EXPECT_NEAR(weight, 0.75, 1e-9);
  run(1);
  apply(ShowMoment{time});
  session.advance(0, profiler);
  EXPECT_NEAR(session.action(kWalk).getEffectiveWeight(), weight, 1e-9);
}

TEST_F(TransitionSetTest, ThePastShowsTheFadesAsTheyWere) {
  set({}, {.seconds = 0.25, .kind = TransitionKind::Linear, .toPhase = 0.25});
  run(0.5);
  apply(FadeTo{kRun});
  run(0.1);
  const crossfade::Pose then = session.pose();
  const double time = session.mixerTime();
  run(1);
  apply(SetTransitionCell{.cells = {CellIndex{}}, .settings = {.seconds = 3, .kind = TransitionKind::Frozen}});
  apply(ShowMoment{time});
  session.advance(0, profiler);
  EXPECT_EQ(session.pose().locals[0].translation, then.locals[0].translation);
  const auto& fade = session.character().timeline().fades()[0];
  apply(EditFade{.fade = fade.id, .begin = 0.45});
  EXPECT_EQ(session.character().timeline().fades()[0].seconds, 0.25);
}

TEST_F(TransitionSetTest, UndoTakesEachChangeBackAndNamesIt) {
  const auto name = [this] { return session.history().step(session.history().stepCount() - 1).name; };
  const Document first = session.document();
  set({kWalk, kRun}, {.seconds = 0.125});
  EXPECT_EQ(name(), "Transition from Walk to Run");
  set({kWalk, kEvery}, {.seconds = 0.25});
  EXPECT_EQ(name(), "Transitions from Walk");
  set({kEvery, kRun}, {.kind = TransitionKind::Linear});
  EXPECT_EQ(name(), "Transitions to Run");
  set({}, {.sync = Sync::Phase});
  EXPECT_EQ(name(), "All transitions");
  const Document last = session.document();
  apply(SetTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}, {kIdle, kWalk}}, .settings = {.toPhase = 0.5}});
  EXPECT_EQ(name(), "Transition from Walk to Run, 2 transitions") << "the first keeps its length";
  apply(Undo{});
  EXPECT_EQ(session.document(), last);
  for (int i = 0; i < 4; ++i) apply(Undo{});
  EXPECT_EQ(session.document(), first);
  for (int i = 0; i < 4; ++i) apply(Redo{});
  EXPECT_EQ(session.document(), last);
}

TEST_F(TransitionSetTest, AnotherModelHasItsOwnAndMoreClipsKeepIt) {
  set({kWalk, kRun}, {.seconds = 0.125});
  Model grown = test::character();
  grown.clips.add(crossfade::test::slide("Jump", 1));
  grown.clipFiles.push_back({.path = "jump.bvh"});
  const std::unique_ptr<Session> more = Session::reloaded(std::move(grown), std::move(session));
  ASSERT_EQ(more->character().transitions().size(), 1u);
  EXPECT_EQ(more->character().transitions().at(pairOf({kWalk, kRun}))->seconds, 0.125);
  Model other = test::character();
  other.name = "other.glb";
  Session next(std::move(other), std::move(*more));
  EXPECT_TRUE(next.character().transitions().empty());
  EXPECT_FALSE(next.history().canUndo());
}

}  // namespace

// Pointing at moments of the fade of From and To: their ghosts beside the character.

namespace {

struct FadeMapCommands : testing::Test {
  FadeMapCommands() { choose(0, 1); }
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    EXPECT_TRUE(applied) << applied.error().message;
  }
  void choose(int from, int to) { apply(SetFadeSettings{{.from = from, .to = to}}); }
  const FadeGhosts& ghosts() const { return session.character().fadeGhosts(); }
  std::size_t ghostsAfterAFrame() {
    session.advance(1.0 / 60, profiler);
    return ghosts().ghosts().size();
  }
  std::string messageFor(const PointAtFade& command) {
    const auto applied = session.apply(command);
    return applied ? "" : applied.error().message;
  }

  Session session{test::swayingModel()};
  FrameProfiler profiler;
};

TEST_F(FadeMapCommands, GhostsStayUntilTheyAreHidden) {
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
  const FadeMoment moment{.from = 1.5, .to = 0.25};
  apply(PointAtFade{moment});
  for (int frame = 0; frame < 5; ++frame) ASSERT_EQ(ghostsAfterAFrame(), 2u) << frame;
  EXPECT_EQ(ghosts().moment(), moment);
  apply(PointAtFade{});
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
}

TEST_F(FadeMapCommands, GhostsEndWithTheMap) {
  apply(ShowFadeMap{MapCost::Distance});
  apply(PointAtFade{FadeMoment{}});
  apply(ShowFadeMap{MapCost::Inertial});
  EXPECT_EQ(ghostsAfterAFrame(), 2u) << "another cost of the same two clips";
  apply(ShowFadeMap{});
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
}

TEST_F(FadeMapCommands, GhostsEndWithTheirClips) {
  apply(PointAtFade{FadeMoment{}});
  choose(2, 1);
  EXPECT_EQ(ghostsAfterAFrame(), 0u) << "another From";
  apply(PointAtFade{FadeMoment{}});
  EXPECT_EQ(ghostsAfterAFrame(), 2u);
  choose(2, 0);
  EXPECT_EQ(ghostsAfterAFrame(), 0u) << "another To";
}

TEST_F(FadeMapCommands, PointingNeedsTwoClipsAndTimesInThem) {
  EXPECT_EQ(messageFor({FadeMoment{.from = -1}}).substr(0, 12), "clip time -1");
  EXPECT_EQ(messageFor({FadeMoment{.to = std::numeric_limits<double>::quiet_NaN()}}),
            "clip time is not a finite number");
  choose(0, -1);
  EXPECT_EQ(messageFor({FadeMoment{}}), "first choose the two clips to fade between");
  EXPECT_EQ(messageFor({}), "") << "there is nothing to hide";
  EXPECT_EQ(ghostsAfterAFrame(), 0u);
}

}  // namespace

}  // namespace app
