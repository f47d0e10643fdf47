// Statistics of samples, and of a stretch of frames in a log.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/profile/frame_profiler.h"
#include "app/profile/frame_record.h"

namespace app {

// ---- Mean and percentiles of a ring of samples.

/// In the unit of the values; all 0 without any.
struct Summary {
  double mean = 0;
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double max = 0;
  int count = 0;
};

/// Percentiles by nearest rank: the smallest value that at least that fraction of the values does not exceed.
/// `scratch` is sorted in place. No values: all zero.
Summary summarize(std::span<double> scratch);

/// The last `capacity` values of one quantity; adding never allocates.
class ValueHistory {
 public:
  explicit ValueHistory(int capacity);

  void add(double value);
  int size() const { return size_; }
  int capacity() const { return static_cast<int>(values_.size()); }
  /// 0 is the oldest.
  double operator[](int index) const;
  Summary summary() const;

 private:
  std::vector<double> values_;
  mutable std::vector<double> scratch_;
  int next_ = 0;
  int size_ = 0;
};

// ---- Statistics of a stretch of frames in a log. Nothing here allocates.

/// Consecutive frames of a log.
struct FrameWindow {
  int first = 0;
  int count = 0;
};

inline constexpr int kMaxWindow = 300;  // frames: five seconds at 60 Hz

/// At most kMaxWindow frames up to and including index `last`; none if it is below 0.
FrameWindow windowUpTo(const FrameLog& log, int last);

struct WindowStatistics {
  Summary total;  // milliseconds
  TypicalFrame typical;
};
/// `window`: at most kMaxWindow frames, all in the log.
WindowStatistics statisticsOf(const FrameLog& log, FrameWindow window);

// ---- What the last frames cost, per CPU stage and GPU pass, with statistics; and a log of the last 3600 frames.

/// All values are milliseconds. Adding never allocates.
class FrameHistory {
 public:
  static constexpr int kFrames = 300;  // five seconds at 60 Hz

  FrameHistory();

  /// Adds a finished frame. `gpuMilliseconds`: one value per timed pass, in order; NaN or missing if unknown. They have
  /// just arrived, of an earlier frame: the one whose FrameNotes::gpuFrame is `measuredFrame`.
  void add(const FrameSample& sample, std::span<const double> gpuMilliseconds, const FrameNotes& notes = {},
           std::int64_t measuredFrame = -1);
  /// While paused, the log stays as it is; the statistics go on. So while a frame is held, plot, hitches and saved
  /// trace show the same frames.
  void pauseLog(bool paused) { logIsPaused_ = paused; }
  const FrameLog& log() const { return log_; }

  const ValueHistory& cost(int index) const { return costs_[static_cast<std::size_t>(index)]; }
  const ValueHistory& total() const { return total_; }
  const ValueHistory& pass(std::size_t index) const { return passes_[index]; }

  /// Statistics to display, updated four times per second so that they can be read. A count of 0: nothing known.
  const Summary& costSummary(int cost) const { return costSummaries_[static_cast<std::size_t>(cost)]; }
  const Summary& totalSummary() const { return totalSummary_; }
  const Summary& passSummary(std::size_t index) const { return passSummaries_[index]; }
  /// The medians of the same statistics.
  const TypicalFrame& typical() const { return typical_; }
  /// How often the statistics were updated.
  int refreshCount() const { return refreshCount_; }

 private:
  void refresh();

  std::array<ValueHistory, kCostCount> costs_;
  ValueHistory total_;
  std::array<ValueHistory, kTimedPassCount> passes_;

  std::array<Summary, kCostCount> costSummaries_;
  Summary totalSummary_;
  std::array<Summary, kTimedPassCount> passSummaries_;
  TypicalFrame typical_;
  double sinceRefresh_ = 0;  // seconds
  int refreshCount_ = 0;

  FrameLog log_;
  std::int64_t frames_ = 0;  // since the start
  bool logIsPaused_ = false;
};

}  // namespace app
