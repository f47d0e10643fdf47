#include "app/profile/frame_history.h"

#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double kRefreshSeconds = 0.25;

template <std::size_t... I>
std::array<ValueHistory, sizeof...(I)> histories(std::index_sequence<I...>) {
  return {((void)I, ValueHistory(FrameHistory::kFrames))...};
}

}  // namespace

FrameHistory::FrameHistory()
    : stages_(histories(std::make_index_sequence<kStageCount>())),
      total_(kFrames),
      passes_(histories(std::make_index_sequence<kTimedPassCount>())) {}

void FrameHistory::add(const FrameSample& sample, std::span<const double> gpuMilliseconds) {
  for (std::size_t i = 0; i < stages_.size(); ++i) stages_[i].add(sample.stages[i] * 1000);
  total_.add(sample.total * 1000);
  for (std::size_t i = 0; i < passes_.size() && i < gpuMilliseconds.size(); ++i)
    if (std::isfinite(gpuMilliseconds[i])) passes_[i].add(gpuMilliseconds[i]);

  sinceRefresh_ += sample.total;
  if (refreshCount_ > 0 && sinceRefresh_ < kRefreshSeconds) return;
  sinceRefresh_ = 0;
  refresh();
}

void FrameHistory::refresh() {
  for (std::size_t i = 0; i < stages_.size(); ++i) stageSummaries_[i] = stages_[i].summary();
  totalSummary_ = total_.summary();
  for (std::size_t i = 0; i < passes_.size(); ++i) passSummaries_[i] = passes_[i].summary();
  ++refreshCount_;
}

}  // namespace app
