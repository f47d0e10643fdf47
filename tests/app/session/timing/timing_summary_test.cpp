#include "app/session/timing/timing_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

using crossfade::ClockKind;

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
