// The viewer on each of the three clocks.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "app/format/script.h"
#include "app/session/session.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

using test::kIdle;
using test::kRun;

using crossfade::ClockKind;

constexpr double kStep = 1.0 / 60;

struct SessionClockTest : testing::Test {
  void apply(const Command& command) {
    const auto applied = session.apply(command);
    ASSERT_TRUE(applied) << applied.error().message;
  }
  void advance(double seconds, int times = 1) {
    for (int i = 0; i < times; ++i) session.advance(seconds, profiler);
  }
  double shownX() const { return static_cast<double>(session.posed().worlds[0][3].x); }

  Session session{test::character()};  // its idle clip moves one unit per second, from 0 to 2
  FrameProfiler profiler;
};

TEST_F(SessionClockTest, IsTimeBasedUnlessToldOtherwise) {
  EXPECT_EQ(session.clock().settings.kind, ClockKind::TimeBased);
  advance(0.37);
  EXPECT_EQ(session.mixerTime(), 0.37);
  EXPECT_EQ(session.clockStep().steps, 1);
  EXPECT_EQ(session.clockStep().stepSeconds, 0.37);
  advance(3600);
  EXPECT_EQ(session.mixerTime(), 3600.37) << "a caller that asks for a pose an hour later gets it";
  EXPECT_EQ(session.clock().droppedSeconds, 0);
}

TEST_F(SessionClockTest, FrameBasedAdvancesEvenlyWhateverAFrameTook) {
  apply(SetClock{ClockKind::FrameBased});
  for (const double took : {0.5, 0.001, 1.0 / 144}) advance(took);
  EXPECT_DOUBLE_EQ(session.mixerTime(), 3 * kStep);
  apply(SetSpeed{2});
  advance(0.25);
  EXPECT_DOUBLE_EQ(session.mixerTime(), 5 * kStep);
  advance(0);
  apply(SetPaused{true});
  advance(0.25);
  EXPECT_DOUBLE_EQ(session.mixerTime(), 5 * kStep) << "no time, no frame";
  EXPECT_EQ(session.clockStep().steps, 0);
  apply(SetClock{ClockKind::FrameBased, 25.0});
  apply(SetPaused{false});
  apply(SetSpeed{1});
  advance(0.25);
  EXPECT_DOUBLE_EQ(session.mixerTime(), 5 * kStep + 0.04);
}

TEST_F(SessionClockTest, FixedStepShowsThePoseBetweenItsLastTwo) {
  apply(SetClock{ClockKind::FixedStep, 10.0});
  for (int frame = 1; frame <= 100; ++frame) {
    advance(0.0125);
    const double time = frame * 0.0125;
    EXPECT_NEAR(shownX(), std::max(0.0, time - 0.1), 1e-6) << frame;
    EXPECT_NEAR(session.mixerTime(), 0.1 * (frame / 8), 1e-9) << "in whole steps";
    EXPECT_EQ(session.clockStep().steps, frame % 8 == 0 ? 1 : 0);
  }
  EXPECT_EQ(session.clock().ticks, 12);
}

TEST_F(SessionClockTest, FixedStepIsBitIdenticalAtEveryRate) {
  const std::string script =
      R"({"commands":[{"at":0,"do":"clock","kind":"steps"},
                      {"at":0.213,"do":"fadeTo","clip":"Run","seconds":0.3,"kind":"frozen"},
                      {"at":0.4,"do":"fadeTo","clip":"Walk","seconds":0.3,"kind":"inertial"},
                      {"at":0.7,"do":"fadeTo","clip":"Run","seconds":0.4,"kind":"curve"}]})";
  std::vector<glm::mat4> first;
  for (const int perSecond : {60, 10, 30, 144, 7, 1}) {
    Session one(test::character());
    ScriptPlayer player(*parseScript(script, one.model()));
    for (int frame = 1; frame <= perSecond; ++frame) {
      const auto moved = player.advanceTo(static_cast<double>(frame) / perSecond, one, profiler);
      ASSERT_TRUE(moved) << moved.error().message;
    }
    EXPECT_EQ(one.clock().ticks, 60);
    const auto worlds = one.posed().worlds;
    if (first.empty()) first.assign(worlds.begin(), worlds.end());
    for (std::size_t i = 0; i < worlds.size(); ++i)
      EXPECT_EQ(worlds[i], first[i]) << perSecond << " frames a second, joint " << i;
  }
}

TEST_F(SessionClockTest, NothingJumpsWhenTheClockIsChanged) {
  std::mt19937 random(8);
  for (int trial = 0; trial < 30; ++trial) {
    Session one(test::character());
    double before = 0;
    for (int frame = 0; frame < 90; ++frame) {
      if (frame % 5 == 0) {
        const double rate = std::array{25.0, 60.0, 100.0}[random() % 3];
        ASSERT_TRUE(one.apply(SetClock{
            std::array{ClockKind::FrameBased, ClockKind::TimeBased, ClockKind::FixedStep}[random() % 3], rate}));
      }
      const double delta = 0.004 + 0.002 * static_cast<double>(random() % 7);
      one.advance(delta, profiler);
      const auto now = static_cast<double>(one.posed().worlds[0][3].x);
      // A frame-based frame is up to 0.04 s, and a late picture may catch up by a step of 0.04 s.
      ASSERT_LE(now - before, 0.0401) << "trial " << trial << ", frame " << frame;
      ASSERT_GE(now - before, -1e-6) << "trial " << trial << ", frame " << frame;
      before = now;
    }
  }
}

TEST_F(SessionClockTest, FromFixedStepToTimeBasedKeepsTheSpeedOnScreen) {
  apply(SetClock{ClockKind::FixedStep, 10.0});
  advance(0.0125, 20);  // shown 0.15, mixer at 0.2
  apply(SetClock{ClockKind::TimeBased});
  for (int i = 1; i <= 20; ++i) {
    const double before = shownX();
    advance(0.07);
    EXPECT_NEAR(shownX() - before, 0.07, 1e-6) << i;
  }
  apply(SetClock{ClockKind::FixedStep});
  EXPECT_EQ(session.settings().character.clock.rate, (crossfade::StepRate{10, 1})) << "keeps its rate";
}

TEST_F(SessionClockTest, FixedStepShowsChangesAtOnceWhilePaused) {
  apply(SetClock{ClockKind::FixedStep, 10.0});
  advance(0.13);
  apply(SetPaused{true});
  apply(SetClipTime{kIdle, 1.5});
  advance(0.01);
  EXPECT_FLOAT_EQ(static_cast<float>(shownX()), 1.5f);
  apply(Step{0.03});
  advance(0.01);
  EXPECT_FLOAT_EQ(static_cast<float>(shownX()), 1.53f) << "a step by hand is as long as it says";
  EXPECT_NEAR(session.mixerTime(), 0.13, 1e-9);
  apply(SetPaused{false});
  advance(0.05);
  EXPECT_FLOAT_EQ(static_cast<float>(shownX()), 1.53f);
  apply(SetClock{ClockKind::TimeBased});
  advance(0.1);
  EXPECT_FLOAT_EQ(static_cast<float>(shownX()), 1.63f) << "the picture was not late";
}

TEST_F(SessionClockTest, RunsBackwardsOnEveryClock) {
  for (const ClockKind kind : {ClockKind::FrameBased, ClockKind::TimeBased, ClockKind::FixedStep}) {
    Session one(test::character());
    ASSERT_TRUE(one.apply(SetClipTime{kIdle, 1.5}));
    ASSERT_TRUE(one.apply(SetClock{kind}));
    ASSERT_TRUE(one.apply(SetSpeed{-1}));
    for (int i = 0; i < 60; ++i) one.advance(kStep, profiler);
    EXPECT_NEAR(one.action(kIdle).time, 0.5, 1e-9);
  }
}

TEST_F(SessionClockTest, DropsTimeBeyondItsLimits) {
  SessionSettings settings;
  settings.character.clock.longestFrame = 0.25;
  settings.character.clock.maxSteps = 10;
  Session one(test::character(), settings);
  one.advance(3600, profiler);
  EXPECT_EQ(one.mixerTime(), 0.25);
  EXPECT_EQ(one.clock().droppedSeconds, 3599.75);
  ASSERT_TRUE(one.apply(SetClock{ClockKind::FixedStep, 60.0}));
  EXPECT_EQ(one.clock().droppedSeconds, 0) << "another clock";
  one.advance(0.2, profiler);
  EXPECT_EQ(one.clockStep().steps, 10);
  EXPECT_NEAR(one.clockStep().droppedSeconds, 2 * kStep, 1e-9);
}

TEST_F(SessionClockTest, IsAPersistentSetting) {
  apply(SetClock{ClockKind::FixedStep, 25.0});
  Session next(test::character(), session.settings());
  EXPECT_EQ(next.clock().settings.kind, ClockKind::FixedStep);
  next.advance(0.04, profiler);
  EXPECT_EQ(next.clockStep().steps, 1);
  EXPECT_DOUBLE_EQ(next.mixerTime(), 0.04);
}

TEST_F(SessionClockTest, RefusesAnImpossibleRate) {
  const auto refusal = [&](double rate) {
    const auto result = session.apply(SetClock{ClockKind::FixedStep, rate});
    return result ? "applied" : result.error().message;
  };
  EXPECT_EQ(refusal(0), "steps per second 0 is not between 1 and 1000");
  EXPECT_EQ(refusal(std::nan("")), "steps per second is not a finite number");
  EXPECT_EQ(session.clock().settings.kind, ClockKind::TimeBased);
}

TEST_F(SessionClockTest, IsAWordInScripts) {
  const auto script = [&](const std::string& members) {
    return parseScript(R"({"commands":[{"at":0,"do":"clock",)" + members + "}]}", session.model());
  };
  const auto clock = script(R"("kind":"steps","stepsPerSecond":25)");
  ASSERT_TRUE(clock) << clock.error().message;
  EXPECT_EQ(clock->front().command.as<SetClock>()->kind, ClockKind::FixedStep);
  EXPECT_EQ(clock->front().command.as<SetClock>()->stepsPerSecond, 25.0);
  EXPECT_EQ(script(R"("kind":"frames")")->front().command.as<SetClock>()->kind, ClockKind::FrameBased);
  EXPECT_FALSE(script(R"("kind":"time")")->front().command.as<SetClock>()->stepsPerSecond);
  EXPECT_EQ(script(R"("kind":"sun")").error().message, "command 0: \"kind\" is not frames, time or steps: \"sun\"");
  EXPECT_EQ(script(R"("stepsPerSecond":25)").error().message, "command 0: \"kind\" is missing");
}

TEST_F(SessionClockTest, FrameBasedCountsAFrameOnceEvenIfACommandFallsInIt) {
  ScriptPlayer player(*parseScript(
      R"({"commands":[{"at":0,"do":"clock","kind":"frames"},{"at":0.05,"do":"play","clip":"Run"}]})", session.model()));
  for (const double time : {0.0, 0.1, 0.2}) ASSERT_TRUE(player.advanceTo(time, session, profiler));
  EXPECT_DOUBLE_EQ(session.mixerTime(), 2 * kStep);
  EXPECT_TRUE(session.action(kRun).isRunning());
}

TEST_F(SessionClockTest, AllocatesNothingInAFrame) {
  for (const ClockKind kind : {ClockKind::FrameBased, ClockKind::TimeBased, ClockKind::FixedStep}) {
    apply(SetClock{kind});
    advance(0.05, 3);
    const ::test::AllocationGuard guard;
    advance(0.05, 20);
    EXPECT_EQ(guard.count(), 0);
  }
}

}  // namespace
}  // namespace app
