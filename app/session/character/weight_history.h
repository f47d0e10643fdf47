// The effective weight of every clip over the last seconds, for the plot.
#pragma once

#include <span>
#include <vector>

namespace app {

/// A ring of rows, one per advance: mixer time and one weight per clip. Adding never allocates.
class WeightHistory {
 public:
  WeightHistory(int clipCount, int capacity);

  /// `weights` has one element per clip. The time of the last row replaces that row; an earlier time is a replay and
  /// adds nothing.
  void add(double time, std::span<const float> weights);
  /// Removes the rows after `time`.
  void dropAfter(double time);
  int size() const { return size_; }
  /// Row 0 is the oldest.
  double time(int row) const { return times_[slot(row)]; }
  /// The first row at or after `time`; size() if there is none.
  int rowAt(double time) const;
  float weight(int row, int clip) const { return weights_[slot(row) * clipCount_ + static_cast<std::size_t>(clip)]; }

 private:
  std::size_t slot(int row) const;

  std::size_t clipCount_;
  std::vector<double> times_;
  std::vector<float> weights_;
  int next_ = 0;
  int size_ = 0;
};

}  // namespace app
