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
    : costs_(histories(std::make_index_sequence<kCostCount>())),
      total_(kFrames),
      passes_(histories(std::make_index_sequence<kTimedPassCount>())) {}

void FrameHistory::add(const FrameSample& sample, std::span<const double> gpuMilliseconds, const FrameNotes& notes,
                       std::int64_t measuredFrame) {
  const std::int64_t number = frames_++;
  if (!logIsPaused_)
    log_.add(number, sample, notes, typical_);
  else if (notes.events.has(FrameEvent::ModelShown))
    log_.noteModelShown(number);
  log_.addGpuTimes(measuredFrame, gpuMilliseconds);
  for (int cost = 0; cost < kCostCount; ++cost) costs_[static_cast<std::size_t>(cost)].add(sample.cost(cost) * 1000);
  total_.add(sample.total * 1000);
  for (std::size_t i = 0; i < passes_.size() && i < gpuMilliseconds.size(); ++i)
    if (std::isfinite(gpuMilliseconds[i])) passes_[i].add(gpuMilliseconds[i]);

  sinceRefresh_ += sample.total;
  if (refreshCount_ > 0 && sinceRefresh_ < kRefreshSeconds) return;
  sinceRefresh_ = 0;
  refresh();
}

void FrameHistory::refresh() {
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    costSummaries_[i] = costs_[i].summary();
    typical_.costs[i] = costSummaries_[i].p50 / 1000;
  }
  totalSummary_ = total_.summary();
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    passSummaries_[i] = passes_[i].summary();
    typical_.milliseconds[i] = passSummaries_[i].p50;
  }
  typical_.total = totalSummary_.p50 / 1000;
  typical_.frames = totalSummary_.count;
  ++refreshCount_;
}

}  // namespace app
