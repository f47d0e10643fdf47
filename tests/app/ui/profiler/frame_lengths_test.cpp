#include "app/ui/profiler/profiler_panel.h"

#include <numeric>

#include <gtest/gtest.h>

#include "app/profile/frame_statistics.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

FrameSample lasting(double milliseconds) {
  FrameSample sample;
  sample.total = milliseconds / 1000;
  return sample;
}

/// Frame i takes i + 1 milliseconds.
FrameLog growingFrames() {
  FrameLog log;
  for (int i = 0; i < 300; ++i) log.add(i, lasting(i + 1), {}, {});
  return log;
}

TEST(FrameHistogram, CountsEveryFrameOnce) {
  const FrameLog log = growingFrames();
  const FrameHistogram histogram = histogramOf(log, {0, 300});
  EXPECT_EQ(histogram.width, 10) << "48 bins reach beyond 1.15 times 297 ms";
  EXPECT_EQ(std::accumulate(histogram.frames.begin(), histogram.frames.end(), 0), 300);
  EXPECT_EQ(histogram.frames[0], 9) << "1 to 9 ms: a bin contains its lower end only";
  EXPECT_EQ(histogram.frames[1], 10);
  EXPECT_EQ(histogram.largest, 10);
}

TEST(FrameHistogram, PutsWhatIsBeyondIntoTheLastBin) {
  FrameHistogram histogram;
  histogram.width = 0.5;
  EXPECT_EQ(histogram.binOf(0.5), 1);
  EXPECT_EQ(histogram.binOf(1e9), FrameHistogram::kBins - 1);
  EXPECT_EQ(histogram.binOf(-1), 0);
}

/// While a frame is held, the log stands still and the statistics of the history go on.
TEST(FrameHistogram, HasThePercentilesOfItsOwnFrames) {
  FrameHistory history;
  for (int i = 0; i < 300; ++i) history.add(lasting(16), {});
  history.pauseLog(true);
  for (int i = 0; i < 300; ++i) history.add(lasting(40), {});
  history.pauseLog(false);
  EXPECT_NEAR(history.totalSummary().p50, 40, 1e-9);
  const FrameHistogram histogram = histogramOf(history.log(), windowUpTo(history.log(), history.log().size() - 1));
  EXPECT_NEAR(histogram.total.p50, 16, 1e-9);
  EXPECT_NEAR(histogram.total.max, 16, 1e-9);
  EXPECT_EQ(histogram.total.count, 300);
  EXPECT_EQ(histogram.frames[static_cast<std::size_t>(histogram.binOf(histogram.total.p50))], 300);
}

TEST(FrameHistogram, AllocatesNothing) {
  const FrameLog log = growingFrames();
  const ::test::AllocationGuard guard;
  EXPECT_EQ(histogramOf(log, {0, 300}).total.count, 300);
  EXPECT_EQ(histogramOf(log, {}).total.count, 0);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
