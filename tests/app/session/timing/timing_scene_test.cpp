#include "app/session/timing/timing_scene.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

using crossfade::ClockKind;

constexpr int kTen = 0, kThirty = 1, kSixty = 2, kMany = 3, kJittering = 4, kHitching = 5;

std::vector<TimingRowSettings> evenRows() {
  return {{.display = {.framesPerSecond = 10}},
          {.display = {.framesPerSecond = 30}},
          {.display = {.framesPerSecond = 60}},
          {.display = {.framesPerSecond = 144}}};
}

void run(TimingScene& scene, double seconds) {
  for (double left = seconds; left > 1e-9; left -= 0.5) scene.advance(std::min(0.5, left));
}

/// Everything a lane holds, to the bit.
void expectSame(const TimingScene& a, const TimingScene& b) {
  ASSERT_EQ(a.rowCount(), b.rowCount());
  EXPECT_EQ(a.wallSeconds(), b.wallSeconds());
  EXPECT_EQ(a.ghost().position, b.ghost().position);
  for (int row = 0; row < a.rowCount(); ++row)
    for (const ClockKind kind : kClockKinds) {
      const TimingLane& x = a.lane(row, kind);
      const TimingLane& y = b.lane(row, kind);
      EXPECT_EQ(x.shown().position, y.shown().position);
      EXPECT_EQ(x.shown().traveled, y.shown().traveled);
      EXPECT_EQ(x.statistics().meanError, y.statistics().meanError);
      EXPECT_EQ(x.statistics().maxError, y.statistics().maxError);
      EXPECT_EQ(x.statistics().frames, y.statistics().frames);
      EXPECT_EQ(x.clock().ticks, y.clock().ticks);
      EXPECT_EQ(x.clock().accumulator, y.clock().accumulator);
      ASSERT_EQ(x.errors().size(), y.errors().size());
      for (int i = 0; i < x.errors().size(); ++i) ASSERT_EQ(x.errors()[i], y.errors()[i]) << row << ", sample " << i;
      for (int i = 0; i < x.lags().size(); ++i) ASSERT_EQ(x.lags()[i], y.lags()[i]) << row << ", sample " << i;
    }
}

/// The lesson's program, in whole pixels: 120 px per second between 0 and 300; a frame that would pass an end is cut
/// off there and turns the block. The distance covered in ten seconds.
int lessonDistance(int framesPerSecond, int frames) {
  const int step = 120 / framesPerSecond;
  int at = 0, direction = 1, covered = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const int wanted = at + direction * step, cut = std::clamp(wanted, 0, 300);
    covered += std::abs(cut - at);
    if (wanted > 300) direction = -1;
    if (wanted < 0) direction = 1;
    at = cut;
  }
  return covered;
}

// The classic lesson on clocks: even displays of 60, 30 and 10 frames per second, a block that turns only past an end.
TEST(TimingScene, TheLessonPresetLosesAFrameAtEachTurn) {
  EXPECT_EQ(lessonDistance(60, 600), 1194);
  EXPECT_EQ(lessonDistance(30, 300), 1188);
  EXPECT_EQ(lessonDistance(10, 100), 1164);
  TimingScene scene;
  ASSERT_TRUE(scene.apply(UseTimingPreset{TimingPreset::Lesson}));
  ASSERT_EQ(scene.rowCount(), 3);
  run(scene, 10);
  const auto way = [&](int row, ClockKind kind) { return scene.lane(row, kind).shown().traveled; };
  for (int row = 0; row < 3; ++row) {
    const int rate = row == 0 ? 60 : row == 1 ? 30 : 10;
    EXPECT_NEAR(way(row, ClockKind::TimeBased), lessonDistance(rate, 10 * rate), 1e-9) << rate;
    EXPECT_NEAR(way(row, ClockKind::FixedStep), 1192, 1e-9) << "1194, one step late, on each display";
    EXPECT_EQ(scene.lane(row, ClockKind::TimeBased).reversals(), 3);
  }
  EXPECT_NEAR(way(0, ClockKind::FrameBased), 1194, 1e-9);
  ASSERT_TRUE(
      scene.apply(SetTiming{&TimingSettings::edges, Edges::Clamp}));  // turning at the end itself hides all of it
  run(scene, 10);
  for (int row = 0; row < 3; ++row) {
    EXPECT_NEAR(way(row, ClockKind::TimeBased), 1200, 1e-9);
    EXPECT_NEAR(way(row, ClockKind::FixedStep), 1198, 1e-9);
  }
}

TEST(TimingScene, APresetLeavesWhatIsNotPartOfTheExperiment) {
  TimingScene scene({.paused = true, .showsCharacter = true, .graph = TimingGraph::Gap});
  const TimingSettings before = scene.settings();
  ASSERT_TRUE(scene.apply(UseTimingPreset{TimingPreset::Lesson}));
  EXPECT_TRUE(scene.settings().paused);
  EXPECT_TRUE(scene.settings().showsCharacter);
  EXPECT_EQ(scene.settings().graph, TimingGraph::Gap);
  ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::edges, Edges::Reflect}));
  ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::unitsPerSecond, 50}));
  ASSERT_TRUE(scene.apply(UseTimingPreset{}));
  EXPECT_EQ(scene.settings(), before);
}

TEST(TimingScene, TakesOneToEightDisplays) {
  TimingScene scene;
  const auto refusal = [&](std::vector<TimingRowSettings> rows) {
    const auto done = scene.apply(SetTiming{&TimingSettings::rows, std::move(rows)});
    return done ? "taken" : done.error().message;
  };
  EXPECT_EQ(refusal({}), "there can be 1 to 8 displays, not 0");
  EXPECT_EQ(refusal(std::vector<TimingRowSettings>(9)), "there can be 1 to 8 displays, not 9");
  EXPECT_NE(refusal({{.display = {.framesPerSecond = 0}}}), "taken");
  EXPECT_EQ(scene.rowCount(), 6);
  for (const int count : {1, 8, 3}) {
    EXPECT_EQ(refusal(std::vector<TimingRowSettings>(static_cast<std::size_t>(count))), "taken");
    EXPECT_EQ(scene.rowCount(), count);
    run(scene, 3);
    EXPECT_GT(scene.lane(count - 1, ClockKind::TimeBased).shown().traveled, 300);
  }
}

TEST(TimingScene, FrameBasedRunsAtTheWrongSpeed) {
  TimingScene scene({.rows = evenRows()});
  run(scene, 10);
  const auto way = [&](int row) { return scene.lane(row, ClockKind::FrameBased).shown().traveled; };
  EXPECT_EQ(scene.ghost().traveled, 1200);
  EXPECT_NEAR(way(kSixty), 1200, 1e-9);
  EXPECT_NEAR(way(kThirty), 600, 1e-9) << "half";
  EXPECT_NEAR(way(kTen), 200, 1e-9) << "a sixth";
  EXPECT_NEAR(way(kMany), 2880, 1e-9) << "and too fast on a fast display";
  EXPECT_NEAR(scene.lane(kThirty, ClockKind::FrameBased).statistics().lag, 600, 1e-9);
}

TEST(TimingScene, TimeBasedLosesMoreAtTheEndsTheLowerTheRate) {
  TimingScene scene;
  run(scene, 240);
  double before = std::numeric_limits<double>::infinity();
  for (const int row : {kTen, kThirty, kSixty, kMany}) {
    const TimingLane& lane = scene.lane(row, ClockKind::TimeBased);
    const double step = 120 / scene.settings().rows[static_cast<std::size_t>(row)].display.framesPerSecond;
    const LaneStatistics statistics = lane.statistics();
    EXPECT_NEAR(statistics.lostPerReversal, step / 2, step / 8) << "on average half a step per reversal";
    EXPECT_LT(statistics.lostPerReversal, before / 1.5);
    EXPECT_NEAR(statistics.lag, statistics.lostPerReversal * static_cast<double>(lane.reversals()), 1e-6)
        << "nothing else is lost";
    before = statistics.lostPerReversal;
  }
}

TEST(TimingScene, FixedStepsAgreeAtEqualTicksOnEveryDisplay) {
  for (const Edges edges : {Edges::Clamp, Edges::Reflect}) {
    TimingScene scene({.edges = edges});
    std::map<std::int64_t, std::tuple<double, int, std::int64_t, double>> states;
    int compared = 0;
    for (int ms = 0; ms < 20000; ++ms) {
      scene.advance(0.001);
      for (int row = 0; row < scene.rowCount(); ++row) {
        const TimingLane& lane = scene.lane(row, ClockKind::FixedStep);
        const Block& now = lane.state();
        const std::tuple state(now.position, now.direction, now.reversals, now.lost);
        const auto [found, isNew] = states.try_emplace(lane.clock().ticks, state);
        compared += isNew ? 0 : 1;
        ASSERT_EQ(found->second, state) << "display " << row << " after " << lane.clock().ticks << " steps";
      }
    }
    EXPECT_GT(compared, 10000);
  }
}

TEST(TimingScene, FixedStepsLoseTheSameAtEveryRate) {
  TimingScene scene;
  run(scene, 60);
  // 300 units are 156.25 steps of 1.92: each reversal loses three quarters of a step, and the picture is one step
  // behind as well.
  for (int row = 0; row < scene.rowCount(); ++row) {
    const TimingLane& lane = scene.lane(row, ClockKind::FixedStep);
    EXPECT_NEAR(lane.statistics().lostPerReversal, 0.75 * 1.92, 1e-9) << row;
    EXPECT_EQ(lane.reversals(), scene.lane(kSixty, ClockKind::FixedStep).reversals());
    EXPECT_NEAR(lane.statistics().lag, static_cast<double>(lane.reversals()) * 1.44 + 1.92, 1e-6);
    EXPECT_EQ(lane.clock().droppedSeconds, 0);
  }
}

TEST(TimingScene, AtASixtiethFixedStepsLoseNothing) {
  TimingScene scene({.stepsPerSecond = 60});
  run(scene, 60);
  for (int row = 0; row < scene.rowCount(); ++row) {
    const LaneStatistics statistics = scene.lane(row, ClockKind::FixedStep).statistics();
    EXPECT_NEAR(statistics.lostPerReversal, 0, 1e-9) << "300 units are 150 whole steps";
    EXPECT_NEAR(statistics.lag, 2, 1e-6) << "one step, by which the picture is late";
    EXPECT_LE(statistics.maxError, 2 + 1e-6);
  }
}

TEST(TimingScene, WithoutInterpolationFixedStepsStutterBetweenNoneAndOneStep) {
  TimingScene scene({.stepsPerSecond = 25, .edges = Edges::Reflect, .interpolates = false});
  run(scene, 1);
  double minLag = 100, maxLag = -100;
  for (int i = 0; i < 1000; ++i) {
    scene.advance(0.001);
    const double lag = scene.lane(kMany, ClockKind::FixedStep).statistics().lag;
    minLag = std::min(minLag, lag);
    maxLag = std::max(maxLag, lag);
  }
  EXPECT_LT(minLag, 0.4);
  EXPECT_GT(maxLag, 4.3);
  EXPECT_GE(minLag, -1e-9);
  EXPECT_LE(maxLag, 4.8 + 1e-9);
  ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::interpolates, true}));
  EXPECT_EQ(scene.lane(kMany, ClockKind::FixedStep).statistics().frames, 0)
      << "errors of another picture are forgotten";
  EXPECT_GT(scene.wallSeconds(), 1.9) << "but the experiment goes on";
  for (int i = 0; i < 1000; ++i) {
    scene.advance(0.001);
    if (i < 10) continue;
    ASSERT_NEAR(scene.lane(kMany, ClockKind::FixedStep).statistics().lag, 4.8, 1e-6) << "evenly one step behind";
  }
}

TEST(TimingScene, ReflectedTimeBasedIsRightAtEveryFrame) {
  TimingScene scene({.edges = Edges::Reflect});
  run(scene, 60);
  for (int row = 0; row < scene.rowCount(); ++row) {
    EXPECT_LT(scene.lane(row, ClockKind::TimeBased).statistics().maxError, 1e-6);
    EXPECT_EQ(scene.lane(row, ClockKind::TimeBased).state().lost, 0);
  }
}

TEST(TimingScene, DoesNotDependOnTheSizeOfItsSteps) {
  const std::vector<TimingCommand> commands{
      SetTimingPaused{false}, SetTiming{&TimingSettings::speed, -0.5}, SetTiming{&TimingSettings::interpolates, false},
      SetTiming{&TimingSettings::speed, 2}, SetTiming{&TimingSettings::interpolates, true}};
  TimingScene whole;
  for (const TimingCommand& command : commands) {
    ASSERT_TRUE(whole.apply(command));
    whole.advance(8);
  }
  std::mt19937 random(3);
  for (int trial = 0; trial < 4; ++trial) {
    TimingScene cut;
    for (const TimingCommand& command : commands) {
      ASSERT_TRUE(cut.apply(command));
      for (int left = 8 * 4096; left > 0;) {
        const int piece = std::min(left, 1 + static_cast<int>(random() % (trial < 2 ? 100 : 3000)));
        cut.advance(piece / 4096.0);
        left -= piece;
      }
    }
    expectSame(whole, cut);
  }
}

TEST(TimingScene, DrawsAsManyFramesAsTheDisplaysRates) {
  TimingScene scene;
  run(scene, 10.05);
  const auto frames = [&](int row) { return scene.lane(row, ClockKind::TimeBased).statistics().frames; };
  for (const auto& [row, count] : {std::pair(kTen, 100), {kThirty, 301}, {kSixty, 603}, {kMany, 1447}})
    EXPECT_NEAR(static_cast<double>(frames(row)), count, 1) << "a frame may come just before or after the end";
  EXPECT_NEAR(static_cast<double>(frames(kJittering)), 603, 1);
  EXPECT_NEAR(static_cast<double>(frames(kHitching)), 603 - 7 * 12, 8) << "seven gaps of 0.2 s";
}

TEST(TimingScene, GapsThatAreTooLongAreDroppedAndShown) {
  TimingScene scene({.maxSteps = 5, .edges = Edges::Reflect});
  run(scene, 10);
  for (const ClockKind kind : {ClockKind::TimeBased, ClockKind::FixedStep}) {
    const TimingLane& hitching = scene.lane(kHitching, kind);
    const double dropped = hitching.clock().droppedSeconds;
    EXPECT_NEAR(dropped, 7 * (0.2 + 1.0 / 60 - 5 * 0.016), 7 * 0.02);
    const double late = kind == ClockKind::FixedStep ? 0.016 : 0;
    EXPECT_NEAR(hitching.statistics().lag, (dropped + late) * 120, 1e-6)
        << "behind by what was dropped and nothing else";
    EXPECT_GT(scene.lane(kTen, kind).clock().droppedSeconds, 0) << "a tenth of a second is more than 5 steps too";
    EXPECT_EQ(scene.lane(kSixty, kind).clock().droppedSeconds, 0);
  }
  EXPECT_EQ(scene.lane(kHitching, ClockKind::FrameBased).clock().droppedSeconds, 0);
}

TEST(TimingScene, AChangeOfSpeedIsNotAnError) {
  TimingScene scene({.maxSteps = 60, .edges = Edges::Reflect});  // three times as fast, a tenth of a second is 19 steps
  for (const double speed : {1.0, 0.25, -1.0, 3.0, 0.0, -2.0, 1.0}) {
    ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::speed, speed}));
    for (int i = 0; i < 137; ++i) {
      scene.advance(0.01);
      for (int row = 0; row < scene.rowCount(); ++row) {
        ASSERT_LT(std::abs(scene.lane(row, ClockKind::TimeBased).statistics().lag), 1e-6) << speed;
        ASSERT_LE(std::abs(scene.lane(row, ClockKind::FixedStep).statistics().lag), 1.92 + 1e-6)
            << speed << " display " << row;
      }
    }
  }
  EXPECT_NEAR(scene.seconds(), 1.37 * 2.25, 1e-9);
  EXPECT_NEAR(scene.wallSeconds(), 1.37 * 7, 1e-9);
}

TEST(TimingScene, ReversesTimeWithoutAJump) {
  TimingScene scene({.stepsPerSecond = 10, .edges = Edges::Reflect});
  for (const double speed : {1.0, -1.0, 1.0, -1.0}) {
    ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::speed, speed}));
    for (int i = 0; i < 173; ++i) {
      const double before = scene.lane(kMany, ClockKind::FixedStep).shown().traveled;
      scene.advance(0.007);
      ASSERT_LE(std::abs(scene.lane(kMany, ClockKind::FixedStep).shown().traveled - before), 120 * 0.016)
          << speed << ", frame " << i;
    }
  }
}

TEST(TimingScene, FramesAdvanceLessAtLowerSpeed) {
  TimingScene scene({.rows = evenRows(), .speed = 0.5});
  run(scene, 10);
  EXPECT_NEAR(scene.lane(kSixty, ClockKind::FrameBased).shown().traveled, 600, 1e-9);
  EXPECT_NEAR(scene.lane(kTen, ClockKind::FrameBased).shown().traveled, 100, 1e-9);
}

TEST(TimingScene, StopsWhilePausedAndForInvalidTimes) {
  TimingScene scene;
  run(scene, 3.3);
  TimingScene before = scene;
  for (const double none : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) scene.advance(none);
  ASSERT_TRUE(scene.apply(SetTimingPaused{true}));
  scene.advance(7);
  ASSERT_TRUE(scene.apply(SetTimingPaused{false}));
  expectSame(scene, before);
  scene.advance(0.5);
  before.advance(0.5);
  expectSame(scene, before);
}

TEST(TimingScene, AdvancesAtMostOneHour) {
  TimingScene scene({.rows = {{.display = {.framesPerSecond = 1}}}});
  scene.advance(1e300);
  EXPECT_EQ(scene.wallSeconds(), 3600);
}

TEST(TimingScene, RestartsWhenItsConditionsChange) {
  const std::vector<TimingCommand> anew = {SetTiming{&TimingSettings::stepsPerSecond, 30},
                                           SetTiming{&TimingSettings::unitsPerSecond, 60},
                                           SetTiming{&TimingSettings::maxSteps, 3},
                                           SetTiming{&TimingSettings::edges, Edges::Reflect},
                                           SetTiming{&TimingSettings::hitches, Hitches{.seconds = 1, .every = 3}},
                                           SetDisplay{kThirty, {.framesPerSecond = 25}},
                                           SetTiming{&TimingSettings::seed, 9},
                                           RestartTiming{}};
  for (const TimingCommand& command : anew) {
    TimingScene scene;
    run(scene, 2);
    ASSERT_TRUE(scene.apply(SetTiming{&TimingSettings::speed, 0.5}));
    ASSERT_TRUE(scene.apply(command));
    EXPECT_EQ(scene.wallSeconds(), 0) << command.index();
    EXPECT_EQ(scene.seconds(), 0);
    EXPECT_EQ(scene.lane(0, ClockKind::FixedStep).statistics().frames, 0);
    EXPECT_EQ(scene.lane(0, ClockKind::FixedStep).errors().size(), 0);
    run(scene, 2);
    TimingScene fresh(scene.settings());
    run(fresh, 2);
    expectSame(scene, fresh);
  }
  TimingScene scene;
  run(scene, 2);
  for (const TimingCommand& command :
       std::vector<TimingCommand>{ShowRow{kTen, false}, SetTiming{&TimingSettings::showsCharacter, true},
                                  SetTimingPaused{true}, SetTiming{&TimingSettings::speed, 2}}) {
    ASSERT_TRUE(scene.apply(command));
    EXPECT_EQ(scene.wallSeconds(), 2);
  }
  EXPECT_FALSE(scene.settings().rows[kTen].shown);
  EXPECT_TRUE(scene.settings().showsCharacter);
  EXPECT_TRUE(scene.settings().paused);
}

TEST(TimingScene, AnotherSeedGivesOtherFrameTimes) {
  TimingScene one, other({.seed = 2});
  run(one, 5);
  run(other, 5);
  EXPECT_NE(one.lane(kJittering, ClockKind::TimeBased).statistics().maxError,
            other.lane(kJittering, ClockKind::TimeBased).statistics().maxError);
}

TEST(TimingScene, RefusesImpossibleSettings) {
  TimingScene scene;
  const auto refusal = [&](const TimingCommand& command) {
    const auto result = scene.apply(command);
    return result ? "accepted" : result.error().message;
  };
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::stepsPerSecond, 0}), "steps per second 0 is not between 1 and 1000");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::stepsPerSecond, std::nan("")}),
            "steps per second is not a finite number");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::unitsPerSecond, -1}), "units per second -1 is not between 0 and 1000");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::maxSteps, 0}),
            "largest number of steps in a frame 0 is not between 1 and 1000");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::hitches, Hitches{.seconds = 6, .every = 10}}),
            "hitch length 6 is not between 0 and 5");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::hitches, Hitches{.seconds = 1, .every = 0}}),
            "time between hitches 0 is not between 0.1 and 60");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::hitches, Hitches{.seconds = 2, .every = 2}}),
            "a hitch of 2 s every 2 s leaves no time for frames");
  EXPECT_EQ(refusal(SetDisplay{6, {}}), "there is no display 6; there are 6");
  EXPECT_EQ(refusal(SetDisplay{-1, {}}), "there is no display -1; there are 6");
  EXPECT_EQ(refusal(SetDisplay{0, {.framesPerSecond = 0}}), "frames per second 0 is not between 1 and 1000");
  EXPECT_EQ(refusal(SetDisplay{0, {.jitter = 0.5}}), "jitter 0.5 is not between 0 and 0.45");
  EXPECT_EQ(refusal(SetTiming{&TimingSettings::speed, 9}), "speed of the experiment 9 is not between -8 and 8");
  EXPECT_EQ(refusal(ShowRow{7, true}), "there is no display 7; there are 6");
  TimingScene untouched;
  run(scene, 1);
  run(untouched, 1);
  expectSame(scene, untouched);
}

TEST(TimingScene, KeepsTwentySecondsOfErrors) {
  TimingScene scene;
  run(scene, 30);
  EXPECT_EQ(scene.lane(kTen, ClockKind::TimeBased).errors().size(), kTimingSamples);
  const TimingLane& lane = scene.lane(kThirty, ClockKind::FrameBased);
  EXPECT_EQ(lane.lags()[kTimingSamples - 1], lane.statistics().lag);
  EXPECT_NEAR(lane.lags()[0], 600, 10) << "ten seconds in";
}

TEST(TimingScene, AllocatesNothingInAFrame) {
  TimingScene scene;
  const test::AllocationGuard guard;
  for (int i = 0; i < 300; ++i) scene.advance(1.0 / 60);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace

namespace {

void runFor(TimingScene& scene, double seconds) {
  for (double left = seconds; left > 1e-9; left -= 0.02) scene.advance(std::min(0.02, left));
}

TEST(TimingSummary, FixedStepsAgreeAcrossDisplaysAtAnyMoment) {
  TimingScene scene;
  for (int i = 0; i < 400; ++i) {
    runFor(scene, 0.1);
    ASSERT_LT(spreadAcrossDisplays(scene, ClockKind::FixedStep), 1e-6)
        << "after " << scene.wallSeconds() << " s: even while only some displays have reversed";
  }
}

TEST(TimingSummary, TheOtherClocksDoNot) {
  TimingScene scene;
  runFor(scene, 30);
  EXPECT_GT(spreadAcrossDisplays(scene, ClockKind::TimeBased), 10);
  // The slowest and the fastest separate by 26.8 units in a tenth of a second: how stale the value may be.
  EXPECT_NEAR(spreadAcrossDisplays(scene, ClockKind::FrameBased), 30 * (288 - 20), 100);
}

TEST(TimingSummary, ItIsTheBestMomentOfTheLastTwoFramesOfTheSlowestDisplay) {
  TimingScene scene({.rows = {{.display = {.framesPerSecond = 7}}, {.display = {.framesPerSecond = 60}}}});
  runFor(scene, 1);
  for (int i = 0; i < 500; ++i) {
    runFor(scene, 0.02);
    const ValueHistory& slow = scene.lane(0, ClockKind::TimeBased).lags();
    const ValueHistory& fast = scene.lane(1, ClockKind::TimeBased).lags();
    double best = std::numeric_limits<double>::infinity();
    for (int sample = 0; sample < slow.size(); ++sample)
      if (const double age = (slow.size() - 1 - sample) / double{kTimingSamplesPerSecond}; age < 2.0 / 7)
        best = std::min(best, std::abs(slow[sample] - fast[sample]));
    ASSERT_NEAR(spreadAcrossDisplays(scene, ClockKind::TimeBased), best, 1e-9) << "at " << scene.wallSeconds() << " s";
  }
}

TEST(TimingSummary, AgreesWithTheLanesOfEvenDisplays) {
  TimingScene scene({.rows = {{.display = {.framesPerSecond = 7}}, {.display = {.framesPerSecond = 60}}}});
  runFor(scene, 20.15);  // just after a frame of the slow one
  const double slow = scene.lane(0, ClockKind::FrameBased).statistics().lag;
  const double fast = scene.lane(1, ClockKind::FrameBased).statistics().lag;
  EXPECT_EQ(spreadAcrossDisplays(scene, ClockKind::FrameBased), slow - fast) << "what the lanes say beside it";
}

TEST(TimingSummary, WithoutInterpolationFixedStepsDifferByLessThanAStep) {
  TimingScene scene({.interpolates = false});
  runFor(scene, 10);
  EXPECT_LT(spreadAcrossDisplays(scene, ClockKind::FixedStep), 120 / 62.5);
}

TEST(TimingSummary, DroppedTimeIsADifference) {
  TimingScene scene({.maxSteps = 5, .hitches = {.seconds = 0.2, .every = 1.3}});
  runFor(scene, 10);
  EXPECT_GT(spreadAcrossDisplays(scene, ClockKind::FixedStep), 50);
  ASSERT_TRUE(scene.apply(ShowRow{5, false}));
  ASSERT_TRUE(scene.apply(ShowRow{0, false}));
  EXPECT_LT(spreadAcrossDisplays(scene, ClockKind::FixedStep), 1e-6) << "what is hidden does not count";
}

TEST(TimingSummary, OfNoDisplaysIsEmpty) {
  TimingScene scene;
  for (int row = 0; row < scene.rowCount(); ++row) ASSERT_TRUE(scene.apply(ShowRow{row, false}));
  runFor(scene, 1);
  EXPECT_EQ(spreadAcrossDisplays(scene, ClockKind::FrameBased), 0);
  EXPECT_EQ(rateExtremes(scene).slowest, -1);
}

TEST(TimingSummary, SpeedSaysHowFastAClockRuns) {
  TimingScene scene({.rows = {{.display = {.framesPerSecond = 10}}, {.display = {.framesPerSecond = 30}}}});
  EXPECT_EQ(relativeSpeed(scene.lane(0, ClockKind::FrameBased)), 1) << "before anything is due";
  runFor(scene, 10);
  EXPECT_NEAR(relativeSpeed(scene.lane(0, ClockKind::FrameBased)), 1.0 / 6, 1e-9);
  EXPECT_NEAR(relativeSpeed(scene.lane(1, ClockKind::FrameBased)), 0.5, 1e-9);
  EXPECT_EQ(rateExtremes(scene).slowest, 0);
  EXPECT_EQ(rateExtremes(scene).fastest, 1);
}

TEST(TimingSummary, TheLessonIsVisibleFromTheFirstReversalsOn) {
  TimingScene scene;
  for (int second = 3; second <= 30; ++second) {
    runFor(scene, second == 3 ? 3 : 1);
    for (int row = 0; row < 3; ++row)
      EXPECT_GE(scene.lane(row, ClockKind::TimeBased).state().lost,
                scene.lane(row + 1, ClockKind::TimeBased).state().lost)
          << second << " s, row " << row;
  }
}

TEST(TimingSummary, MarksAndFrameTimesCoverTheLastFrames) {
  TimingScene scene({.rows = {{.display = {.framesPerSecond = 30}}}});
  runFor(scene, 1.05);
  const ValueHistory& times = scene.frameTimes(0);
  const ValueHistory& marks = scene.lane(0, ClockKind::FrameBased).marks();
  ASSERT_EQ(times.size(), marks.size());
  ASSERT_GE(times.size(), 31);
  EXPECT_NEAR(times[times.size() - 1], 31.0 / 30, 1e-8);
  EXPECT_NEAR(times[times.size() - 2], 1, 1e-8);
  EXPECT_NEAR(marks[marks.size() - 1], 62, 1e-6) << "half as fast as it should be";
  EXPECT_NEAR(marks[marks.size() - 2], 60, 1e-6);
  const ::test::AllocationGuard guard;
  runFor(scene, 5);
  (void)spreadAcrossDisplays(scene, ClockKind::FixedStep);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace

}  // namespace app
