#include "app/session/undo_history.h"
#include "app/session/shapes/shape_scene.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/random_commands.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

struct UndoTest : testing::Test {
  void doAll(const Commands& commands) {
    for (const Command& command : commands) {
      const auto done = session.apply(command);
      ASSERT_TRUE(done) << done.error().message;
    }
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (int i = 0; i < session.history().stepCount(); ++i) all.push_back(session.history().step(i).name);
    return all;
  }

  Session session{test::modelForMonkeys()};
  FrameProfiler profiler;
};

using Names = std::vector<std::string>;

TEST_F(UndoTest, TakesChangesBackAndMakesThemAgain) {
  const Document first = session.document();
  doAll({SetClip{kWalk, &ClipSettings::weight, 0.5}, SetSpeed{2},
         SetClip{kRun, &ClipSettings::loop, crossfade::Loop::PingPong}});
  const Document last = session.document();
  doAll({Undo{}});
  EXPECT_EQ(session.action(kRun).loop, crossfade::Loop::Repeat);
  EXPECT_EQ(session.speed(), 2);
  doAll({Undo{}, Undo{}});
  EXPECT_EQ(session.document(), first);
  EXPECT_EQ(session.action(kWalk).weight, 1);
  EXPECT_FALSE(session.history().canUndo());
  doAll({Redo{}, Redo{}, Redo{}});
  EXPECT_EQ(session.document(), last);
  EXPECT_FALSE(session.history().canRedo());
}

TEST_F(UndoTest, NamesWhatChanged) {
  FadeSettings fade = session.fadeSettings();
  fade.seconds = 1;
  doAll({SetFadeSettings{fade}, SetClip{kRun, &ClipSettings::weight, 2}, HoldMorph{1, 0.5}, shapes::AddPoint{{1, 2}},
         TimingCommand{SetTiming{&TimingSettings::maxSteps, 3}}});
  EXPECT_EQ(names(), (Names{"Fade length 0.40 -> 1.00 s", "Run: Weight 1 -> 2", "Morph frown none -> 0.5", "Add point",
                            "Largest number of steps in a frame 15 -> 3"}));
  fade.kind = crossfade::TransitionKind::Linear;
  fade.warp = true;
  doAll({SetFadeSettings{fade}});
  EXPECT_EQ(names().back(), "Fade kind curve -> linear, Fade tempo on");
}

TEST_F(UndoTest, TakesBackThePairTheQueueAndTheComparison) {
  using crossfade::TransitionKind;
  doAll({SetFadeSettings{{.from = kWalk, .to = kRun}}, SetPair{{.toPhase = 0.5}}, SetQueue{{{.fade = {.clip = kRun}}}},
         LoopFade{}, LoopFade{false}});
  const Document before = session.document();
  doAll({SetComparison{{{.kind = TransitionKind::Linear}, {.kind = TransitionKind::Inertial}}}});
  EXPECT_EQ(names(), (Names{"Phase of To none -> 0.5", "Queue", "Loop on", "Loop off", "Comparison"}));
  const Document compared = session.document();
  EXPECT_TRUE(compared.pair.loops) << "a comparison plays the pair in a loop";
  doAll({Undo{}});
  EXPECT_EQ(session.document(), before);
  EXPECT_FALSE(session.character().isComparing());
  doAll({Redo{}});
  EXPECT_EQ(session.document(), compared);
  doAll({LoopFade{false}, SetComparison{}, StopSequence{}, Undo{}});
  EXPECT_TRUE(session.character().isComparing());
  EXPECT_FALSE(session.character().program().pair().loops) << "as it was, although a comparison begins";
  while (session.history().canUndo()) doAll({Undo{}});
  EXPECT_TRUE(session.character().program().queue().items.empty());
  EXPECT_FALSE(session.character().program().pair().toPhase);
}

TEST_F(UndoTest, TheCameraGoesBackToOneFigure) {
  const Camera alone = session.camera();
  doAll({SetComparison{{{.kind = crossfade::TransitionKind::Linear}, {}}}});
  ASSERT_NE(session.camera(), alone);
  doAll({UndoCamera{}});
  EXPECT_EQ(session.camera(), alone);
}

TEST_F(UndoTest, WhatChangesNothingIsNoStep) {
  const auto refused = session.apply(SetClip{kWalk, &ClipSettings::weight, -1});
  EXPECT_FALSE(refused);
  doAll({SetClip{kWalk, &ClipSettings::weight, 1}, SetSpeed{1}, SetViewOptions{session.view()}});
  EXPECT_EQ(session.history().stepCount(), 0);
}

TEST_F(UndoTest, PlayingAndFadingAreNoSteps) {
  doAll({PlayClip{kRun}, FadeTo{kWalk, {.seconds = 0.2}}, SetClipTime{kWalk, 0.3}, FadeIn{kIdle}, SetPaused{true},
         StopAll{}, ShowScene{SceneKind::Timing}, SelectJoint{1}, shapes::SetTime{1}});
  EXPECT_EQ(session.history().stepCount(), 0);
  EXPECT_FALSE(session.apply(Undo{}));
  EXPECT_EQ(session.message()->text, "nothing to undo");
}

TEST_F(UndoTest, HowOneLooksAtThingsIsNoStep) {
  doAll({SetSpeed{2}, SetSpeed{3}, Undo{}});
  const auto state = session.history().state();
  doAll({SetViewOptions{{.skeleton = true, .darkBackground = false}}, TraceJoint{1, true}});
  EXPECT_EQ(names(), (Names{"Speed 1 -> 2", "Speed 2 -> 3"}));
  EXPECT_EQ(session.history().state(), state);
  EXPECT_TRUE(session.history().canRedo());
  doAll({Undo{}, Redo{}, Redo{}});
  EXPECT_TRUE(session.view().skeleton);
  EXPECT_FALSE(session.view().darkBackground);
  EXPECT_EQ(session.character().joints().traced().size(), 1u);
}

TEST_F(UndoTest, AStepLeavesTheViewAsItIs) {
  doAll({BeginGesture{}, SetSpeed{2}, SetViewOptions{&ViewOptions::grid, false}, SetSpeed{3}, EndGesture{},
         BeginGesture{}, SetViewOptions{&ViewOptions::exposure, 1.0f}, EndGesture{}});
  EXPECT_EQ(names(), Names{"Speed 1 -> 3"});
  doAll({Undo{}});
  EXPECT_EQ(session.speed(), 1);
  EXPECT_FALSE(session.view().grid);
  EXPECT_EQ(session.view().exposure, 1);
}

TEST_F(UndoTest, KeepsWhichClipsFade) {
  FadeSettings fade = session.fadeSettings();
  fade.seconds = 1;
  doAll({SetFadeSettings{fade}, FadeTo{kRun}, Undo{}});
  EXPECT_EQ(session.fadeSettings().seconds, 0.4);
  EXPECT_EQ(session.fadeSettings().to, kRun) << "the fade is still running";
}

TEST_F(UndoTest, PlayingADisabledClipEnablesItAndThatIsAStep) {
  doAll({SetClip{kWalk, &ClipSettings::enabled, false}, PlayClip{kWalk}});
  EXPECT_TRUE(session.action(kWalk).enabled);
  EXPECT_EQ(names(), (Names{"Walk: Enabled off", "Walk: Enabled on"}));
  doAll({Undo{}});
  EXPECT_FALSE(session.action(kWalk).enabled);
}

TEST_F(UndoTest, AGestureIsOneStep) {
  doAll({BeginGesture{}, SetClip{kWalk, &ClipSettings::weight, 0.9}, SetClip{kWalk, &ClipSettings::weight, 0.8},
         SetClip{kWalk, &ClipSettings::weight, 0.7}, EndGesture{}, SetClip{kWalk, &ClipSettings::weight, 0.6}});
  EXPECT_EQ(names(), (Names{"Walk: Weight 1 -> 0.7", "Walk: Weight 0.7 -> 0.6"}));
  doAll({Undo{}});
  EXPECT_EQ(session.action(kWalk).weight, 0.7);
  doAll({Undo{}});
  EXPECT_EQ(session.action(kWalk).weight, 1);
  doAll({Redo{}});
  EXPECT_EQ(session.action(kWalk).weight, 0.7);
}

TEST_F(UndoTest, AGestureThatEndsWhereItBeganIsNoStep) {
  doAll({SetSpeed{2}, BeginGesture{}, SetClip{kWalk, &ClipSettings::weight, 0.9},
         SetClip{kWalk, &ClipSettings::weight, 1}, EndGesture{}});
  EXPECT_EQ(names(), Names{"Speed 1 -> 2"});
}

TEST_F(UndoTest, AnUndoInAGestureLeavesTheRestOfItAStep) {
  doAll({BeginGesture{}, SetClip{kWalk, &ClipSettings::weight, 0.9}, Undo{}, SetClip{kWalk, &ClipSettings::weight, 0.8},
         SetClip{kWalk, &ClipSettings::weight, 0.5}, EndGesture{}});
  EXPECT_EQ(session.history().stepCount(), 1);
  doAll({Undo{}});
  EXPECT_EQ(session.action(kWalk).weight, 1);
}

TEST_F(UndoTest, AnInsertedPointAndItsDragAreOneStepNamedAfterTheFirst) {
  doAll({shapes::UsePresetPair{}});
  const auto before = session.shapes().keys();
  doAll({BeginGesture{}, shapes::InsertPoint{0, 1, {5, 5}}, shapes::MovePoint{0, 1, {6, 6}},
         shapes::MovePoint{0, 1, {7, 7}}, EndGesture{}});
  EXPECT_EQ(names().back(), "Insert point");
  doAll({Undo{}});
  EXPECT_EQ(session.shapes().keys(), before);
}

TEST_F(UndoTest, ShapesAndClipsAreInOneOrderAndShownWhereTheyHappened) {
  doAll({ShowScene{SceneKind::Shapes}, shapes::AddPoint{{1, 1}}, ShowScene{SceneKind::Character},
         SetClip{kWalk, &ClipSettings::weight, 0.5}, ShowScene{SceneKind::Shapes}, shapes::AddPoint{{2, 2}},
         ShowScene{SceneKind::Timing}});
  doAll({Undo{}});
  EXPECT_EQ(session.shapes().drawing().size(), 1u);
  EXPECT_EQ(session.scene(), SceneKind::Shapes);
  doAll({Undo{}});
  EXPECT_EQ(session.action(kWalk).weight, 1);
  EXPECT_EQ(session.scene(), SceneKind::Character);
  doAll({Undo{}});
  EXPECT_TRUE(session.shapes().drawing().empty());
  doAll({Redo{}, Redo{}, Redo{}});
  EXPECT_EQ(session.shapes().drawing().size(), 2u);
}

TEST_F(UndoTest, GoesToAnyStep) {
  for (int i = 1; i <= 5; ++i) doAll({SetSpeed{static_cast<double>(i) + 1}});
  doAll({GoToStep{2}});
  EXPECT_EQ(session.speed(), 3);
  EXPECT_EQ(session.history().position(), 2);
  doAll({GoToStep{5}});
  EXPECT_EQ(session.speed(), 6);
  EXPECT_FALSE(session.apply(GoToStep{6}));
  EXPECT_FALSE(session.apply(GoToStep{-1}));
}

TEST_F(UndoTest, AChangeForgetsWhatCouldBeRedone) {
  doAll({SetSpeed{2}, SetSpeed{3}, Undo{}, SetClip{kRun, &ClipSettings::weight, 0.5}});
  EXPECT_FALSE(session.history().canRedo());
  EXPECT_EQ(names(), (Names{"Speed 1 -> 2", "Run: Weight 1 -> 0.5"}));
}

TEST_F(UndoTest, StatesHaveNumbersThatUndoBringsBack) {
  const auto first = session.history().state();
  doAll({SetSpeed{2}});
  const auto second = session.history().state();
  EXPECT_NE(second, first);
  doAll({Undo{}});
  EXPECT_EQ(session.history().state(), first);
  doAll({SetSpeed{3}});
  EXPECT_NE(session.history().state(), second) << "another change is another state";
  doAll({Undo{}, ForgetHistory{}});
  EXPECT_FALSE(session.history().canRedo());
}

TEST_F(UndoTest, ForgetsTheOldestBeyondItsLimits) {
  std::vector<std::uint64_t> states;
  for (int i = 0; i < 600; ++i) {
    doAll({SetClip{kWalk, &ClipSettings::weight, i % 2 == 0 ? 0.5 : 0.6}});
    states.push_back(session.history().state());
  }
  EXPECT_EQ(session.history().stepCount(), static_cast<int>(UndoHistory::kMaxSteps));
  while (session.history().canUndo()) doAll({Undo{}});
  EXPECT_EQ(session.action(kWalk).weight, 0.6) << "the state before the oldest step";
  EXPECT_EQ(session.history().state(), states[600 - UndoHistory::kMaxSteps - 1]);

  std::vector<glm::dvec2> many(9'000);
  const KeyShape large{.name = "large", .shape = *crossfade::Shape::make(many, true)};
  for (int i = 0; i < 100; ++i) doAll({shapes::ImportShapes{.keys = {large}}, shapes::ClearCanvas{}});
  EXPECT_LE(session.history().bytes(), UndoHistory::kMaxBytes);
  EXPECT_GT(session.history().stepCount(), 10);
}

TEST_F(UndoTest, CountsTheBytesOfTheListsThatAStepHolds) {
  const auto held = [&] {  // by the last step, which is one command and its opposite
    return session.history().step(session.history().stepCount() - 1).bytes - 2 * sizeof(Command);
  };
  const auto queueOf = [](std::size_t count) {
    return SetQueue{std::vector<SequenceItem>(count, SequenceItem{.fade = {.clip = kRun}})};
  };
  doAll({queueOf(10)});
  EXPECT_EQ(held(), 10 * sizeof(SequenceItem));
  doAll({queueOf(4)});
  EXPECT_EQ(held(), 14 * sizeof(SequenceItem)) << "before and after";
  doAll({AddLayer{{.clip = kRun}}});
  EXPECT_EQ(held(), sizeof(LayerSettings));
  doAll({AddLayer{{.clip = kIdle}}});
  EXPECT_EQ(held(), 3 * sizeof(LayerSettings));
  doAll({SetMarkers{kWalk, {{.time = 0.1}, {.time = 0.2}, {.time = 0.3}}}});
  EXPECT_EQ(held(), 3 * sizeof(crossfade::SyncMarker));
  doAll({SetMask{"arm", {0, 1}}});
  EXPECT_EQ(held(), 2 * sizeof(float));
  const crossfade::AnimationCurve curve = *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1);
  doAll({SetTransitionCell{.cells = {{kWalk, kRun}, {kRun, kWalk}}, .settings = {.curve = curve}}});
  EXPECT_EQ(held(), 4 * sizeof(CellIndex) + 2 * sizeof(crossfade::CurveKey)) << "before, the cells had no curve";
}

TEST_F(UndoTest, TheCameraHasAHistoryOfItsOwn) {
  const Camera first = session.camera();
  doAll({BeginGesture{}, OrbitCamera{0.1f, 0}, OrbitCamera{0.1f, 0}, EndGesture{}, SetSpeed{2}, DollyCamera{0.9f},
         DollyCamera{0.9f}});
  EXPECT_EQ(session.history().stepCount(), 1);
  doAll({UndoCamera{}});
  EXPECT_EQ(session.camera().distance, first.distance) << "notches of the wheel in a row are one step";
  EXPECT_NE(session.camera().yaw, first.yaw);
  doAll({UndoCamera{}});
  EXPECT_EQ(session.camera(), first) << "a drag is one step";
  EXPECT_EQ(session.speed(), 2);
  EXPECT_FALSE(session.apply(UndoCamera{}));
  doAll({RedoCamera{}, RedoCamera{}});
  EXPECT_LT(session.camera().distance, first.distance);
  doAll({ShowScene{SceneKind::Crowd}});
  EXPECT_FALSE(session.cameraHistory().canUndo()) << "the crowd's camera was not moved";
}

TEST_F(UndoTest, AnotherModelKeepsOnlyWhatStillMakesSense) {
  FadeSettings masked = session.fadeSettings();
  masked.maskJoint = 1;
  FadeSettings longer = session.fadeSettings();
  longer.seconds = 0.9;
  doAll({SetSpeed{2}, SetClip{kWalk, &ClipSettings::weight, 0.5}, shapes::AddPoint{{1, 1}}, SetFadeSettings{longer},
         SetFadeSettings{masked}, HoldMorph{0, 1.0}});
  Session next(test::character(), std::move(session));
  EXPECT_FALSE(next.hasUnsavedChanges()) << "it is another document";
  ASSERT_EQ(next.history().stepCount(), 3);
  EXPECT_EQ(next.history().step(0).name, "Speed 1 -> 2");
  EXPECT_EQ(next.history().step(1).name, "Add point");
  EXPECT_EQ(next.history().step(2).scene, SceneKind::Character) << "a length of fades, without a mask";
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(next.apply(Undo{}));
  EXPECT_EQ(next.speed(), 1);
}

TEST_F(UndoTest, TheSameModelWithMoreClipsKeepsEverything) {
  doAll(
      {SetClip{kWalk, &ClipSettings::weight, 0.5}, OrbitCamera{1, 0}, SetFadeSettings{{.seconds = 2, .maskJoint = 1}}});
  const Camera camera = session.camera();
  Model more = session.model();
  more.clips.add(crossfade::test::slide("Jump", 1, 0, 1));
  more.clipFiles = {{.path = "jump.bvh"}};
  const std::unique_ptr<Session> grown = Session::reloaded(std::move(more), std::move(session));
  Session& next = *grown;
  EXPECT_TRUE(next.hasUnsavedChanges());
  EXPECT_EQ(next.action(kWalk).weight, 0.5);
  EXPECT_EQ(next.camera(), camera);
  EXPECT_EQ(next.fadeSettings().maskJoint, 1);
  ASSERT_TRUE(next.apply(Undo{}));
  ASSERT_TRUE(next.apply(Undo{}));
  EXPECT_EQ(next.action(kWalk).weight, 1);
}

TEST_F(UndoTest, AModelThatGetsMoreClipsDuringAGestureMakesItTwoSteps) {
  doAll({BeginGesture{}, SetClip{kWalk, &ClipSettings::weight, 0.5}});
  Model more = session.model();
  more.clips.add(crossfade::test::slide("Jump", 1, 0, 1));
  const std::unique_ptr<Session> grown = Session::reloaded(std::move(more), std::move(session));
  Session& next = *grown;
  for (const double weight : {0.25, 0.125}) ASSERT_TRUE(next.apply(SetClip{kWalk, &ClipSettings::weight, weight}));
  ASSERT_TRUE(next.apply(EndGesture{}));
  EXPECT_EQ(next.history().stepCount(), 2);
  ASSERT_TRUE(next.apply(Undo{}));
  EXPECT_EQ(next.action(kWalk).weight, 0.5);
  ASSERT_TRUE(next.apply(Undo{}));
  EXPECT_EQ(next.action(kWalk).weight, 1);
}

TEST_F(UndoTest, AFirstModelWithMoreClipsIsFramed) {
  Session empty{Model{}};
  Model model = test::character();
  model.clipFiles = {{.path = "jump.bvh"}};
  const Session next(std::move(model), std::move(empty));
  EXPECT_EQ(next.camera().target.y, next.restBounds().center().y);
  EXPECT_FALSE(next.hasUnsavedChanges());
}

TEST_F(UndoTest, FramesWithoutChangesAllocateNothing) {
  doAll({SetSpeed{2}});
  session.advance(0.01, profiler);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(session.apply(ReportLoading{}));
    ASSERT_TRUE(session.apply(SetAspect{1.5f}));
    session.advance(0.01, profiler);
  }
  EXPECT_EQ(guard.count(), 0);
}

Names differences(const Document& a, const Document& b, const Model& model) {
  Names names;
  for (const DocumentChange& change : changesBetween(a, b, model)) names.push_back(change.name);
  return names;
}

/// What the scenes say now. The command changes nothing, but afterwards the session reads its document again.
const Document& readAgain(Session& session) {
  EXPECT_TRUE(session.apply(SetSpeed{session.speed()}));
  return session.document();
}

// Time, playback, the timeline and the history change no setting that the session would not notice.
TEST(UndoMonkey, TheDocumentIsWhatTheScenesSay) {
  Session session(test::modelForMonkeys());
  FrameProfiler profiler;
  test::RandomCommands random(19);
  for (int i = 0; i < 4000; ++i) {
    const Command command = random.next(session);
    (void)session.apply(command);
    if (random.whole(0, 3) == 0) session.advance(0.05, profiler);
    if (random.whole(0, 20) == 0) (void)session.apply(Undo{});
    if (random.whole(0, 20) == 0) (void)session.apply(Redo{});
    const Document known = session.document();
    ASSERT_EQ(differences(known, readAgain(session), session.model()), Names{}) << "command " << i;
    ASSERT_TRUE(known == session.document()) << "command " << i;
  }
}

/// Without how one looks at things, which is no change.
Document content(const Session& session) {
  Document document = session.document();
  document.view = {};
  document.tracedJoints.clear();
  return document;
}

// A monkey of 20,000 commands, in runs that the history can hold.
TEST(UndoMonkey, UndoneIsTheFirstDocumentAndRedoneTheLast) {
  constexpr int kRuns = 50, kCommands = 400;
  Session session(test::modelForMonkeys());
  FrameProfiler profiler;
  test::RandomCommands random(7);
  for (int run = 0; run < kRuns; ++run) {
    ASSERT_TRUE(session.apply(ForgetHistory{}));
    const Document first = content(session);
    for (int i = 0; i < kCommands; ++i) {
      if (random.whole(0, 9) == 0) (void)session.apply(BeginGesture{});
      (void)session.apply(random.next(session));
      if (random.whole(0, 9) == 0) (void)session.apply(EndGesture{});
      if (random.whole(0, 9) == 0 && session.scene() == SceneKind::Character) session.advance(0.05, profiler);
      if (random.whole(0, 20) == 0) (void)session.apply(Undo{});
      if (random.whole(0, 40) == 0) (void)session.apply(Redo{});
    }
    (void)session.apply(EndGesture{});
    const Document last = content(session);
    const int position = session.history().position();
    ASSERT_GT(position, 50);
    while (session.history().canUndo()) ASSERT_TRUE(session.apply(Undo{}));
    ASSERT_EQ(differences(content(session), first, session.model()), Names{}) << "run " << run;
    ASSERT_TRUE(content(session) == first);
    ASSERT_TRUE(session.apply(GoToStep{position}));
    ASSERT_EQ(differences(content(session), last, session.model()), Names{}) << "run " << run;
    ASSERT_TRUE(content(session) == last);
  }
}

}  // namespace
}  // namespace app
