#include "app/session/timing/timing_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

TEST(MovingBlock, StopsAtTheEndAndLosesTheRemainder) {
  const Block block = advanceBlock({.position = 290}, 0.1, Edges::Clamp);
  EXPECT_EQ(block.position, 300) << "not 302, the lesson's own number";
  EXPECT_DOUBLE_EQ(block.lost, 2);
  EXPECT_DOUBLE_EQ(block.traveled, 10);
  EXPECT_EQ(block.direction, -1);
  EXPECT_EQ(block.reversals, 1);
  const Block back = advanceBlock(block, 0.1, Edges::Clamp);
  EXPECT_DOUBLE_EQ(back.position, 288);
  const Block atStart = advanceBlock({.position = 5, .direction = -1}, 0.1, Edges::Clamp);
  EXPECT_EQ(atStart.position, 0);
  EXPECT_DOUBLE_EQ(atStart.lost, 7);
  EXPECT_EQ(atStart.direction, 1);
}

TEST(MovingBlock, ReflectsWithoutLosingDistance) {
  const Block block = advanceBlock({.position = 290}, 0.1, Edges::Reflect);
  EXPECT_DOUBLE_EQ(block.position, 298) << "10 to the end and 2 back";
  EXPECT_EQ(block.direction, -1);
  EXPECT_EQ(block.reversals, 1);
  EXPECT_EQ(block.lost, 0);
  const Block atStart = advanceBlock({.position = 5, .direction = -1}, 0.1, Edges::Reflect);
  EXPECT_DOUBLE_EQ(atStart.position, 7);
  EXPECT_EQ(atStart.direction, 1);
  const Block far = advanceBlock({}, 60, Edges::Reflect);  // 7200 units: twelve times there and back
  EXPECT_EQ(far.position, 0);
  EXPECT_EQ(far.reversals, 24);
}

TEST(MovingBlock, ReversesAtAnEndThatItReachesExactly) {
  for (const Edges edges : {Edges::Clamp, Edges::Reflect}) {
    const Block block = advanceBlock({.position = 288}, 0.1, edges);
    EXPECT_EQ(block.position, 300);
    EXPECT_EQ(block.direction, -1);
    EXPECT_EQ(block.reversals, 1);
    EXPECT_EQ(block.lost, 0);
    EXPECT_DOUBLE_EQ(advanceBlock(block, 0.1, edges).position, 288);
  }
}

TEST(MovingBlock, ReachesAnEndThatItMissesByRounding) {
  const Block block = advanceBlock({.position = 287.99999999999994}, 0.1, Edges::Clamp);
  EXPECT_EQ(block.position, 300);
  EXPECT_EQ(block.direction, -1) << "otherwise the next step would lose twelve units to rounding";
  EXPECT_EQ(block.lost, 0);
  EXPECT_EQ(advanceBlock({.position = 287.999}, 0.1, Edges::Clamp).direction, 1);
}

// The lesson's worked example: at 290 px, 100 ms at 0.12 px per ms lead to 302; the block is set to 300.
TEST(MovingBlock, TurnsOnlyPastAnEndAsInTheLesson) {
  const Block past = advanceBlock({.position = 290}, 0.1, Edges::ClampPast);
  EXPECT_EQ(past.position, 300);
  EXPECT_DOUBLE_EQ(past.lost, 2);
  EXPECT_EQ(past.direction, -1);
  const Block reached = advanceBlock({.position = 288}, 0.1, Edges::ClampPast);
  EXPECT_EQ(reached.position, 300);
  EXPECT_EQ(reached.direction, 1) << "not past it yet";
  EXPECT_EQ(reached.reversals, 0);
  const Block turned = advanceBlock(reached, 0.1, Edges::ClampPast);
  EXPECT_EQ(turned.position, 300) << "a frame is lost";
  EXPECT_DOUBLE_EQ(turned.lost, 12);
  EXPECT_DOUBLE_EQ(turned.traveled, 12);
  EXPECT_EQ(turned.direction, -1);
  EXPECT_EQ(turned.reversals, 1);
  EXPECT_DOUBLE_EQ(advanceBlock(turned, 0.1, Edges::ClampPast).position, 288);
  for (const double almost : {287.99999999999994, 288.00000000000006}) {
    const Block rounded = advanceBlock({.position = almost}, 0.1, Edges::ClampPast);
    EXPECT_EQ(rounded.position, 300);
    EXPECT_EQ(rounded.direction, 1) << "rounding does not decide";
  }
  const Block start = advanceBlock({.position = 12, .direction = -1}, 0.1, Edges::ClampPast);
  EXPECT_EQ(start.position, 0);
  EXPECT_EQ(start.direction, -1);
  EXPECT_EQ(advanceBlock(start, 0.1, Edges::ClampPast).direction, 1);
}

TEST(MovingBlock, LosesTheOvershootAtEachReversal) {
  struct Case {
    int perSecond;
    double lostPerReversal;
  };
  // 300 units are 25 steps of 12 at 10 a second, 62.5 of 4.8 at 25, 17.5 of 17.142857 at 7, and 150 of 2 at 60.
  for (const Case& c : {Case{10, 0}, Case{25, 2.4}, Case{7, 60.0 / 7}, Case{60, 0}}) {
    Block block;
    for (int i = 0; i < 20 * c.perSecond; ++i) block = advanceBlock(block, 1.0 / c.perSecond, Edges::Clamp);
    EXPECT_GE(block.reversals, 7);
    EXPECT_NEAR(block.lost, static_cast<double>(block.reversals) * c.lostPerReversal, 1e-9) << c.perSecond;
    EXPECT_NEAR(block.traveled + block.lost, 2400, 1e-9);
  }
}

TEST(MovingBlock, RetracesItsPathInReverse) {
  Block block;
  for (int i = 0; i < 1000; ++i) block = advanceBlock(block, 0.013, Edges::Reflect);
  for (int i = 0; i < 1000; ++i) block = advanceBlock(block, -0.013, Edges::Reflect);
  EXPECT_NEAR(block.position, 0, 1e-9);
  EXPECT_NEAR(block.traveled, 0, 1e-9);
  const Block clamped = advanceBlock({.position = 5}, -0.1, Edges::Clamp);
  EXPECT_EQ(clamped.position, 0);
  EXPECT_EQ(clamped.direction, -1) << "in forward time it arrives there";
  EXPECT_DOUBLE_EQ(clamped.lost, 7);
  EXPECT_DOUBLE_EQ(clamped.traveled, -5);
  EXPECT_DOUBLE_EQ(advanceBlock(clamped, -0.1, Edges::Clamp).position, 12);
}

TEST(MovingBlock, ReflectedInAnyStepsIsTheTriangleWave) {
  for (const int perSecond : {7, 10, 25, 60, 144}) {
    Block block;
    for (int i = 1; i <= 20 * perSecond; ++i) {
      block = advanceBlock(block, 1.0 / perSecond, Edges::Reflect);
      const long line = 120L * i;  // in units / perSecond, in whole numbers
      const long there = line % (600L * perSecond);
      const double wanted = static_cast<double>(std::min(there, 600L * perSecond - there)) / perSecond;
      ASSERT_NEAR(block.position, wanted, 1e-9);
      ASSERT_NEAR(blockAfter(static_cast<double>(i) / perSecond).position, wanted, 1e-9);
    }
  }
}

TEST(MovingBlock, HasAReferencePositionAtAnyTime) {
  EXPECT_EQ(blockAfter(0).position, 0);
  EXPECT_EQ(blockAfter(1.25).position, 150);
  EXPECT_EQ(blockAfter(2.5).position, 300);
  EXPECT_EQ(blockAfter(2.5).reversals, 1);
  EXPECT_EQ(blockAfter(4).position, 120);
  EXPECT_EQ(blockAfter(4).direction, -1);
  EXPECT_EQ(blockAfter(5 * 86400.0).position, 0);
  EXPECT_EQ(blockAfter(-1).position, 120);
  EXPECT_EQ(blockAfter(-1).direction, -1);
  EXPECT_EQ(blockAfter(-1).traveled, -120);
  EXPECT_EQ(blockAfter(1, {.length = 50, .unitsPerSecond = 60}).position, 40);
}

TEST(MovingBlock, DoesNotMoveForAnInvalidTime) {
  for (const Edges edges : {Edges::Clamp, Edges::ClampPast, Edges::Reflect})
    for (const double none : {0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      const Block block = advanceBlock({.position = 300, .direction = -1}, none, edges);
      EXPECT_EQ(block.position, 300);
      EXPECT_EQ(block.reversals, 0);
    }
  EXPECT_EQ(blockAfter(std::nan("")).position, 0);
  EXPECT_EQ(advanceBlock({}, 1, Edges::Clamp, {.unitsPerSecond = 0}).position, 0);
}

}  // namespace
}  // namespace app
