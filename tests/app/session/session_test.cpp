#include "app/session/session.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/session/timing/timing_scene.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

struct SessionTest : testing::Test {
  void advance(double seconds) { session.advance(seconds, profiler); }
  double shownX() const { return session.posed().worlds[0][3].x; }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(SessionTest, BeginsWithIdlePlayingAndTheModelInView) {
  EXPECT_EQ(session.dominantClip(), kIdle) << "'Character|Idle_01'";
  EXPECT_TRUE(session.action(kIdle).isRunning());
  EXPECT_FALSE(session.action(kWalk).isScheduled());
  EXPECT_FALSE(session.paused());
  EXPECT_FALSE(session.message());
  EXPECT_EQ(session.restBounds().max, glm::vec3(1, 1, 0));
  EXPECT_EQ(session.camera().target.y, session.restBounds().center().y);
}

TEST_F(SessionTest, TheCameraFramesTheOpeningClipAsItMoves) {
  // Idling, the triangle, which is 1 long, slides from x = 0 to 2; the last of 8 poses is at 1.75.
  EXPECT_NEAR(session.camera().target.x, (0 + 1 + 1.75) / 2, 1e-5);
  EXPECT_EQ(session.action(kIdle).time, 0) << "afterward it is at its start";
  EXPECT_NEAR(session.pose().locals[0].translation.x, 0, 1e-6);
  const float distance = session.camera().distance;
  ASSERT_TRUE(session.apply(DollyCamera{3}));
  ASSERT_TRUE(session.apply(FrameCamera{}));
  EXPECT_FLOAT_EQ(session.camera().distance, distance);
}

TEST(Session, PrefersTheClipNamedExactlyIdle) {
  EXPECT_EQ(Session(test::modelWithClips({"Walk", "Idle_Gun", "IDLE"})).dominantClip(), 2);
}

TEST(Session, WithoutAnIdleBeginsWithTheFirstClipThatMoves) {
  Model model = test::modelWithClips({"Walk", "Run"});
  model.clips = crossfade::ClipSet({crossfade::test::stillClip("Idle pose"), model.clips[0], model.clips[1]});
  EXPECT_EQ(Session(std::move(model)).dominantClip(), 1);
  Model still = test::modelWithClips({});
  still.clips.add(crossfade::test::stillClip("a pose"));
  EXPECT_EQ(Session(std::move(still)).dominantClip(), 0);
}

TEST(Session, OfAModelWithoutAnythingStillRuns) {
  Session session{Model{}};
  FrameProfiler profiler;
  session.advance(0.1, profiler);
  EXPECT_EQ(session.dominantClip(), -1);
  EXPECT_EQ(session.clipCount(), 0);
  EXPECT_TRUE(std::isfinite(session.camera().distance));
}

TEST(Session, TheFloorIsAtZeroUnlessTheModelEndsFarFromIt) {
  const auto floorUnder = [](float lowest, float height) {
    Model model = test::modelWithClips({});
    model.meshes[0].primitives[0].positions = {{0, lowest, 0}, {1, lowest, 0}, {0, lowest + height, 0}};
    return Session(std::move(model)).groundHeight();
  };
  for (const float height : {0.1f, 1.8f, 20.0f}) {
    for (const float share : {-0.04f, 0.0f, 0.04f}) EXPECT_EQ(floorUnder(share * height, height), 0) << share;
    for (const float share : {-0.06f, 0.06f, 3.0f}) EXPECT_FLOAT_EQ(floorUnder(share * height, height), share * height);
  }
}

TEST(Session, KeepsItsSettingsForTheNextModel) {
  const Session session(
      test::character(),
      {.view = {.skeleton = true}, .character = {.speed = 0.5, .fade = {.seconds = 2, .warp = true}}, .aspect = 1});
  EXPECT_TRUE(session.view().skeleton);
  EXPECT_EQ(session.speed(), 0.5);
  EXPECT_EQ(session.fadeSettings().seconds, 2);
  EXPECT_TRUE(session.fadeSettings().warp);
}

TEST_F(SessionTest, AdvancePosesTheModel) {
  advance(0.5);
  EXPECT_FLOAT_EQ(shownX(), 0.5f) << "the idle clip goes from 0 to 2 in two seconds";
  EXPECT_FLOAT_EQ(session.posed().worlds[1][3].y, 1) << "the second joint one above the first";
  EXPECT_FLOAT_EQ(session.posed().worlds[1][3].x, 0.5f);
}

TEST_F(SessionTest, AdvanceTreatsANonFiniteTimeAsZero) {
  advance(0.25);
  for (const double broken : {double(NAN), double(INFINITY), -double(INFINITY), 1e308 * 10}) advance(broken);
  ASSERT_TRUE(session.apply(Step{0.25}));
  ASSERT_TRUE(session.apply(SetPaused{false}));
  advance(NAN);
  EXPECT_EQ(session.mixerTime(), 0.5) << "and a step that waits is not lost";
}

TEST_F(SessionTest, MakesPalettesOfAllSkins) {
  Model model = test::character();
  model.skins = {{.joints = {1}, .inverseBinds = {crossfade::toMatrix({.translation = {0, -1, 0}})}},
                 {.joints = {0, 1}, .inverseBinds = std::vector<glm::mat4>(2, glm::mat4(1))}};
  Session skinned(std::move(model));
  skinned.advance(0.5, profiler);
  const PosedModel posed = skinned.posed();
  ASSERT_EQ(posed.palettes.size(), 3u);
  EXPECT_EQ(posed.paletteOffsets[1], 1);
  EXPECT_FLOAT_EQ(posed.palettes[0][3].x, 0.5f);
  EXPECT_FLOAT_EQ(posed.palettes[0][3].y, 0) << "the bind is undone";
  EXPECT_FLOAT_EQ(posed.palettes[2][3].y, 1);
}

TEST_F(SessionTest, ChargesItsWorkToItsStages) {
  for (const FrameStage loaded :
       {FrameStage::Mixer, FrameStage::Sampling, FrameStage::ModelMatrices, FrameStage::Palettes}) {
    static double now = 0;
    FrameProfiler virtualProfiler(+[] { return now += 1e-6; });
    virtualProfiler.injectLoad(loaded, 5e-3);
    virtualProfiler.beginFrame();
    session.advance(0.01, virtualProfiler);
    const FrameSample& frame = virtualProfiler.endFrame();
    for (const FrameStage stage : kStages)
      EXPECT_NEAR(frame.stage(stage), stage == loaded ? 5e-3 : 0, 1e-4) << kStageNames[static_cast<std::size_t>(stage)];
  }
}

TEST_F(SessionTest, RemembersTheWeightsItShowed) {
  ASSERT_TRUE(session.apply(FadeTo{kWalk, {.seconds = 1}}));
  for (int i = 0; i < 4; ++i) advance(0.25);
  const WeightHistory& history = session.weightHistory();
  const int last = history.size() - 1;
  EXPECT_EQ(history.time(last), session.mixerTime());
  EXPECT_EQ(history.weight(last, kWalk), 1);
  EXPECT_EQ(history.weight(last - 2, kWalk), 0.5f);
  EXPECT_EQ(history.weight(last - 2, kIdle), 0.5f);
  EXPECT_EQ(history.weight(last - 2, kRun), 0) << "never played";
}

TEST(Session, AllocatesNothingWithFiftyActionsAndRunningFades) {
  std::vector<std::string> names;
  for (int i = 0; i < 50; ++i) names.push_back("clip " + std::to_string(i));
  Session session(test::modelWithClips(names));
  FrameProfiler profiler;
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(session.apply(FadeIn{i, 0.7}));
  ASSERT_TRUE(session.apply(SetFadeSettings{{.seconds = 0.5, .warp = true}}));
  session.advance(0.1, profiler);
  for (int frame = 0; frame < 100; ++frame) {
    if (frame % 10 == 0) {
      ASSERT_TRUE(session.apply(FadeTo{(frame * 7) % 50}));
    }
    const ::test::AllocationGuard guard;
    session.advance(1.0 / 60, profiler);
    ASSERT_EQ(guard.count(), 0) << frame;
  }
}

TEST_F(SessionTest, ReturnsEveryRequestOnceAndInOrder) {
  EXPECT_TRUE(session.takeRequests().empty());
  ASSERT_TRUE(session.apply(RequestOpen{"model.glb"}));  // two files dropped in one frame
  ASSERT_TRUE(session.apply(RequestOpen{"dance.bvh"}));
  ASSERT_TRUE(session.apply(SaveShapes{"shapes.svg"}));
  ASSERT_TRUE(session.apply(CancelLoading{}));
  const std::vector<HostRequest> requests = session.takeRequests();
  ASSERT_EQ(requests.size(), 4u);
  EXPECT_EQ(std::get<RequestOpen>(requests[0]).path, "model.glb");
  EXPECT_EQ(std::get<RequestOpen>(requests[1]).path, "dance.bvh");
  EXPECT_EQ(std::get<SaveShapes>(requests[2]).path, "shapes.svg");
  EXPECT_TRUE(std::holds_alternative<CancelLoading>(requests[3]));
  EXPECT_TRUE(session.takeRequests().empty());
}

TEST_F(SessionTest, KeepsARefusedRequestFromTheHost) {
  EXPECT_FALSE(session.apply(StartRecording{{.path = "film.mkv"}}));
  ASSERT_TRUE(session.apply(ReportRecording{{.running = true}}));
  EXPECT_FALSE(session.apply(StartRecording{})) << "one at a time";
  EXPECT_TRUE(session.takeRequests().empty());
}

TEST_F(SessionTest, WithAnotherModelKeepsWorkspacesSettingsAndRequests) {
  ASSERT_TRUE(session.apply(ShowScene{SceneKind::Timing}));
  ASSERT_TRUE(session.apply(TimingCommand{SetTiming{&TimingSettings::speed, 2}}));
  ASSERT_TRUE(session.apply(SetSpeed{0.5}));
  ASSERT_TRUE(session.apply(RequestOpen{"next.glb"}));
  Session next(test::modelWithClips({"A"}), std::move(session));
  EXPECT_EQ(next.clipCount(), 1);
  EXPECT_EQ(next.scene(), SceneKind::Timing);
  EXPECT_EQ(next.timing().settings().speed, 2);
  EXPECT_EQ(next.speed(), 0.5);
  EXPECT_EQ(next.takeRequests().size(), 1u);
}

TEST_F(SessionTest, StaysFiniteForOneFrameOfAYear) {
  ASSERT_TRUE(session.apply(FadeTo{kRun, {.seconds = 1}}));
  advance(3e7);
  EXPECT_TRUE(std::isfinite(shownX()));
  EXPECT_EQ(session.dominantClip(), kRun);
}

}  // namespace
}  // namespace app
