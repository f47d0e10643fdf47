#include "crossfade/clip/key_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace crossfade {
namespace {

int upperBound(const std::vector<float>& times, double time) {
  return static_cast<int>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
}

TEST(KeyCursor, EqualsUpperBoundForAnyHint) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<float> times(static_cast<std::size_t>(std::uniform_int_distribution<int>(1, 30)(random)));
    for (float& time : times)
      time = std::round(std::uniform_real_distribution<float>(-5, 5)(random) * 4) / 4;  // many equal times
    std::sort(times.begin(), times.end());
    const int count = static_cast<int>(times.size());
    for (int i = 0; i < 200; ++i) {
      const double time = std::uniform_real_distribution<double>(-6, 6)(random);
      const int hint = std::uniform_int_distribution<int>(-3, count + 3)(random);
      EXPECT_EQ(findInterval(times, time, hint), upperBound(times, time));
      const double key = times[static_cast<std::size_t>(i % count)];
      EXPECT_EQ(findInterval(times, key, hint), upperBound(times, key));
    }
  }
}

TEST(KeyCursor, CountsKeysAtOrBeforeTheTime) {
  const std::vector<float> times = {0, 1, 1, 2};
  EXPECT_EQ(findInterval(times, -0.1, 0), 0);
  EXPECT_EQ(findInterval(times, 0, 0), 1);
  EXPECT_EQ(findInterval(times, 1, 0), 3) << "after the last of several equal times";
  EXPECT_EQ(findInterval(times, 2, 0), 4);
  EXPECT_EQ(findInterval(times, 99, 0), 4);
}

TEST(KeyCursor, TreatsNanAsAfterTheLastKey) {
  const std::vector<float> times = {0, 1, 2};
  for (int hint = -1; hint < 5; ++hint) EXPECT_EQ(findInterval(times, std::nan(""), hint), 3);
}

TEST(KeyCursor, AcceptsInfiniteTimes) {
  const std::vector<float> times = {0, 1, 2};
  EXPECT_EQ(findInterval(times, std::numeric_limits<double>::infinity(), 1), 3);
  EXPECT_EQ(findInterval(times, -std::numeric_limits<double>::infinity(), 1), 0);
}

TEST(KeyCursor, AcceptsNoKeysAndOneKey) {
  EXPECT_EQ(findInterval(std::span<const float>(), 1, 5), 0);
  const std::vector<float> one = {1};
  EXPECT_EQ(findInterval(one, 0.5, 1), 0);
  EXPECT_EQ(findInterval(one, 1, 0), 1);
  EXPECT_EQ(findInterval(one, 2, -7), 1);
}

}  // namespace
}  // namespace crossfade
