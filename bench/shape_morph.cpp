// What a frame of morphing costs: 1,000 shapes of 1,000 points with each algorithm, and the making of one plan.
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <benchmark/benchmark.h>

#include "crossfade/shape/morph_plan.h"

namespace {

constexpr int kShapes = 1000, kPoints = 1000;

/// A round outline with `waves` bumps, no two alike.
crossfade::Shape blob(int waves, double phase) {
  std::vector<glm::dvec2> points;
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2 * std::numbers::pi * i / kPoints, radius = 100 + 30 * std::sin(waves * angle + phase);
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return *crossfade::Shape::make(std::move(points), true);
}

const std::vector<crossfade::MorphPlan>& plans() {
  static const std::vector<crossfade::MorphPlan> made = [] {
    std::vector<crossfade::MorphPlan> all;
    for (int i = 0; i < kShapes; ++i)
      all.push_back(
          crossfade::MorphPlan::make(blob(3 + i % 5, i), blob(4 + i % 7, 2 * i), crossfade::Correspondence{}));
    return all;
  }();
  return made;
}

void morphAll(benchmark::State& state, crossfade::MorphKind kind, crossfade::ClosingError closing) {
  std::vector<std::vector<glm::dvec2>> out(kShapes, std::vector<glm::dvec2>(kPoints));
  double t = 0;
  for (auto _ : state) {
    t = std::fmod(t + 0.017, 1);
    for (std::size_t i = 0; i < out.size(); ++i) crossfade::morph(plans()[i], kind, closing, t, out[i]);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kShapes * kPoints);
}

using crossfade::ClosingError;
using crossfade::MorphKind;
BENCHMARK_CAPTURE(morphAll, linear, MorphKind::Linear, ClosingError::Spread)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(morphAll, clockwise, MorphKind::VectorClockwise, ClosingError::Spread)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(morphAll, shortest, MorphKind::VectorShortest, ClosingError::Spread)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(morphAll, shortestRaw, MorphKind::VectorShortest, ClosingError::Raw)->Unit(benchmark::kMillisecond);

void makePlan(benchmark::State& state) {
  const crossfade::Shape from = blob(3, 0), to = blob(5, 1);
  for (auto _ : state) benchmark::DoNotOptimize(crossfade::MorphPlan::make(from, to));
}
BENCHMARK(makePlan)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
