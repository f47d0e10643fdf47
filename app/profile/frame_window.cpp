#include "app/profile/frame_window.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace app {
namespace {

using Values = std::array<double, kMaxWindow>;

/// Sorts the values.
double medianOf(std::span<double> values) { return summarize(values).p50; }

}  // namespace

FrameWindow windowUpTo(const FrameLog& log, int last) {
  const int end = std::clamp(last + 1, 0, log.size());
  const int count = std::min(end, kMaxWindow);
  return {end - count, count};
}

WindowStatistics statisticsOf(const FrameLog& log, FrameWindow window) {
  assert(window.count <= kMaxWindow && window.first >= 0 && window.first + window.count <= log.size());
  Values values;
  const auto fill = [&](auto valueOf) {
    std::size_t count = 0;
    for (int i = window.first; i < window.first + window.count; ++i)
      if (const double value = valueOf(log[i]); std::isfinite(value)) values[count++] = value;
    return std::span(values).first(count);
  };
  WindowStatistics statistics;
  TypicalFrame& typical = statistics.typical;
  statistics.total = summarize(fill([](const FrameRecord& frame) { return frame.cost.total * 1000; }));
  typical.total = statistics.total.p50 / 1000;
  typical.frames = window.count;
  for (int cost = 0; cost < kCostCount; ++cost)
    typical.costs[static_cast<std::size_t>(cost)] =
        medianOf(fill([cost](const FrameRecord& frame) { return frame.cost.cost(cost); }));
  for (std::size_t pass = 0; pass < kTimedPassCount; ++pass)
    typical.milliseconds[pass] =
        medianOf(fill([pass](const FrameRecord& frame) { return frame.gpuMilliseconds[pass]; }));
  return statistics;
}

}  // namespace app
