// Mean and percentiles of a ring of samples.
#ifndef APP_PROFILE_FRAME_STATISTICS_H
#define APP_PROFILE_FRAME_STATISTICS_H

#include <span>
#include <vector>

namespace app {

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

}  // namespace app

#endif  // APP_PROFILE_FRAME_STATISTICS_H
