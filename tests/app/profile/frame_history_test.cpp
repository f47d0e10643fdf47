#include "app/profile/frame_statistics.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

FrameSample sampleOf(double mixerSeconds, double total) {
  FrameSample sample{.total = total};
  sample.stages[static_cast<std::size_t>(FrameStage::Mixer)] = mixerSeconds;
  return sample;
}

TEST(FrameHistory, KeepsMilliseconds) {
  FrameHistory history;
  history.add(sampleOf(0.002, 0.016), std::array{kNotKnown, 1.5, 0.25, 0.125});
  EXPECT_DOUBLE_EQ(history.costSummary(0).mean, 2);
  EXPECT_DOUBLE_EQ(history.costSummary(1).mean, 0);
  EXPECT_DOUBLE_EQ(history.totalSummary().p99, 16);
  EXPECT_DOUBLE_EQ(history.passSummary(1).mean, 1.5);
}

TEST(FrameHistory, LeavesOutPassesThatWereNotMeasured) {
  FrameHistory history;
  history.add(sampleOf(0.001, 1), std::array{kNotKnown, 1.0});
  EXPECT_EQ(history.passSummary(0).count, 0);
  EXPECT_EQ(history.passSummary(1).count, 1);
  EXPECT_EQ(history.passSummary(3).count, 0);
}

TEST(FrameHistory, MakesStatisticsAtMostFourTimesASecond) {
  FrameHistory history;
  for (int frame = 0; frame < 240; ++frame) history.add(sampleOf(0.001, 1.0 / 240), {});
  EXPECT_GE(history.refreshCount(), 4);
  EXPECT_LE(history.refreshCount(), 5);
}

TEST(FrameHistory, StatisticsCoverTheStoredFrames) {
  FrameHistory history;
  for (int frame = 1; frame <= 100; ++frame) history.add(sampleOf(frame / 1000.0, 0.3), {});
  EXPECT_DOUBLE_EQ(history.costSummary(0).mean, 50.5);
  EXPECT_DOUBLE_EQ(history.costSummary(0).p95, 95);
  EXPECT_DOUBLE_EQ(history.costSummary(0).p99, 99);
}

TEST(FrameHistory, LogsFramesAndFindsHitches) {
  FrameHistory history;
  for (int frame = 0; frame < 100; ++frame) history.add(sampleOf(0.001, 0.016), {});
  EXPECT_EQ(history.log().hitchCount(), 0);
  history.add(sampleOf(0.080, 0.095), {});
  ASSERT_EQ(history.log().hitchCount(), 1);
  EXPECT_EQ(history.log().hitch(0).number, 100);
  EXPECT_EQ(history.log().hitch(0).fault.cost, static_cast<int>(FrameStage::Mixer));
}

TEST(FrameHistory, APausedLogStaysWhileStatisticsGoOn) {
  FrameHistory history;
  for (int frame = 0; frame < 10; ++frame) history.add(sampleOf(0.001, 0.3), {});
  history.pauseLog(true);
  for (int frame = 0; frame < 400; ++frame) history.add(sampleOf(0.001, 0.5), {});
  EXPECT_EQ(history.log().size(), 10);
  EXPECT_NEAR(history.totalSummary().p50, 500, 1e-9);
  history.pauseLog(false);
  history.add(sampleOf(0.001, 0.3), {});
  EXPECT_EQ(history.log().newest().number, 410) << "numbers count all frames";
}

TEST(FrameHistory, AddingAllocatesNothing) {
  FrameHistory history;
  const ::test::AllocationGuard guard;
  for (int frame = 0; frame < 2 * FrameHistory::kFrames; ++frame)
    history.add(sampleOf(0.001, 0.1), std::array{1.0, 2.0, 3.0, 4.0});
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
