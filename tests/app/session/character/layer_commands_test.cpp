// Layers and named masks in a session.
#include "app/session/character/character_commands.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
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
  apply(FadeTo{.clip = kSprint, .seconds = 10, .maskJoint = namedMask("Half")});
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
  apply(FadeTo{kStride, 0.1});
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
  const Document first = documentOf(session);
  apply(AddLayer{pose(kSprint, 0.5)});
  apply(AddLayer{pose(kStride, 0.5)});
  LayerSettings louder = pose(kSprint, 0.5);
  louder.weight = 0.5;
  apply(SetLayer{0, louder});
  EXPECT_EQ(session.history().step(2).name, "Layer Run: Weight 1 -> 0.5");
  apply(MoveLayer{0, 1});
  apply(SetBaseLayer{.muted = true});
  apply(RemoveLayer{0});
  const Document last = documentOf(session);
  for (int i = 0; i < 6; ++i) apply(Undo{});
  EXPECT_EQ(documentOf(session), first);
  for (int i = 0; i < 6; ++i) apply(Redo{});
  EXPECT_EQ(documentOf(session), last);
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
  apply(
      FadeTo{.clip = kSprint, .seconds = 0, .kind = crossfade::TransitionKind::Linear, .maskJoint = namedMask("Half")});
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
  apply(SetTransitionCell{.cells = {{}}, .settings = {.mask = FadeMask{arms}}});
  EXPECT_EQ(errorOf(RemoveMask{"Arms"}),
            "the mask 'Arms' is used by the transition set; choose another one there first");
  apply(AddLayer{{.mask = arms}});
  apply(SetQueue{{{.fade = {.clip = 1, .maskJoint = arms}}}, false});
  apply(SetFadeSettings{{.maskJoint = arms}});
  const Document before = documentOf(session);
  apply(RenameMask{"Arms", "Hands"});
  EXPECT_EQ(session.fadeSettings().maskJoint, hands);
  EXPECT_EQ(session.character().program().queue().items[0].fade.maskJoint, hands);
  EXPECT_EQ(session.character().transitions().at({})->mask->joint, hands);
  EXPECT_EQ(stack().layers[0].mask, hands);
  EXPECT_EQ(session.character().masks().find(arms), nullptr);
  apply(Undo{});
  EXPECT_EQ(documentOf(session), before);
}

TEST_F(LayersTest, AMaskThatNothingUsesIsRemovedAndComesBack) {
  apply(SetMask{"Arms", {1, 0}});
  const Document before = documentOf(session);
  apply(RemoveMask{"Arms"});
  EXPECT_TRUE(session.character().masks().all().empty());
  apply(Undo{});
  EXPECT_EQ(documentOf(session), before);
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
}  // namespace app
