#include "crossfade/clock/clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "tests/engine/clock/virtual_frames.h"

namespace crossfade {
namespace {

constexpr double kUnits = 120;  // per second: the classic block's speed, without edges
const double kInfinity = std::numeric_limits<double>::infinity();

Clock clockOf(ClockKind kind, ClockSettings settings = {}) {
  settings.kind = kind;
  return {.settings = settings};
}

/// Two states of something that moves at constant speed, and what a display would show.
struct Mover {
  Clock clock;
  double before = 0;
  double now = 0;
  double shown = 0;
  ClockStep due = {};
  double dropped = 0;

  void frame(double elapsed) {
    due = tick(clock, elapsed);
    if (due.reversed) std::swap(before, now);
    for (int i = 0; i < due.steps; ++i) {
      before = now;
      now += kUnits * due.stepSeconds;
    }
    shown = before + (now - before) * due.alpha;
    dropped += due.droppedSeconds;
  }
  void frames(const std::vector<double>& all) {
    for (const double elapsed : all) frame(elapsed);
  }
};

Mover moverOf(ClockKind kind, ClockSettings settings = {}) { return {.clock = clockOf(kind, settings)}; }

std::vector<std::vector<double>> everyDisplay(int seconds) {
  return {test::steadyFrames(10, seconds),       test::steadyFrames(30, seconds),
          test::steadyFrames(60, seconds),       test::steadyFrames(144, seconds),
          test::raggedFrames(3, 31, seconds, 4), test::raggedFrames(16, 240, seconds, 5)};
}

TEST(Clock, FrameBasedRunsAsFastAsTheFrameRate) {
  for (const int perSecond : {10, 30, 60, 144})
    for (const int seconds : {1, 7, 60}) {
      Mover mover = moverOf(ClockKind::FrameBased);
      mover.frames(test::steadyFrames(perSecond, seconds));
      EXPECT_EQ(mover.clock.ticks, std::int64_t{perSecond} * seconds);
      EXPECT_NEAR(mover.now, 2.0 * perSecond * seconds, 1e-9)
          << "2 units per frame: half of 120 per second at 30, a sixth at 10";
    }
  const auto ragged = test::raggedFrames(3, 31, 10, 1);
  Mover mover = moverOf(ClockKind::FrameBased);
  mover.frames(ragged);
  EXPECT_NEAR(mover.now, 2.0 * static_cast<double>(ragged.size()), 1e-9);
}

TEST(Clock, TimeBasedCoversTheSameDistanceAtEveryRate) {
  for (const int seconds : {1, 7, 60})
    for (const auto& frames : everyDisplay(seconds)) {
      Mover mover = moverOf(ClockKind::TimeBased);
      mover.frames(frames);
      EXPECT_EQ(mover.clock.ticks, kFlicksPerSecond * seconds) << frames.size() << " frames";
      EXPECT_NEAR(mover.now, kUnits * seconds, 1e-9) << frames.size() << " frames";
      EXPECT_EQ(secondsOf(mover.clock), seconds);
    }
}

TEST(Clock, FixedStepTakesTheSameStepsAtEveryRate) {
  for (const StepRate rate :
       {StepRate{60, 1}, StepRate{25, 1}, StepRate{125, 2}, StepRate{7, 1}, StepRate{60000, 1001}})
    for (const int seconds : {1, 7, 60})
      for (const auto& frames : everyDisplay(seconds)) {
        Mover mover = moverOf(ClockKind::FixedStep, {.rate = rate, .maxSteps = 1000});
        mover.frames(frames);
        const std::int64_t steps = std::int64_t{seconds} * rate.steps / rate.seconds;  // whole steps
        const std::int64_t rest = std::int64_t{seconds} * rate.steps % rate.seconds;
        EXPECT_EQ(mover.clock.ticks, steps) << rate.steps << "/" << rate.seconds << ", " << frames.size() << " frames";
        EXPECT_EQ(mover.clock.accumulator, rest * kFlicksPerSecond);
        EXPECT_EQ(mover.due.alpha, static_cast<double>(rest) / rate.seconds);
        const double stepUnits = kUnits * rate.seconds / rate.steps;
        EXPECT_NEAR(mover.now, stepUnits * static_cast<double>(steps), 1e-9);
        EXPECT_NEAR(mover.shown, kUnits * seconds - stepUnits, 1e-9) << "always one step behind";
      }
}

TEST(Clock, FixedStepShowsSmoothMotionBetweenItsStates) {
  Mover mover = moverOf(ClockKind::FixedStep, {.rate = {10, 1}});
  for (int frame = 1; frame <= 144; ++frame) {
    mover.frame(1.0 / 144);
    EXPECT_NEAR(mover.shown, std::max(0.0, kUnits * frame / 144 - kUnits / 10), 1e-9) << frame;
    EXPECT_EQ(mover.clock.ticks, frame * 10 / 144);
  }
}

TEST(Clock, FixedStepDoesNotDriftInADay) {
  Clock clock = clockOf(ClockKind::FixedStep, {.rate = {60000, 1001}});
  std::int64_t steps = 0;
  for (std::int64_t frame = 0; frame < std::int64_t{86400} * 37; ++frame) steps += tick(clock, 1.0 / 37).steps;
  EXPECT_EQ(clock.ticks, std::int64_t{86400} * 60000 / 1001);
  EXPECT_EQ(steps, clock.ticks);
  EXPECT_EQ(clock.accumulator, (std::int64_t{86400} * 60000 % 1001) * kFlicksPerSecond)
      << "not a flick lost, although no frame is a whole number of flicks";
  EXPECT_LT(std::abs(clock.carry), 0.02)
      << "the rounding error of the double 1/37, three million times: 13 picoseconds";
}

TEST(Clock, CarriesFractionsOfFlicks) {
  double carry = 0;
  std::int64_t flicks = 0;
  for (int i = 0; i < 7'000'000; ++i) flicks += takeFlicks(1.0 / 7e6, carry);  // 100.8 each
  EXPECT_EQ(flicks, kFlicksPerSecond);
}

TEST(Clock, TruncatesALongFrameAndReportsHowMuch) {
  for (const ClockKind kind : {ClockKind::TimeBased, ClockKind::FixedStep}) {
    Mover mover = moverOf(kind);
    mover.frame(1.0);
    EXPECT_DOUBLE_EQ(mover.now, kUnits * 0.25);
    EXPECT_DOUBLE_EQ(mover.due.droppedSeconds, 0.75);
    mover.frame(3 * 3600.0);
    EXPECT_DOUBLE_EQ(mover.now, kUnits * 0.5) << "hours of suspend count as one long frame";
    EXPECT_DOUBLE_EQ(mover.clock.droppedSeconds, 0.75 + 3 * 3600 - 0.25);
    EXPECT_EQ(mover.dropped, mover.clock.droppedSeconds);
  }
  Mover frames = moverOf(ClockKind::FrameBased);
  frames.frame(3 * 3600.0);
  EXPECT_EQ(frames.now, 2);
  EXPECT_EQ(frames.clock.droppedSeconds, 0) << "a frame is a frame";
}

TEST(Clock, LimitsStepsPerFrameAndDropsWholeOnes) {
  Mover mover = moverOf(ClockKind::FixedStep, {.maxSteps = 4});
  mover.frame(0.1 + 0.25 / 60);  // 6.25 steps
  EXPECT_EQ(mover.due.steps, 4);
  EXPECT_DOUBLE_EQ(mover.due.droppedSeconds, 2.0 / 60);
  EXPECT_NEAR(mover.due.alpha, 0.25, 1e-7) << "the fraction of a step carries over";
  mover.clock.settings.maxSteps = -3;
  mover.frame(0.1);
  EXPECT_EQ(mover.due.steps, 0);
  EXPECT_DOUBLE_EQ(mover.due.droppedSeconds, 6.0 / 60);
}

TEST(Clock, TreatsNegativeAndNonFiniteTimeAsZero) {
  for (const ClockKind kind : {ClockKind::TimeBased, ClockKind::FixedStep}) {
    Mover mover = moverOf(kind);
    mover.frame(0.1);
    const double before = mover.shown;
    mover.frame(-0.5);
    EXPECT_EQ(mover.due.fault, ElapsedFault::Backward);
    EXPECT_EQ(mover.shown, before);
    for (const double broken : {std::nan(""), kInfinity, -kInfinity}) {
      mover.frame(broken);
      EXPECT_EQ(mover.due.fault, ElapsedFault::NotFinite);
      EXPECT_EQ(mover.shown, before);
      EXPECT_EQ(mover.due.droppedSeconds, 0);
    }
    mover.frame(0.1);
    EXPECT_EQ(mover.due.fault, ElapsedFault::None);
    EXPECT_NEAR(mover.now, 24, 1e-9);
  }
}

TEST(Clock, StopsWhilePausedOrAtSpeedZero) {
  for (const ClockKind kind : {ClockKind::FrameBased, ClockKind::TimeBased, ClockKind::FixedStep}) {
    Mover mover = moverOf(kind, {.rate = {40, 1}});
    mover.frame(0.11);
    const Mover before = mover;
    mover.clock.settings.paused = true;
    mover.frame(0.11);
    mover.clock.settings.paused = false;
    for (const double speed : {0.0, std::nan(""), kInfinity}) {
      mover.clock.settings.speed = speed;
      mover.frame(0.11);
    }
    EXPECT_EQ(mover.shown, before.shown);
    EXPECT_EQ(mover.clock.ticks, before.clock.ticks);
    EXPECT_EQ(mover.clock.accumulator, before.clock.accumulator);
    EXPECT_EQ(mover.due.steps, 0);
  }
}

TEST(Clock, RunsAtAnySpeed) {
  for (const double speed : {0.5, 2.0, 0.1, -1.0, -3.0})
    for (const ClockKind kind : {ClockKind::FrameBased, ClockKind::TimeBased, ClockKind::FixedStep}) {
      Mover mover = moverOf(kind, {.speed = speed, .maxSteps = 100});
      mover.frames(test::steadyFrames(60, 10));
      EXPECT_NEAR(mover.now, 1200 * speed, 1e-7) << speed;
      EXPECT_NEAR(secondsOf(mover.clock), kind == ClockKind::FrameBased ? (speed < 0 ? -10 : 10) : 10 * speed, 1e-9)
          << speed;
    }
}

TEST(Clock, FixedStepReversesWithoutAJump) {
  for (const double reverseAt : {0.03, 0.1, 0.25, 0.2875}) {
    Mover mover = moverOf(ClockKind::FixedStep, {.rate = {10, 1}});
    for (double at = 0; at < reverseAt - 1e-9; at += 0.0025) mover.frame(0.0025);
    for (int i = 0; i < 200; ++i) {
      const double before = mover.shown;
      if (i % 50 == 0) mover.clock.settings.speed = -mover.clock.settings.speed;
      mover.frame(0.0025);
      EXPECT_LE(std::abs(mover.shown - before), kUnits * 0.0025 + 1e-9) << reverseAt << ", frame " << i;
      EXPECT_EQ(mover.due.reversed, i % 50 == 0 && mover.clock.stepped) << reverseAt << ", frame " << i;
      EXPECT_NEAR(mover.now, 12.0 * static_cast<double>(mover.clock.ticks), 1e-9)
          << "ticks give the time of the last state";
    }
  }
}

TEST(Clock, FixedStepReversedBeforeItsFirstStepUndoesItsRemainderFirst) {
  Mover mover = moverOf(ClockKind::FixedStep, {.rate = {10, 1}});
  mover.frame(0.03);
  mover.clock.settings.speed = -1;
  mover.frame(0.02);
  EXPECT_EQ(mover.shown, 0);
  mover.frame(0.1);
  EXPECT_EQ(mover.clock.ticks, 0) << "0.03 forwards, 0.12 back";
  mover.frame(0.02);
  EXPECT_EQ(mover.clock.ticks, -1);
}

TEST(Clock, SaturatesInsteadOfOverflowing) {
  Clock clock = clockOf(ClockKind::TimeBased, {.speed = 1e12, .longestFrame = kInfinity});
  for (int i = 0; i < 100; ++i) tick(clock, 1e9);
  EXPECT_EQ(clock.ticks, std::numeric_limits<std::int64_t>::max()) << "saturated";
  EXPECT_GT(clock.droppedSeconds, 0);
  clock.settings.speed = -1e12;
  for (int i = 0; i < 100; ++i) tick(clock, 1e9);
  EXPECT_EQ(clock.ticks, std::numeric_limits<std::int64_t>::min());
  Clock fixed =
      clockOf(ClockKind::FixedStep, {.rate = {5000, 1}, .speed = 1e12, .longestFrame = kInfinity, .maxSteps = 3});
  EXPECT_EQ(tick(fixed, 1e9).steps, 3);
}

TEST(StepRate, IsTheClosestFractionInThousandths) {
  EXPECT_EQ(stepRate(60), (StepRate{60, 1}));
  EXPECT_EQ(stepRate(1 / (1.0 / 60)), (StepRate{60, 1}));
  EXPECT_EQ(stepRate(62.5), (StepRate{125, 2}));
  EXPECT_EQ(stepRate(59.94), (StepRate{2997, 50}));
  EXPECT_EQ(stepRate(0), (StepRate{1, 1000}));
  EXPECT_EQ(stepRate(-5), (StepRate{1, 1000}));
  EXPECT_EQ(stepRate(1e9), (StepRate{5000, 1}));
  EXPECT_EQ(stepRate(std::nan("")), (StepRate{60, 1}));
  EXPECT_DOUBLE_EQ(stepRate(62.5).stepSeconds(), 0.016);
}

}  // namespace
}  // namespace crossfade
