#include "app/profile/frame_profiler.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace app {

double steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double FrameSample::cost(int index) const {
  if (index < kStageCount) return stages[static_cast<std::size_t>(index)];
  return std::max(0.0, total - std::accumulate(stages.begin(), stages.end(), 0.0));
}

void FrameProfiler::beginFrame() {
  current_ = {};
  current_.begin = clock_();
}

const FrameSample& FrameProfiler::endFrame() {
  current_.total = clock_() - current_.begin;
  last_ = current_;
  return last_;
}

void FrameProfiler::close(FrameStage stage, double begin) {
  const auto index = static_cast<std::size_t>(stage);
  double end = clock_();
  if (load_[index] > 0)
    for (const double until = end + load_[index]; end < until;) end = clock_();
  current_.stages[index] += end - begin;
  if (current_.spanCount == FrameSample::kMaxSpans) return;
  current_.spans[static_cast<std::size_t>(current_.spanCount++)] = {stage, static_cast<float>(begin - current_.begin),
                                                                    static_cast<float>(end - begin)};
}

}  // namespace app
