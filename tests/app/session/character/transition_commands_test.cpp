#include "app/session/character/character_commands.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/random_commands.h"

namespace app {
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
  void set(CellIndex cell, const CellSettings& settings) {
    apply(SetTransitionCell{.cells = {cell}, .settings = settings});
  }
  std::string refusal(const Command& command) {
    const auto applied = session.apply(command);
    return applied ? "" : applied.error().message;
  }
  void run(double seconds) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / 0.01)); ++i) session.advance(0.01, profiler);
  }
  const CellSettings* cell(int from, int to) const { return session.character().transitions().at(pairOf({from, to})); }
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
  set({kWalk, kRun}, {.seconds = 0.25, .mask = FadeMask{1, 0}});
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
  set({}, {.seconds = 0.125, .kind = TransitionKind::Linear, .mask = FadeMask{1, 3}, .toPhase = 0.5});
  apply(FadeTo{.clip = kWalk, .seconds = 0.5, .kind = TransitionKind::Frozen, .maskJoint = -1, .entry = 0.25});
  EXPECT_EQ(options().seconds, 0.5);
  EXPECT_EQ(options().kind, TransitionKind::Frozen);
  EXPECT_EQ(options().mask, nullptr);
  EXPECT_EQ(session.action(kWalk).time, 0.25);
  apply(FadeTo{.clip = kRun, .usesSet = false});
  EXPECT_EQ(options().seconds, 0.4);
  EXPECT_EQ(session.action(kRun).time, 0);
}

TEST_F(TransitionSetTest, ADefaultLengthYieldsToTheSetAndStandsWithoutIt) {
  apply(FadeTo{.clip = kWalk, .seconds = 0.7, .secondsAreDefault = true});
  EXPECT_EQ(options().seconds, 0.7);
  set({kEvery, kRun}, {.seconds = 0.125});
  apply(FadeTo{.clip = kRun, .seconds = 0.7, .secondsAreDefault = true});
  EXPECT_EQ(options().seconds, 0.125);
  apply(FadeTo{.clip = kIdle, .seconds = 0.7, .secondsAreDefault = true});
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
  EXPECT_EQ(*cell(kWalk, kRun), (CellSettings{.seconds = 0.125, .kind = TransitionKind::Linear}));
  apply(ClearTransitionCell{.cells = {{kWalk, kRun}}, .field = CellField::Seconds});
  EXPECT_EQ(*cell(kWalk, kRun), (CellSettings{.kind = TransitionKind::Linear}));
  apply(SetTransitionCell{.cells = {{kWalk, kRun}}, .settings = {.toPhase = 0.5}, .replaces = true});
  EXPECT_EQ(*cell(kWalk, kRun), (CellSettings{.toPhase = 0.5}));
  apply(ClearTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}}});
  EXPECT_TRUE(session.character().transitions().empty());
}

TEST_F(TransitionSetTest, SeveralCellsAtOnceKeepWhatIsTheirOwn) {
  set({kWalk, kRun}, {.kind = TransitionKind::Linear});
  apply(SetTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}, {kIdle, kEvery}}, .settings = {.seconds = 0.125}});
  EXPECT_EQ(*cell(kWalk, kRun), (CellSettings{.seconds = 0.125, .kind = TransitionKind::Linear}));
  EXPECT_EQ(*cell(kRun, kWalk), (CellSettings{.seconds = 0.125}));
  EXPECT_EQ(*cell(kIdle, kEvery), (CellSettings{.seconds = 0.125}));
  apply(ClearTransitions{});
  EXPECT_TRUE(session.character().transitions().empty());
}

TEST_F(TransitionSetTest, RefusesWhatNoFadeCanBeAndChangesNothing) {
  const auto one = [](CellIndex cell, const CellSettings& settings) {
    return SetTransitionCell{.cells = {{kWalk, kRun}, cell}, .settings = settings};
  };
  EXPECT_EQ(refusal(one({3, kRun}, {.seconds = 1})), "there is no clip 3; the model has 3");
  EXPECT_EQ(refusal(one({kRun, -2}, {.seconds = 1})), "there is no clip -2; the model has 3");
  EXPECT_EQ(refusal(one({}, {.seconds = -1})), "fade length -1 is not between 0 and 3600");
  EXPECT_EQ(refusal(one({}, {.mask = FadeMask{2, 0}})), "there is no joint 2; the model has 2");
  EXPECT_EQ(refusal(one({}, {.mask = FadeMask{1, 65}})), "mask feather 65 is not between 0 and 64");
  EXPECT_EQ(refusal(one({}, {.toPhase = 1.5})), "phase of To 1.5 is not between 0 and 1");
  EXPECT_NE(refusal(one({}, {.curve = crossfade::AnimationCurve()})), "");
  EXPECT_EQ(refusal(ClearTransitionCell{.cells = {{3, 3}}}), "there is no clip 3; the model has 3");
  EXPECT_NE(refusal(FadeTo{.clip = kWalk, .entry = 2}), "");
  EXPECT_NE(refusal(FadeTo{.clip = kWalk, .curve = crossfade::AnimationCurve()}), "");
  EXPECT_TRUE(session.character().transitions().empty());
  set({}, {.seconds = 1});
  EXPECT_NE(refusal(FadeTo{7}), "");
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
  const Document first = documentOf(session);
  set({kWalk, kRun}, {.seconds = 0.125});
  EXPECT_EQ(name(), "Transition from Walk to Run");
  set({kWalk, kEvery}, {.seconds = 0.25});
  EXPECT_EQ(name(), "Transitions from Walk");
  set({kEvery, kRun}, {.kind = TransitionKind::Linear});
  EXPECT_EQ(name(), "Transitions to Run");
  set({}, {.sync = Sync::Phase});
  EXPECT_EQ(name(), "All transitions");
  const Document last = documentOf(session);
  apply(SetTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}, {kIdle, kWalk}}, .settings = {.toPhase = 0.5}});
  EXPECT_EQ(name(), "Transition from Walk to Run, 2 transitions") << "the first keeps its length";
  apply(Undo{});
  EXPECT_EQ(documentOf(session), last);
  for (int i = 0; i < 4; ++i) apply(Undo{});
  EXPECT_EQ(documentOf(session), first);
  for (int i = 0; i < 4; ++i) apply(Redo{});
  EXPECT_EQ(documentOf(session), last);
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
}  // namespace app
