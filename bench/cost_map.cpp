// What a map of transition costs takes: clips of 5 s at 30 frames per second, 67 points, transitions of 0.3 s.
#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

#include "crossfade/match/cost_map.h"
#include "crossfade/match/point_distance.h"

namespace {

using namespace crossfade;

constexpr int kFrames = 150, kPoints = 67, kWindow = 10;

ClipPoints clip(double phase) {
  std::vector<glm::dvec3> positions;
  for (int frame = 0; frame < kFrames; ++frame)
    for (int point = 0; point < kPoints; ++point) {
      const double t = 0.2 * frame + 0.3 * point + phase;
      positions.emplace_back(std::sin(t), 0.02 * point + 0.1 * std::cos(1.3 * t), std::cos(0.7 * t));
    }
  return *ClipPoints::make(std::move(positions), kPoints, 1.0 / 30, false);
}

const std::vector<double> kWeights(kPoints, 1.0);

void distances(benchmark::State& state) {
  const ClipPoints a = clip(0), b = clip(2);
  for (auto _ : state) {
    const CostMapper mapper(a, b, kWeights, kWindow);
    CostMap map = mapper.emptyMap();
    mapper.fillDistances(0, map.rows, map);
    benchmark::DoNotOptimize(map.costs.data());
  }
}
BENCHMARK(distances)->Unit(benchmark::kMillisecond);

/// The same map, its rows on two threads.
void distancesOnTwoThreads(benchmark::State& state) {
  const ClipPoints a = clip(0), b = clip(2);
  for (auto _ : state) {
    const CostMapper mapper(a, b, kWeights, kWindow);
    CostMap map = mapper.emptyMap();
    const int half = map.rows / 2;
    std::thread other([&] { mapper.fillDistances(0, half, map); });
    mapper.fillDistances(half, map.rows, map);
    other.join();
    benchmark::DoNotOptimize(map.costs.data());
  }
}
BENCHMARK(distancesOnTwoThreads)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The same map, every cell by itself.
void distancesCellByCell(benchmark::State& state) {
  const ClipPoints a = clip(0), b = clip(2);
  for (auto _ : state) {
    CostMap map = CostMapper(a, b, kWeights, kWindow).emptyMap();
    for (int row = 0; row < map.rows; ++row)
      for (int column = 0; column < map.columns; ++column)
        map.costs[static_cast<std::size_t>(row * map.columns + column)] =
            static_cast<float>(matchFrames(a, row, b, column, kWindow, kWeights).distance);
    benchmark::DoNotOptimize(map.costs.data());
  }
}
BENCHMARK(distancesCellByCell)->Unit(benchmark::kMillisecond);

void inertialCosts(benchmark::State& state) {
  const ClipPoints a = clip(0), b = clip(2);
  const CostMapper mapper(a, b, kWeights, kWindow);
  CostMap map = mapper.emptyMap();
  for (auto _ : state) {
    mapper.fillInertialCosts(0, map.rows, 0.1, map);
    benchmark::DoNotOptimize(map.costs.data());
  }
}
BENCHMARK(inertialCosts)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
