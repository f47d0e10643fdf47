#include "app/session/character/comparison/fade_comparison.h"

#include <chrono>
#include <utility>

#include <gtest/gtest.h>

#include "app/session/character/settings/fade_settings.h"
#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;
using test::kWalk;

using crossfade::TransitionKind;

struct Comparison : testing::Test {
  Comparison() {
    FadeSettings settings = session.fadeSettings();
    settings.from = kWalk;
    settings.to = kRun;
    apply(SetFadeSettings{settings});
  }
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    EXPECT_TRUE(applied) << applied.error().message;
  }
  void advance(int frames) {
    for (int i = 0; i < frames; ++i) session.advance(1.0 / 60, profiler);
  }
  const FadeComparison& comparison() const { return session.character().comparison(); }
  static float x(const crossfade::Pose& pose) { return pose.locals[0].translation.x; }
  void compare(std::initializer_list<TransitionKind> kinds, bool overlaid = false) {
    SetComparison command{.variants = {}, .overlaid = overlaid};
    for (const TransitionKind kind : kinds) command.variants.push_back({.kind = kind});
    apply(command);
  }

  Session session{test::character()};
  FrameProfiler profiler;
};

TEST_F(Comparison, EachFigureShowsWhatTheSceneWouldShowAlone) {
  compare({TransitionKind::Linear, TransitionKind::Curve, TransitionKind::DeadBlending});
  EXPECT_TRUE(session.character().playsPair()) << "in a loop";
  for (int frame = 0; frame < 200; ++frame) {
    advance(1);
    ASSERT_EQ(x(comparison().pose(1)), x(session.pose())) << "as the panel says: frame " << frame;
  }
  advance(60);
  Session alone{test::character()};
  FadeSettings linear = session.fadeSettings();
  linear.kind = TransitionKind::Linear;
  ASSERT_TRUE(alone.apply(SetFadeSettings{linear}));
  ASSERT_TRUE(alone.apply(LoopFade{}));
  for (int frame = 0; frame < 260; ++frame) alone.advance(1.0 / 60, profiler);
  EXPECT_EQ(x(comparison().pose(0)), x(alone.pose()));
}

TEST_F(Comparison, FollowsFadesByHandAndSettings) {
  compare({TransitionKind::Linear, TransitionKind::Frozen});
  apply(FadeTo{kIdle, {.seconds = 0.5}});
  advance(10);
  EXPECT_EQ(comparison().settings(0).kind, TransitionKind::Linear);
  EXPECT_NE(x(comparison().pose(0)), x(comparison().pose(1)));
  apply(StopAll{});
  apply(PlayClip{kRun});
  advance(10);
  EXPECT_EQ(x(comparison().pose(0)), x(session.pose()));
  apply(SetClip{kRun, &ClipSettings::timeScale, 2});
  advance(10);
  EXPECT_EQ(x(comparison().pose(1)), x(session.pose()));
}

TEST_F(Comparison, MeasuresEachKindAndMeasuresAgainWhenSettingsChange) {
  compare({TransitionKind::Inertial, TransitionKind::Linear});
  session.finishMeasuring();
  ASSERT_TRUE(comparison().figures(0) && comparison().figures(1));
  EXPECT_LT(comparison().figures(0)->velocityRatio, comparison().figures(1)->velocityRatio);
  EXPECT_EQ(comparison().figures(1)->joint, 0);
  const double before = comparison().figures(1)->velocityRatio;
  FadeSettings settings = session.fadeSettings();
  settings.seconds = 0.1;
  apply(SetFadeSettings{settings});
  EXPECT_EQ(comparison().figures(1)->velocityRatio, before) << "shown until there are others";
  session.finishMeasuring();
  EXPECT_GT(comparison().figures(1)->velocityRatio, before) << "shorter fades pop more";
  settings.from = -1;
  apply(SetFadeSettings{settings});
  EXPECT_FALSE(comparison().figures(1)) << "no pair";
}

TEST_F(Comparison, ItsFiguresReturnWithThePair) {
  compare({TransitionKind::Inertial, TransitionKind::Linear});
  session.finishMeasuring();
  const double before = comparison().figures(1)->velocityRatio;
  FadeSettings settings = session.fadeSettings();
  for (const bool isMeasured : {true, false}) {  // when the pair goes
    settings.seconds = isMeasured ? settings.seconds : settings.seconds / 2;
    settings.from = kWalk;
    apply(SetFadeSettings{settings});
    advance(1);
    settings.from = -1;
    apply(SetFadeSettings{settings});
    EXPECT_FALSE(comparison().figures(1));
    session.finishMeasuring();
    advance(20);
    EXPECT_FALSE(comparison().figures(1)) << "of a pair that is gone";
    settings.from = kWalk;
    apply(SetFadeSettings{settings});
    session.finishMeasuring();
    ASSERT_TRUE(comparison().figures(1));
  }
  EXPECT_GT(comparison().figures(1)->velocityRatio, before) << "those of the shorter fade";
}

TEST_F(Comparison, IsMeasuredAgainWhenAMaskIsPainted) {
  apply(SetMask{"Half", {0, 0}});
  FadeSettings settings = session.fadeSettings();
  settings.maskJoint = namedMask("Half");
  apply(SetFadeSettings{settings});
  compare({TransitionKind::Inertial, TransitionKind::Linear});
  session.finishMeasuring();
  const double before = comparison().figures(1)->velocityRatio;
  apply(SetMask{"Half", {1, 1}});
  session.finishMeasuring();
  EXPECT_NE(comparison().figures(1)->velocityRatio, before);
}

TEST_F(Comparison, IsMeasuredAgainWhenTheTransitionSetChanges) {
  compare({TransitionKind::Curve, TransitionKind::Linear});
  session.finishMeasuring();
  double before = comparison().figures(0)->velocityRatio;
  FadeChoice cell;
  const auto change = [&] {
    apply(SetTransitionCell{.cells = {{kWalk, kRun}}, .settings = cell});
    session.finishMeasuring();
    return std::exchange(before, comparison().figures(0)->velocityRatio) != before;
  };
  EXPECT_FALSE(change()) << "nothing is set";
  cell.seconds = 0.1;
  EXPECT_TRUE(change()) << "its length";
  cell.curve = fadeCurve(FadeCurvePreset::EaseIn);
  EXPECT_TRUE(change()) << "its curve";
  cell.toPhase = 0.9;
  EXPECT_TRUE(change()) << "where it comes in";
  cell.maskJoint = 0;
  cell.maskFeather = 1;
  EXPECT_TRUE(change()) << "its mask";
}

TEST_F(Comparison, ItsFiguresComeWhileFramesGoOn) {
  compare({TransitionKind::Inertial, TransitionKind::Linear});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!(comparison().figures(0) && comparison().figures(1)) && std::chrono::steady_clock::now() < end) advance(1);
  ASSERT_TRUE(comparison().figures(0) && comparison().figures(1));
  const double shown = comparison().figures(1)->velocityRatio;
  session.finishMeasuring();
  EXPECT_EQ(comparison().figures(1)->velocityRatio, shown);
  compare({TransitionKind::Linear, TransitionKind::Inertial});
  session.finishMeasuring();
  EXPECT_EQ(comparison().figures(0)->velocityRatio, shown) << "those of the lanes before are not taken";
}

TEST_F(Comparison, DoesNotMeasureEndlessClips) {
  Model model = test::character();
  model.clips.add(crossfade::test::slide("endless", 1e15f));
  Session other{std::move(model)};
  FrameProfiler unused;
  ASSERT_TRUE(other.apply(SetFadeSettings{{.from = 0, .to = 3}}));
  ASSERT_TRUE(other.apply(SetComparison{.variants = {{}, {.kind = TransitionKind::Linear}}}));
  other.advance(0.01, unused);
  other.finishMeasuring();
  EXPECT_FALSE(other.character().comparison().figures(0));
}

TEST_F(Comparison, MeasuresTwoClipsOfTenMinutesTogether) {
  Model model = test::character();
  for (const float seconds : {300.0f, 299.0f, 301.0f})
    model.clips.add(crossfade::test::slide(std::to_string(seconds), seconds));
  Session other{std::move(model)};
  const auto isMeasured = [&](int from, int to) {
    EXPECT_TRUE(other.apply(SetFadeSettings{{.from = from, .to = to}}));
    other.finishMeasuring();
    return other.character().comparison().figures(0).has_value();
  };
  ASSERT_TRUE(other.apply(SetComparison{.variants = {{}, {.kind = TransitionKind::Linear}}}));
  EXPECT_TRUE(isMeasured(3, 4));
  EXPECT_FALSE(isMeasured(3, 5));
}

TEST_F(Comparison, LongFadesAreMeasuredAsIfTheyTookTenSeconds) {
  apply(SetComparison{.variants = {{.seconds = 10, .kind = TransitionKind::Linear},
                                   {.seconds = 3600, .kind = TransitionKind::Linear}}});
  session.finishMeasuring();
  ASSERT_TRUE(comparison().figures(0) && comparison().figures(1));
  EXPECT_EQ(comparison().figures(0)->velocityRatio, comparison().figures(1)->velocityRatio);
  EXPECT_GT(comparison().figures(0)->velocityRatio, 0);
}

TEST_F(Comparison, AKeepsItsSettingsAndBFollowsThePanel) {
  apply(
      SetComparison{.variants = {{.seconds = 0.2, .kind = TransitionKind::Linear, .sync = crossfade::Sync::None}, {}}});
  FadeSettings settings = session.fadeSettings();
  settings.seconds = 1.5;
  settings.kind = TransitionKind::Frozen;
  apply(SetFadeSettings{settings});
  EXPECT_EQ(comparison().settings(0).seconds, 0.2);
  EXPECT_EQ(comparison().settings(0).kind, TransitionKind::Linear);
  EXPECT_EQ(comparison().settings(1).seconds, 1.5);
  EXPECT_EQ(comparison().settings(1).kind, TransitionKind::Frozen);
}

TEST_F(Comparison, TheCameraFramesAllFigures) {
  const float before = session.camera().distance;
  compare({TransitionKind::Inertial, TransitionKind::Linear, TransitionKind::Frozen});
  const float row = session.camera().distance;
  EXPECT_GT(row, before);
  apply(OrbitCamera{0.3f, 0});
  apply(FrameCamera{});
  EXPECT_EQ(session.camera().distance, row);
  compare({TransitionKind::Inertial, TransitionKind::Linear}, true);
  EXPECT_EQ(session.camera().distance, before) << "ghosts need no room";
  apply(SetComparison{});
  EXPECT_FALSE(session.character().isComparing());
}

TEST_F(Comparison, RefusesOneVariantAndMoreThanSix) {
  EXPECT_FALSE(session.apply(SetComparison{.variants = {{}}}));
  EXPECT_FALSE(session.apply(SetComparison{.variants = std::vector<FadeChoice>(7)}));
  EXPECT_FALSE(session.apply(SetComparison{.variants = {{.seconds = -1}, {}}}));
  EXPECT_FALSE(comparison().isOn());
}

TEST_F(Comparison, FramesAllocateNothing) {
  compare({TransitionKind::Inertial, TransitionKind::Linear, TransitionKind::Frozen});
  advance(300);
  const ::test::AllocationGuard guard;
  advance(300);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
