#include "app/profile/frame_statistics.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

/// Frame i of `count` takes i + 1 milliseconds, all of it in the mixer.
FrameLog logOf(int count) {
  FrameLog log;
  for (int i = 0; i < count; ++i) {
    FrameSample sample;
    sample.begin = i;
    sample.total = sample.stages[0] = (i + 1) / 1000.0;
    log.add(i, sample, {.gpuFrame = i}, {});
  }
  return log;
}

TEST(FrameWindow, EndsAtItsLastFrame) {
  const FrameLog log = logOf(1000);
  EXPECT_EQ(windowUpTo(log, 999).first, 1000 - kMaxWindow);
  EXPECT_EQ(windowUpTo(log, 999).count, kMaxWindow);
  EXPECT_EQ(windowUpTo(log, 9).first, 0);
  EXPECT_EQ(windowUpTo(log, 9).count, 10);
  EXPECT_EQ(windowUpTo(log, -1).count, 0);
  EXPECT_EQ(windowUpTo(FrameLog(), 5).count, 0);
}

TEST(FrameWindow, KnowsItsMediansAndPercentiles) {
  FrameLog log = logOf(100);
  log.addGpuTimes(98, std::array{1.0, 5.0});
  log.addGpuTimes(99, std::array{1.0, 7.0});
  const WindowStatistics statistics = statisticsOf(log, {0, 100});
  EXPECT_NEAR(statistics.total.p99, 99, 1e-9);
  EXPECT_NEAR(statistics.typical.total, 0.050, 1e-12);
  EXPECT_NEAR(statistics.typical.costs[0], 0.050, 1e-12);
  EXPECT_EQ(statistics.typical.costs[1], 0);
  EXPECT_EQ(statistics.typical.milliseconds[1], 5) << "of the frames that were measured";
  EXPECT_EQ(statistics.typical.frames, 100);
  EXPECT_EQ(statisticsOf(log, {}).typical.frames, 0);
}

TEST(FrameWindow, AllocatesNothing) {
  const FrameLog log = logOf(kMaxWindow);
  const ::test::AllocationGuard guard;
  (void)statisticsOf(log, windowUpTo(log, kMaxWindow - 1));
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
