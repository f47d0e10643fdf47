#include "crossfade/mixer/clip_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace crossfade {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

/// Advances through all steps from time 0; returns the last one.
ClipStep after(const std::vector<double>& deltas, Loop loop, double repetitions = kEndless, double duration = 1,
               ClipTime start = {}) {
  ClipStep step{.now = start};
  for (const double delta : deltas) step = advance(step.now, delta, duration, loop, repetitions);
  return step;
}

TEST(ClipTime, WrapsAtAnExclusiveEndWhenItRepeats) {
  EXPECT_EQ(after({0.75}, Loop::Repeat).now.time, 0.75);
  EXPECT_EQ(after({0.75}, Loop::Repeat).loopDelta, 0);
  const ClipStep wrapped = after({0.75, 0.25}, Loop::Repeat);
  EXPECT_EQ(wrapped.now.time, 0) << "the end is the beginning of the next loop";
  EXPECT_EQ(wrapped.loopDelta, 1);
  EXPECT_EQ(after({3.5}, Loop::Repeat).loopDelta, 3) << "one step may span several loops";
  EXPECT_EQ(after({3.5}, Loop::Repeat).now.time, 0.5);
}

TEST(ClipTime, StopsAtAnInclusiveEndWhenItPlaysOnce) {
  EXPECT_FALSE(after({0.75}, Loop::Once).finished);
  for (const double rest : {0.25, 5.0}) {
    const ClipStep end = after({0.75, rest}, Loop::Once);
    EXPECT_TRUE(end.finished);
    EXPECT_EQ(end.now.time, 1);
    EXPECT_EQ(end.sampleTime, 1);
  }
}

TEST(ClipTime, PlayedOnceBackwardsReachesZeroWithoutFinishing) {
  const ClipStep atZero = after({-0.5, -0.5}, Loop::Once, kEndless, 1, {.time = 1});
  EXPECT_EQ(atZero.now.time, 0);
  EXPECT_FALSE(atZero.finished);
  const ClipStep beyond = advance(atZero.now, -0.25, 1, Loop::Once, kEndless);
  EXPECT_TRUE(beyond.finished);
  EXPECT_EQ(beyond.now.time, 0);
}

TEST(ClipTime, RunsBackwardThroughLoops) {
  const ClipStep first = after({-0.25}, Loop::Repeat);
  EXPECT_EQ(first.now.time, 0.75);
  EXPECT_EQ(first.loopDelta, -1);
  EXPECT_EQ(first.now.loopCount, 0) << "a reversed start counts its first passage of 0 from -1";
  EXPECT_EQ(after({-0.25, -2.5}, Loop::Repeat).loopDelta, -2);
}

TEST(ClipTime, PingPongMirrorsOnlyTheSampleTime) {
  const ClipStep back = after({0.75, 0.5}, Loop::PingPong);
  EXPECT_EQ(back.now.time, 0.25);
  EXPECT_EQ(back.sampleTime, 0.75);
  const ClipStep forth = after({0.75, 0.5, 1}, Loop::PingPong);
  EXPECT_EQ(forth.sampleTime, 0.25);
}

TEST(ClipTime, OfAPingPongIsATriangleWave) {
  ClipTime now;
  for (int i = 1; i < 400; ++i) {
    const ClipStep step = advance(now, 0.0625, 1, Loop::PingPong, kEndless);
    now = step.now;
    const double t = std::fmod(i * 0.0625, 2.0);
    EXPECT_DOUBLE_EQ(step.sampleTime, t <= 1 ? t : 2 - t) << i;
  }
}

TEST(ClipTime, OfAReversedPingPongStartsMirroredButNotWithoutTime) {
  const ClipTime start{.time = 0.75};
  EXPECT_EQ(advance(start, -0.25, 1, Loop::PingPong, kEndless).sampleTime, 0.5)
      << "three.js: counter -1 is odd: 1 - 0.5";
  EXPECT_EQ(advance({.time = 0.75}, -0.5, 1, Loop::PingPong, kEndless).sampleTime, 0.75);
  EXPECT_EQ(advance(start, 0, 1, Loop::PingPong, kEndless).sampleTime, 0.75);
}

TEST(ClipTime, FinishesAfterItsRepetitions) {
  EXPECT_FALSE(after({1.5, 1}, Loop::Repeat, 3).finished);
  const ClipStep end = after({1.5, 1, 1}, Loop::Repeat, 3);
  EXPECT_TRUE(end.finished);
  EXPECT_EQ(end.now.time, 1);
  EXPECT_EQ(end.loopDelta, 0);
  const ClipStep backward = after({-0.5, -1}, Loop::Repeat, 1);
  EXPECT_TRUE(backward.finished);
  EXPECT_EQ(backward.now.time, 0);
}

TEST(ClipTime, OfAPingPongThatFinishedRestsAtItsOwnEnd) {
  const ClipStep end = after({0.5, 0.5}, Loop::PingPong, 1);
  ASSERT_TRUE(end.finished);
  EXPECT_EQ(end.sampleTime, 1) << "three.js shows the other end for this one frame";
  EXPECT_EQ(advance(end.now, 0, 1, Loop::PingPong, 1).sampleTime, 1);
  const ClipStep second = after({0.5, 1, 0.5}, Loop::PingPong, 2);
  ASSERT_TRUE(second.finished);
  EXPECT_EQ(advance(second.now, 0, 1, Loop::PingPong, 2).sampleTime, 0);
}

TEST(ClipTime, DoesNotMoveWithoutTime) {
  const ClipStep step = advance({.time = 1, .loopCount = 0}, 0, 1, Loop::Repeat, 1);
  EXPECT_EQ(step.now.time, 1);
  EXPECT_EQ(step.sampleTime, 1) << "the last key can be shown";
  EXPECT_FALSE(step.finished);
}

TEST(ClipTime, OfAnEmptyClipStaysAtZero) {
  for (const Loop loop : {Loop::Repeat, Loop::PingPong})
    for (const double delta : {0.5, -0.5}) {
      const ClipStep step = after({delta, delta}, loop, kEndless, 0);
      EXPECT_EQ(step.now.time, 0);
      EXPECT_EQ(step.sampleTime, 0);
      EXPECT_EQ(step.loopDelta, 0);
      EXPECT_FALSE(step.finished);
    }
  EXPECT_TRUE(after({0.5}, Loop::Repeat, 3, 0).finished) << "as in three.js";
  EXPECT_TRUE(after({0.5}, Loop::Once, kEndless, 0).finished);
}

TEST(ClipTime, TreatsANonFiniteStepAsZero) {
  for (const Loop loop : {Loop::Once, Loop::Repeat, Loop::PingPong})
    for (const double delta : {double(NAN), kEndless, -kEndless})
      EXPECT_EQ(advance({.time = 0.5, .loopCount = 2}, delta, 1, loop, kEndless).now.time, 0.5);
}

TEST(ClipTime, StaysInTheClipForAnyStep) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> exponent(-12, 300), length(-3, 3);
  for (int i = 0; i < 20000; ++i) {
    const double duration = std::pow(10.0, length(random));
    const double delta = std::pow(10.0, exponent(random)) * (i % 2 == 0 ? 1 : -1);
    for (const Loop loop : {Loop::Repeat, Loop::PingPong}) {
      const ClipStep step = advance({.time = duration * 0.3, .loopCount = 0}, delta, duration, loop, kEndless);
      ASSERT_GE(step.now.time, 0);
      ASSERT_LT(step.now.time, duration);
      ASSERT_GE(step.sampleTime, 0);
      ASSERT_LE(step.sampleTime, duration);
    }
  }
}

TEST(ClipTime, CountsLoopsWithoutOverflow) {
  ClipStep step;
  for (int i = 0; i < 20'000; ++i) step = advance(step.now, 1e16, 1, Loop::PingPong, kEndless);
  EXPECT_GT(step.now.loopCount, std::int64_t(1) << 61);
  const ClipStep next = advance(step.now, 1, 1, Loop::PingPong, kEndless);
  EXPECT_NE(next.now.loopCount % 2, step.now.loopCount % 2) << "a ping-pong still turns around";
}

TEST(ClipTime, DoesNotDriftInADay) {
  ClipTime now;
  const int frames = 60 * 60 * 60 * 24;
  const double delta = 1.0 / 60, duration = 0.7;
  for (int i = 0; i < frames; ++i) now = advance(now, delta, duration, Loop::Repeat, kEndless).now;
  EXPECT_NEAR(
      now.time,
      static_cast<double>(std::fmod(static_cast<long double>(delta) * frames, static_cast<long double>(duration))),
      1e-8);
}

TEST(ClipTime, OnceStartsItsOnlyLoopInTheFirstStep) {  // three.js AnimationAction._updateTime, r187
  const ClipStep first = advance({}, 0.25, 1, Loop::Once, kEndless);
  EXPECT_EQ(first.now.loopCount, 0);
  ASSERT_TRUE(first.ends);
  EXPECT_TRUE(first.ends->freeStart && first.ends->freeEnd);
  for (const double delta : {0.25, 0.0, 2.0}) {
    const ClipStep next = advance(first.now, delta, 1, Loop::Once, kEndless);
    EXPECT_EQ(next.now.loopCount, 0) << delta;
    EXPECT_FALSE(next.ends) << delta;
  }
}

TEST(ClipTime, OnceKeepsTheLoopCountOfThePreviousMode) {  // three.js AnimationAction._updateTime, r187
  const ClipStep last = advance({.time = 0.5, .loopCount = 1}, 1, 1, Loop::Once, 1);
  EXPECT_TRUE(last.finished);
  EXPECT_EQ(last.now.loopCount, 1);
  EXPECT_EQ(advance(last.now, 0, 1, Loop::PingPong, 2).sampleTime, 0) << "odd loops are mirrored";
}

/// Plays at random from 0.3; the largest difference between what `moved` adds up to and `expected(sum of deltas)`.
template <class Expected>
double movedError(Loop loop, Expected expected) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> delta(-0.4, 0.9);
  double worst = 0;
  for (int trial = 0; trial < 50; ++trial) {
    ClipTime now{.time = 0.3, .loopCount = 0};
    double sum = 0, moved = 0;
    for (int i = 0; i < 40; ++i) {
      const double by = trial % 2 == 0 ? delta(random) : std::abs(delta(random));
      const ClipStep step = advance(now, by, 1, loop, kEndless);
      sum += by;
      moved += step.moved;
      worst = std::max(worst, std::abs(moved - expected(sum)));
      now = step.now;
    }
  }
  return worst;
}

TEST(ClipTime, SaysHowFarItMoved) {
  EXPECT_LT(movedError(Loop::Repeat, [](double sum) { return sum; }), 1e-12);
  const auto triangle = [](double sum) { return std::abs(std::remainder(0.3 + sum, 2)) - 0.3; };
  EXPECT_LT(movedError(Loop::PingPong, triangle), 1e-12);
}

TEST(ClipTime, MovesToTheEndOfTheLastLoop) {
  EXPECT_EQ(after({5}, Loop::Repeat, 3).moved, 3);
  EXPECT_NEAR(after({0.25, 5}, Loop::Repeat, 3).moved, 2.75, 1e-12);
  EXPECT_NEAR(after({2.25, 5}, Loop::Repeat, 3).moved, 0.75, 1e-12);
  EXPECT_NEAR(after({5}, Loop::Repeat, 2.5).moved, 3, 1e-12) << "a part of a loop is a loop";
  EXPECT_NEAR(after({-5}, Loop::Repeat, 3, 1, {.time = 0.5}).moved, -3.5, 1e-12) << "its first passage of 0 is from -1";
  EXPECT_EQ(after({5}, Loop::Once).moved, 1);
  EXPECT_EQ(after({0.25, 5}, Loop::PingPong, 1).moved, 0.75);
  EXPECT_EQ(after({0.5}, Loop::Once, 1, 1, {.time = 7}).moved, 0) << "a time beyond the end was set from outside";
  EXPECT_EQ(after({5}, Loop::Repeat, kEndless, 0).moved, 0);
  EXPECT_EQ(after({0.5, 0}, Loop::PingPong).moved, 0);
  EXPECT_EQ(after({NAN}, Loop::Repeat).moved, 0);
}

TEST(ClipTime, OfAPingPongThatFinishesInOneLongStepIsThatOfShortSteps) {
  for (const double loops : {1.0, 2.0, 3.0, 4.0})
    for (const double direction : {1.0, -1.0}) {
      ClipStep shortStep{.now = {.time = 0.3, .loopCount = 0}};
      while (!shortStep.finished)
        shortStep = advance(shortStep.now, 0.125 * direction, 1, Loop::PingPong, loops, kSameTime);
      const ClipStep longStep =
          advance({.time = 0.3, .loopCount = 0}, 50 * direction, 1, Loop::PingPong, loops, kSameTime);
      EXPECT_TRUE(longStep.finished);
      EXPECT_EQ(longStep.sampleTime, shortStep.sampleTime) << loops << " loops, " << direction;
      EXPECT_EQ(longStep.now.loopCount, shortStep.now.loopCount);
    }
}

}  // namespace
}  // namespace crossfade
