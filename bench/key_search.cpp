// What remembering the interval saves: findInterval against plain std::upper_bound, for several patterns of time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "crossfade/clip/key_cursor.h"

namespace {

constexpr double kKeysPerSecond = 30;
constexpr double kFrame = 1.0 / 60;
constexpr int kQueries = 1 << 18;  // many, or the branch predictor learns the random ones

std::vector<float> keyTimes(std::int64_t count) {
  std::vector<float> times;
  for (std::int64_t i = 0; i < count; ++i) times.push_back(static_cast<float>(static_cast<double>(i) / kKeysPerSecond));
  return times;
}

/// The query times, made beforehand so that only the search is measured.
enum Pattern { Forward, Backward, Wrap, Random };

std::vector<double> queries(const std::vector<float>& times, Pattern pattern) {
  const double end = times.back();
  std::vector<double> asked;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> anywhere(0, end);
  for (int i = 0; i < kQueries; ++i) {
    const double played = std::fmod(i * kFrame, end);
    switch (pattern) {
      case Forward:
        asked.push_back(played);
        break;
      case Backward:
        asked.push_back(end - played);
        break;
      case Wrap:
        asked.push_back(i % 2 == 0 ? end - 0.5 * kFrame : 0.5 * kFrame);
        break;  // crosses the loop seam with every step
      case Random:
        asked.push_back(anywhere(random));
        break;
    }
  }
  return asked;
}

template <class Search>
void measure(benchmark::State& state, Pattern pattern, Search search) {
  const auto times = keyTimes(state.range(0));
  const auto asked = queries(times, pattern);
  int interval = 0;
  for (auto _ : state) {
    for (const double time : asked) {
      interval = search(times, time, interval);
      benchmark::DoNotOptimize(interval);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(asked.size()));
}

void remembered(benchmark::State& state, Pattern pattern) {
  measure(state, pattern, [](const std::vector<float>& times, double time, int interval) {
    return crossfade::findInterval(std::span<const float>(times), time, interval);
  });
}

void upperBound(benchmark::State& state, Pattern pattern) {
  measure(state, pattern, [](const std::vector<float>& times, double time, int) {
    return static_cast<int>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  });
}

#define ALL_PATTERNS(search)                                                     \
  BENCHMARK_CAPTURE(search, forward, Forward)->Arg(32)->Arg(1024)->Arg(32768);   \
  BENCHMARK_CAPTURE(search, backward, Backward)->Arg(32)->Arg(1024)->Arg(32768); \
  BENCHMARK_CAPTURE(search, wrap, Wrap)->Arg(32)->Arg(1024)->Arg(32768);         \
  BENCHMARK_CAPTURE(search, random, Random)->Arg(32)->Arg(1024)->Arg(32768)

ALL_PATTERNS(remembered);
ALL_PATTERNS(upperBound);

}  // namespace

BENCHMARK_MAIN();
