// Compares the key search with a linear count, for every hint.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "crossfade/clip/key_cursor.h"

namespace crossfade {
namespace {

TEST(KeySearch, CountsKeysAtOrBeforeATimeForEveryHint) {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    std::vector<double> times(static_cast<std::size_t>(random() % 24 + 1));
    for (double& time : times) time = static_cast<double>(random() % 16);  // many keys share a time
    std::sort(times.begin(), times.end());
    const std::vector<float> floats(times.begin(), times.end());
    for (double time = -1; time <= 17; time += 0.5) {
      const auto expected = std::count_if(times.begin(), times.end(), [&](double key) { return key <= time; });
      for (int hint = -1; hint <= static_cast<int>(times.size()) + 1; ++hint) {
        ASSERT_EQ(findInterval(std::span<const double>(times), time, hint), expected);
        ASSERT_EQ(findInterval(std::span<const float>(floats), time, hint), expected);
      }
    }
  }
}

}  // namespace
}  // namespace crossfade
