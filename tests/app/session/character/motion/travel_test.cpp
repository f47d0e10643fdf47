// Treadmill and travel: where the character gets to, and that every moment of it can be shown again.
#include "app/session/character/motion/travel_stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <glm/geometric.hpp>

#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"
#include "tests/support/shown_pose.h"

namespace app {
namespace {

using test::samePose;

constexpr int kWalkClip = 0, kRunClip = 1, kStandClip = 2, kCurveClip = 3, kClimbClip = 4;
constexpr double kWalkSpeed = 1.4, kRunSpeed = 3.5;

/// Two clips that travel along x, one that stands, one that walks a quarter of a circle, and one that climbs
/// half a meter for each meter ahead.
Model traveler() {
  Model model = test::modelWithClips({});
  model.clips.add(crossfade::test::slide("Walk", 1.1f, 0, static_cast<float>(1.1 * kWalkSpeed)));
  model.clips.add(crossfade::test::slide("Run", 0.7f, 0, static_cast<float>(0.7 * kRunSpeed)));
  model.clips.add(crossfade::test::slide("Idle", 2, 0.25f, 0.25f));
  using crossfade::Channel;
  using crossfade::Interpolation;
  const float half = std::sqrt(0.5f);
  model.clips.add(crossfade::test::clip(
      "Curve",
      {crossfade::test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 1}),
       crossfade::test::track({0, Channel::Rotation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, half, 0, half})}));
  model.clips.add(crossfade::test::clip(
      "Climb",
      {crossfade::test::track({0, Channel::Translation}, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0.5f, 0})}));
  return model;
}

struct TravelTest : testing::Test {
  void apply(const Command& command, Session& to) {
    const auto applied = to.apply(command);
    ASSERT_TRUE(applied) << applied.error().message;
  }
  void apply(const Command& command) { apply(command, session); }
  void start(TravelMode mode, int clip) {
    apply(StopAll{});
    apply(PlayClip{clip});
    apply(SetTravel{mode});
  }
  void run(double seconds, double step = 0.01) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds / step)); ++i) session.advance(step, profiler);
  }
  const TravelState& travel() const { return session.character().player().travel(); }
  glm::dvec3 position() const { return travel().at.translation; }

  Session session{traveler()};
  FrameProfiler profiler;
};

TEST_F(TravelTest, GoesAsFarAsSpeedTimesTime) {
  for (const TravelMode mode : {TravelMode::Treadmill, TravelMode::Travel}) {
    start(mode, kWalkClip);
    double time = 0;
    for (const double step : {0.01, 0.037, 0.9, 3.3}) {  // frames longer than loops, too
      for (int i = 0; i < 10; ++i) session.advance(step, profiler);
      time += 10 * step;
      EXPECT_NEAR(position().x, kWalkSpeed * time, 1e-5);
      EXPECT_NEAR(position().z, 0, 1e-9);
    }
    apply(SetTravel{TravelMode::InFile});
  }
}

TEST_F(TravelTest, ItsPredictionGoesAheadAtItsSpeed) {
  start(TravelMode::Travel, kWalkClip);
  run(0.5);
  const Player& player = session.character().player();
  for (const double seconds : {-0.5, 0.0, 0.25, 2.0})
    EXPECT_NEAR(player.placementAhead(seconds).translation.x - player.placement().translation.x, kWalkSpeed * seconds,
                1e-6);
  start(TravelMode::Treadmill, kWalkClip);
  run(0.5);
  EXPECT_EQ(player.placementAhead(2).translation.x, 0) << "it stays in place";
}

TEST_F(TravelTest, HoldsTheBodyInPlaceAndShowsTheSamePoseOnTheTreadmillAndInTravel) {
  Session other{traveler()};
  for (Session* const each : {&session, &other}) {
    apply(StopAll{}, *each);
    apply(PlayClip{kWalkClip}, *each);
  }
  apply(SetTravel{TravelMode::Treadmill});
  apply(SetTravel{TravelMode::Travel}, other);
  for (int i = 0; i < 300; ++i) {
    if (i == 120) apply(FadeTo{.clip = kRunClip, .how = {.seconds = 0.5}});
    if (i == 120) apply(FadeTo{.clip = kRunClip, .how = {.seconds = 0.5}}, other);
    session.advance(0.01, profiler);
    other.advance(0.01, profiler);
    ASSERT_TRUE(samePose(test::shown(session), test::shown(other))) << i;
    ASSERT_EQ(position(), other.character().player().travel().at.translation);
    EXPECT_NEAR(session.pose().locals[0].translation.x, 0, 1e-6);
  }
}

TEST_F(TravelTest, InFileShowsTheClipsAsTheyAreBitForBitBeforeAndAfter) {
  Session untouched{traveler()};
  for (Session* const each : {&session, &untouched}) {
    apply(StopAll{}, *each);
    apply(PlayClip{kWalkClip}, *each);
  }
  for (int i = 0; i < 200; ++i) {
    if (i == 60) apply(SetTravel{TravelMode::Travel});
    if (i == 100) apply(SetTravel{TravelMode::InFile});
    session.advance(0.01, profiler);
    untouched.advance(0.01, profiler);
    const bool same = samePose(test::shown(session), test::shown(untouched));
    ASSERT_EQ(same, i < 60 || i >= 100) << i;
  }
  EXPECT_EQ(position(), glm::dvec3(0.0));
}

TEST_F(TravelTest, LoopsAddUpWithoutAStep) {
  start(TravelMode::Travel, kRunClip);
  glm::dvec3 before = position();
  for (int i = 0; i < 500; ++i) {
    session.advance(0.01, profiler);
    EXPECT_NEAR(position().x - before.x, 0.01 * kRunSpeed, 1e-6) << i;
    before = position();
  }
}

TEST_F(TravelTest, FadesFromOneSpeedToTheOther) {
  start(TravelMode::Travel, kWalkClip);
  run(1);
  const double before = position().x;
  apply(FadeTo{.clip = kRunClip, .how = {.seconds = 0.5, .kind = crossfade::TransitionKind::Linear}});
  run(0.5, 0.0005);
  EXPECT_NEAR(position().x - before, 0.5 * (kWalkSpeed + kRunSpeed) / 2, 1e-3);
  EXPECT_NEAR(travel().velocity.x, kRunSpeed, 0.01);
}

TEST_F(TravelTest, TurnsWithTheClip) {
  start(TravelMode::Travel, kCurveClip);
  run(1);  // a loop: a quarter to the left, one meter to +x and +z
  EXPECT_NEAR(travel().at.turn, std::numbers::pi / 2, 1e-4);
  EXPECT_NEAR(glm::distance(position(), {1, 0, 1}), 0, 1e-4);
  run(3);  // four loops are a full turn
  EXPECT_NEAR(glm::length(position()), 0, 1e-3);
  EXPECT_NEAR(std::remainder(travel().at.turn, 2 * std::numbers::pi), 0, 1e-4);
}

TEST_F(TravelTest, StepsBackToTheSamePlaceBitForBit) {
  for (const crossfade::ClockKind clock :
       {crossfade::ClockKind::TimeBased, crossfade::ClockKind::FixedStep, crossfade::ClockKind::FrameBased}) {
    apply(SetTravel{TravelMode::InFile});
    apply(SetClock{.kind = clock});
    start(TravelMode::Travel, kWalkClip);
    struct Moment {
      test::Shown pose;
      TravelState travel;
    };
    std::vector<Moment> frames;
    for (int i = 0; i < 300; ++i) {
      if (i % 70 == 30) apply(FadeTo{.clip = i % 4, .how = {.seconds = 0.3}});
      session.advance(0.004 + 0.0031 * (i % 7), profiler);
      frames.push_back({test::shown(session), travel()});
    }
    int compared = 0;
    for (const std::size_t at : {298u, 12u, 170u, 171u, 60u, 299u, 240u}) {
      if (at + 1 < frames.size() && frames[at + 1].pose.time == frames[at].pose.time) continue;
      apply(ShowMoment{frames[at].pose.time});
      EXPECT_TRUE(samePose(test::shown(session), frames[at].pose)) << at;
      EXPECT_EQ(position(), frames[at].travel.at.translation) << at;
      EXPECT_EQ(travel().at.turn, frames[at].travel.at.turn) << at;
      EXPECT_EQ(travel().camera, frames[at].travel.camera) << at;
      ++compared;
    }
    EXPECT_GT(compared, 2);
    apply(ReturnToLive{});
    EXPECT_EQ(position(), frames.back().travel.at.translation);
  }
}

TEST_F(TravelTest, WithFixedStepsItIsAStepBehindButJustAsSmooth) {
  constexpr double kStep = 0.1, kFrame = 0.04;  // most frames lie between two steps
  apply(SetClock{.kind = crossfade::ClockKind::FixedStep, .stepsPerSecond = 1 / kStep});
  start(TravelMode::Travel, kWalkClip);
  for (int i = 1; i <= 50; ++i) {
    session.advance(kFrame, profiler);
    EXPECT_NEAR(position().x, kWalkSpeed * std::max(i * kFrame - kStep, 0.0), 1e-5) << i;
  }
}

TEST_F(TravelTest, EachPassOfAReplayStartsAtTheSamePosition) {
  apply(SetTravel{TravelMode::Travel});
  apply(SetFadeSettings{{.from = kWalkClip, .to = kRunClip}});
  apply(SetPair{{.leadIn = 0.5, .leadOut = 0.5, .loops = true}});
  apply(ReplayFade{});
  std::vector<glm::dvec3> first, second;
  const double seconds = session.character().program().pairSeconds();
  const int frames = static_cast<int>(std::lround(seconds / 0.01));
  for (auto* const pass : {&first, &second})
    for (int i = 0; i < frames; ++i) {
      session.advance(0.01, profiler);
      pass->push_back(position());
    }
  for (int i = 0; i + 2 < frames; ++i)
    EXPECT_LT(glm::distance(first[static_cast<std::size_t>(i)], second[static_cast<std::size_t>(i)]), 1e-6) << i;
}

TEST_F(TravelTest, GoesOnFromASavedState) {
  start(TravelMode::Travel, kWalkClip);
  run(1.37);
  apply(FadeTo{.clip = kCurveClip, .how = {.seconds = 0.6}});
  run(0.2);
  Session other{traveler()};
  apply(SetTravel{TravelMode::Travel}, other);
  PlayerMoment moment;
  const CharacterScene& scene = session.character();
  scene.player().save(moment);
  apply(RestoreState{savedStateOf(moment, scene.fade(), scene.player())}, other);
  for (int i = 0; i < 100; ++i) {
    session.advance(0.013, profiler);
    other.advance(0.013, profiler);
    ASSERT_EQ(other.character().player().travel().at.translation, position()) << i;
    ASSERT_TRUE(samePose(test::shown(session), test::shown(other))) << i;
  }
}

TEST_F(TravelTest, TheRootOfAClipIsKeptOrHeldAsItIsSet) {
  for (const RootMode mode : {RootMode::Keep, RootMode::Hold}) {
    apply(SetTravel{TravelMode::InFile});
    apply(SetRoot{kWalkClip, {.mode = mode}});
    start(TravelMode::Travel, kWalkClip);
    run(0.5);
    EXPECT_EQ(position(), glm::dvec3(0.0));
    const double shown = static_cast<double>(session.pose().locals[0].translation.x);
    EXPECT_NEAR(shown, mode == RootMode::Keep ? 0.5 * kWalkSpeed : 0, 1e-5);
  }
  apply(SetRoot{kWalkClip, {.mode = RootMode::Extract}});  // while it travels
  run(0.5);
  EXPECT_NEAR(position().x, 0.5 * kWalkSpeed, 1e-5);
  EXPECT_FALSE(session.apply(SetRoot{.clip = 17, .root = {}}));
}

TEST_F(TravelTest, IsUndoneAndRedone) {
  apply(SetTravel{TravelMode::Treadmill});
  apply(SetRoot{kCurveClip, {.mode = RootMode::Hold, .turn = false}});
  const auto root = [&] { return session.character().clipSettings()[kCurveClip].root; };
  apply(Undo{});
  EXPECT_EQ(root(), RootSettings{});
  apply(Undo{});
  EXPECT_EQ(session.character().ground().travel(), TravelMode::InFile);
  apply(Redo{});
  apply(Redo{});
  EXPECT_EQ(session.character().ground().travel(), TravelMode::Treadmill);
  EXPECT_EQ(root().mode, RootMode::Hold);
  EXPECT_FALSE(root().turn);
}

TEST_F(TravelTest, TheNextModelTravelsToo) {
  apply(SetTravel{TravelMode::Travel});
  Session next{traveler(), std::move(session)};
  EXPECT_EQ(next.character().ground().travel(), TravelMode::Travel);
  apply(StopAll{}, next);
  apply(PlayClip{kWalkClip}, next);
  for (int i = 0; i < 100; ++i) next.advance(0.01, profiler);
  EXPECT_NEAR(next.character().player().travel().at.translation.x, kWalkSpeed, 1e-5);
}

TEST_F(TravelTest, AComparisonStaysInPlace) {
  apply(SetTravel{TravelMode::Travel});
  apply(SetFadeSettings{{.from = kWalkClip, .to = kRunClip}});
  apply(SetComparison{
      .variants = {{.kind = crossfade::TransitionKind::Linear}, {.kind = crossfade::TransitionKind::Inertial}}});
  EXPECT_FALSE(session.character().showsTravel());
  for (int i = 0; i < 150; ++i) {
    session.advance(0.01, profiler);
    for (int lane = 0; lane < 2; ++lane)
      ASSERT_NEAR(session.character().comparison().pose(lane).locals[0].translation.x, 0, 1e-5) << i;
  }
}

TEST_F(TravelTest, AFrameAllocatesNothing) {
  start(TravelMode::Travel, kWalkClip);
  run(40, 0.02);
  apply(FadeTo{.clip = kRunClip, .how = {.seconds = 1}});
  run(0.1);
  const ::test::AllocationGuard guard;
  run(0.5);
  EXPECT_EQ(guard.count(), 0);
}

TEST_F(TravelTest, ThePathIsTheWayOfTheLastThirtySeconds) {
  start(TravelMode::Travel, kWalkClip);
  run(40, 0.02);
  const auto path = session.character().ground().path();
  ASSERT_GT(path.size(), 100u);
  EXPECT_NEAR(path.front().position.x, -30 * kWalkSpeed, 0.1);
  EXPECT_EQ(path.back().position, glm::vec3(0.0f));
  for (const TrailPoint& point : path)
    EXPECT_NEAR(point.position.x, kWalkSpeed * static_cast<double>(point.seconds), 1e-3);
  apply(ShowMoment{session.mixerTime() - 20});
  session.advance(0, profiler);
  EXPECT_NEAR(session.character().ground().path().front().position.x, -20 * kWalkSpeed, 0.1);
}

TEST_F(TravelTest, TheCameraGoesAlongInTheCharactersSceneOnly) {
  start(TravelMode::Travel, kRunClip);
  run(2);
  const glm::vec3 ahead(travel().camera);
  EXPECT_GT(glm::length(ahead), 1e-3f);
  EXPECT_EQ(session.shownCamera().target, session.camera().target + ahead);
  apply(ShowScene{SceneKind::Shapes});
  EXPECT_EQ(session.shownCamera().target, session.camera().target);
  apply(ShowScene{SceneKind::Character});
  apply(SetTravel{TravelMode::Treadmill});
  EXPECT_EQ(session.shownCamera().target, session.camera().target);
}

TEST_F(TravelTest, TheFloorMovesUnderTheTreadmillAndTurnsWithIt) {
  start(TravelMode::Treadmill, kCurveClip);
  run(1);
  EXPECT_NEAR(session.floorPattern().turn, std::numbers::pi / 2, 1e-4);
  EXPECT_NEAR(session.floorPattern().offset.y, 1, 1e-4);
  apply(SetTravel{TravelMode::Travel});
  session.advance(0, profiler);
  EXPECT_EQ(session.floorPattern().turn, 0);
  const glm::vec3 ahead(session.posed().worlds[0][2]);  // the model faces its heading
  apply(SetTravel{TravelMode::InFile});
  EXPECT_EQ(session.floorPattern(), FloorPattern{});
  EXPECT_NEAR(ahead.x, 1, 1e-3);
}

TEST_F(TravelTest, TheFloorSinksBelowACharacterThatClimbs) {
  apply(SetRoot{kClimbClip, {.mode = RootMode::Extract, .height = true}});
  start(TravelMode::Travel, kClimbClip);
  EXPECT_EQ(session.groundHeight(), 0);
  run(3);
  EXPECT_NEAR(session.groundHeight(), -1.5, 1e-4);
  apply(ShowScene{SceneKind::Crowd});
  EXPECT_EQ(session.groundHeight(), 0) << "a crowd stands on its own floor";
  apply(ShowScene{SceneKind::Character});
  EXPECT_NEAR(session.groundHeight(), -1.5, 1e-4);
  apply(SetTravel{TravelMode::Treadmill});
  EXPECT_EQ(session.groundHeight(), 0) << "a treadmill stays where it is";
}

TEST(Travel, BetweenTwoStatesItTurnsTheShorterWay) {
  const TravelState from{.at = {.translation = {1, 2, 3}, .turn = 3},
                         .velocity = {4, 0, 0},
                         .camera = {0, 8, 0},
                         .cameraRate = {0, 0, 12}};
  const TravelState to{.at = {.translation = {3, 2, -1}, .turn = -3}, .velocity = {0, 4, 0}};
  const TravelState quarter = mix(from, to, 0.25);
  EXPECT_EQ(quarter.at.translation, glm::dvec3(1.5, 2, 2));
  EXPECT_NEAR(quarter.at.turn, 3 + (2 * std::numbers::pi - 6) / 4, 1e-12);
  EXPECT_EQ(quarter.velocity, glm::dvec3(3, 1, 0));
  EXPECT_EQ(quarter.camera, glm::dvec3(0, 6, 0));
  EXPECT_EQ(quarter.cameraRate, glm::dvec3(0, 0, 9));
}

TEST(Travel, TheCameraFallsBehindAndCatchesUp) {
  TravelState state;
  double farthest = 0;
  for (int i = 0; i < 400; ++i) {
    advance(state, {.translation = {0, 0, 0.03}}, 0.01);
    farthest = std::min(farthest, state.camera.z);
  }
  EXPECT_NEAR(farthest, -3 / (3.5 * std::numbers::e), 0.01);  // of a critically damped spring that is struck
  EXPECT_NEAR(state.camera.z, 0, 1e-3);
}

TEST(Travel, NoTimeIsNoMotion) {
  TravelState state;
  advance(state, {}, 0);
  EXPECT_EQ(state.camera, glm::dvec3(0.0));
  EXPECT_EQ(state.velocity, glm::dvec3(0.0));
}

}  // namespace
}  // namespace app
