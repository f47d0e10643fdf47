#include "app/profile/frame_statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace app {

Summary summarize(std::span<double> scratch) {
  if (scratch.empty()) return {};
  std::sort(scratch.begin(), scratch.end());
  const double count = static_cast<double>(scratch.size());
  const auto rank = [&](double fraction) {
    const auto index = static_cast<std::size_t>(std::max(0.0, std::ceil(fraction * count) - 1));
    return scratch[std::min(index, scratch.size() - 1)];
  };
  return {.mean = std::accumulate(scratch.begin(), scratch.end(), 0.0) / count,
          .p50 = rank(0.50),
          .p95 = rank(0.95),
          .p99 = rank(0.99),
          .max = scratch.back(),
          .count = static_cast<int>(scratch.size())};
}

ValueHistory::ValueHistory(int capacity)
    : values_(static_cast<std::size_t>(capacity)), scratch_(static_cast<std::size_t>(capacity)) {
  assert(capacity > 0);
}

void ValueHistory::add(double value) {
  values_[static_cast<std::size_t>(next_)] = value;
  next_ = (next_ + 1) % capacity();
  size_ = std::min(size_ + 1, capacity());
}

double ValueHistory::operator[](int index) const {
  assert(index >= 0 && index < size_);
  return values_[static_cast<std::size_t>((next_ - size_ + index + capacity()) % capacity())];
}

Summary ValueHistory::summary() const {
  for (int i = 0; i < size_; ++i) scratch_[static_cast<std::size_t>(i)] = (*this)[i];
  return summarize(std::span(scratch_).first(static_cast<std::size_t>(size_)));
}

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
