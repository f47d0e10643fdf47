// Statistics of samples, and of a stretch of frames in a log.
#pragma once

#include <span>
#include <vector>

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

}  // namespace app
