#include "app/profile/frame_profiler.h"

#include <chrono>

namespace app {

double steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void FrameProfiler::beginFrame() {
  current_ = {};
  frameBegin_ = clock_();
}

const FrameSample& FrameProfiler::endFrame() {
  current_.total = clock_() - frameBegin_;
  last_ = current_;
  return last_;
}

void FrameProfiler::close(FrameStage stage, double begin) {
  const auto index = static_cast<std::size_t>(stage);
  double end = clock_();
  if (load_[index] > 0)
    for (const double until = end + load_[index]; end < until;) end = clock_();
  current_.stages[index] += end - begin;
}

}  // namespace app
