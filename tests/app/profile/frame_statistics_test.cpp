#include "app/profile/frame_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

/// The smallest value that at least `percent` of all values do not exceed, found by counting.
double percentile(const std::vector<double>& values, int percent) {
  double best = *std::max_element(values.begin(), values.end());
  for (const double candidate : values) {
    const auto below = std::count_if(values.begin(), values.end(), [&](double value) { return value <= candidate; });
    if (below * 100 >= percent * static_cast<std::ptrdiff_t>(values.size())) best = std::min(best, candidate);
  }
  return best;
}

TEST(FrameStatistics, PercentilesEqualCounting) {
  std::mt19937 random(14);
  for (int count = 1; count <= 250; ++count) {
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values) value = std::uniform_int_distribution<int>(0, 40)(random) / 7.0;
    std::vector<double> scratch = values;
    const Summary summary = summarize(scratch);
    EXPECT_EQ(summary.p50, percentile(values, 50)) << count;
    EXPECT_EQ(summary.p95, percentile(values, 95)) << count;
    EXPECT_EQ(summary.p99, percentile(values, 99)) << count;
    EXPECT_EQ(summary.max, *std::max_element(values.begin(), values.end()));
    double sum = 0;
    for (const double value : values) sum += value;
    EXPECT_NEAR(summary.mean, sum / count, 1e-12);
    EXPECT_EQ(summary.count, count);
  }
}

TEST(FrameStatistics, AreZeroWithoutFrames) {
  EXPECT_EQ(summarize({}).max, 0);
  EXPECT_EQ(ValueHistory(5).summary().count, 0);
}

TEST(ValueHistory, KeepsTheLastValuesInOrder) {
  ValueHistory history(4);
  std::deque<double> expected;
  for (int i = 0; i < 11; ++i) {
    history.add(i * 1.5);
    expected.push_back(i * 1.5);
    if (expected.size() > 4) expected.pop_front();
    ASSERT_EQ(history.size(), static_cast<int>(expected.size()));
    for (int k = 0; k < history.size(); ++k) EXPECT_EQ(history[k], expected[static_cast<std::size_t>(k)]);
  }
  EXPECT_EQ(history.summary().max, 15);
  EXPECT_EQ(history.summary().count, 4);
  EXPECT_EQ(history[0], 10.5) << "a summary does not disturb the order";
}

TEST(ValueHistory, AllocatesNothing) {
  ValueHistory history(100);
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 300; ++i) history.add(i);
  EXPECT_EQ(history.summary().count, 100);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app
