#include "app/session/timing/timing_command.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace app {
namespace {

constexpr std::int64_t kSecond = crossfade::kFlicksPerSecond;

std::vector<std::int64_t> framesUntil(std::int64_t end, const DisplayRate& display, std::uint64_t seed = 1,
                                      const Hitches& hitches = {}) {
  std::vector<std::int64_t> times;
  DisplayFrames frames{.random = seed};
  for (toNextFrame(frames, display, hitches); frames.next <= end; toNextFrame(frames, display, hitches))
    times.push_back(frames.next);
  return times;
}

TEST(SimulatedDisplay, KeepsItsRateExactly) {
  for (const int rate : {1, 10, 30, 37, 60, 144, 999}) {
    const auto times = framesUntil(100 * kSecond, {.framesPerSecond = static_cast<double>(rate)});
    ASSERT_EQ(times.size(), static_cast<std::size_t>(100 * rate));
    for (std::size_t i = 0; i < times.size(); ++i)
      ASSERT_EQ(times[i], static_cast<std::int64_t>(i + 1) * kSecond / rate) << "frame " << i << " at " << rate;
  }
  EXPECT_EQ(framesUntil(1001 * kSecond, {.framesPerSecond = 59.94}).size(), 59999u) << "59999.94";
}

TEST(SimulatedDisplay, IsUnevenAroundItsRate) {
  const auto even = framesUntil(100 * kSecond, {.framesPerSecond = 60});
  const auto uneven = framesUntil(100 * kSecond, {.framesPerSecond = 60, .jitter = 0.45});
  const double frame = static_cast<double>(kSecond) / 60;
  double maxShift = 0, sum = 0;
  for (std::size_t i = 0; i + 1 < uneven.size(); ++i) {
    const auto shift = static_cast<double>(uneven[i] - even[i]) / frame;
    maxShift = std::max(maxShift, std::abs(shift));
    sum += shift;
    EXPECT_GT(uneven[i + 1], uneven[i]);
  }
  EXPECT_LE(maxShift, 0.4501);
  EXPECT_GT(maxShift, 0.44);
  EXPECT_LT(std::abs(sum) / static_cast<double>(uneven.size()), 0.01);
  EXPECT_EQ(uneven, framesUntil(100 * kSecond, {.framesPerSecond = 60, .jitter = 0.45})) << "the same at every run";
  EXPECT_NE(uneven, framesUntil(100 * kSecond, {.framesPerSecond = 60, .jitter = 0.45}, 2));
}

TEST(SimulatedDisplay, DrawsNothingInAHitch) {
  const Hitches hitches{.seconds = 0.25, .every = 2};
  const auto times = framesUntil(10 * kSecond, {.framesPerSecond = 60, .hitches = true}, 1, hitches);
  for (const std::int64_t time : times) EXPECT_FALSE(time >= 2 * kSecond && time % (2 * kSecond) < kSecond / 4) << time;
  EXPECT_EQ(times.size(), 600u - 4 * 15 - 1) << "four whole gaps, and the fifth begins with the last frame";
  for (const Hitches& never :
       {Hitches{.seconds = 0, .every = 2}, Hitches{.seconds = 3, .every = 2}, Hitches{.seconds = 1, .every = 0}})
    EXPECT_EQ(framesUntil(kSecond * 5, {.framesPerSecond = 10, .hitches = true}, 1, never).size(), 50u);
}

}  // namespace
}  // namespace app
