// What the last frames cost, per CPU stage and GPU pass, with statistics.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "app/profile/frame_profiler.h"
#include "app/profile/frame_statistics.h"

namespace app {

/// The timed GPU passes, in the renderer's order.
inline constexpr std::array<std::string_view, 4> kTimedPasses = {"shadow", "scene", "resolve", "interface"};
inline constexpr std::size_t kTimedPassCount = kTimedPasses.size();

/// All values are milliseconds. Adding never allocates.
class FrameHistory {
 public:
  static constexpr int kFrames = 300;  // five seconds at 60 Hz

  FrameHistory();

  /// Adds a finished frame. `gpuMilliseconds`: one value per timed pass, in order; NaN or missing if unknown.
  void add(const FrameSample& sample, std::span<const double> gpuMilliseconds);

  const ValueHistory& stage(std::size_t index) const { return stages_[index]; }
  const ValueHistory& total() const { return total_; }
  const ValueHistory& pass(std::size_t index) const { return passes_[index]; }

  /// Statistics to display, updated four times per second so that they can be read. A count of 0: nothing known.
  const Summary& stageSummary(std::size_t index) const { return stageSummaries_[index]; }
  const Summary& totalSummary() const { return totalSummary_; }
  const Summary& passSummary(std::size_t index) const { return passSummaries_[index]; }
  /// How often the statistics were updated.
  int refreshCount() const { return refreshCount_; }

 private:
  void refresh();

  std::array<ValueHistory, kStageCount> stages_;
  ValueHistory total_;
  std::array<ValueHistory, kTimedPassCount> passes_;

  std::array<Summary, kStageCount> stageSummaries_;
  Summary totalSummary_;
  std::array<Summary, kTimedPassCount> passSummaries_;
  double sinceRefresh_ = 0;  // seconds
  int refreshCount_ = 0;
};

}  // namespace app
