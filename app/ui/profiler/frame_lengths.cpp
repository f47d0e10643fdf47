#include "app/ui/profiler/frame_lengths.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include "app/ui/widgets/canvas.h"

namespace app {

int FrameHistogram::binOf(double milliseconds) const {
  return static_cast<int>(std::clamp(std::floor(milliseconds / width), 0.0, kBins - 1.0));
}

FrameHistogram histogramOf(const FrameLog& log, FrameWindow window) {
  assert(window.count <= kMaxWindow && window.first >= 0 && window.first + window.count <= log.size());
  std::array<double, kMaxWindow> lengths;
  const auto milliseconds = std::span(lengths).first(static_cast<std::size_t>(window.count));
  for (std::size_t i = 0; i < milliseconds.size(); ++i)
    milliseconds[i] = log[window.first + static_cast<int>(i)].cost.total * 1000;
  FrameHistogram histogram{.total = summarize(milliseconds)};
  const double reach = std::max({histogram.total.p99 * 1.15, histogram.total.p50 * 1.5, 0.1});
  histogram.width = niceStep(reach, FrameHistogram::kBins);
  for (const double each : milliseconds) {
    int& frames = histogram.frames[static_cast<std::size_t>(histogram.binOf(each))];
    histogram.largest = std::max(histogram.largest, ++frames);
  }
  return histogram;
}

}  // namespace app
