// The effective weight and the phase of every clip over the last seconds, for plots.
#ifndef APP_SESSION_CHARACTER_WEIGHT_HISTORY_H
#define APP_SESSION_CHARACTER_WEIGHT_HISTORY_H

#include <cstdint>
#include <span>
#include <vector>

namespace app {

/// A ring of rows, one per advance: mixer time, and one weight and phase per clip. Adding never allocates.
class WeightHistory {
 public:
  WeightHistory(int clipCount, int capacity);

  /// `weights` and `phases` have one element per clip; phases are 0 to 1 and may be left out. The time of the last row
  /// replaces that row; an earlier time is a replay and adds nothing.
  void add(double time, std::span<const float> weights, std::span<const float> phases = {});
  /// Removes the rows after `time`.
  void dropAfter(double time);
  int size() const { return size_; }
  std::size_t bytes() const {
    return times_.capacity() * sizeof(double) + weights_.capacity() * sizeof(float) +
           phases_.capacity() * sizeof(std::uint16_t);
  }
  /// Row 0 is the oldest.
  double time(int row) const { return times_[slot(row)]; }
  /// The first row at or after `time`; size() if there is none.
  int rowAt(double time) const;
  float weight(int row, int clip) const { return weights_[slot(row) * clipCount_ + static_cast<std::size_t>(clip)]; }
  /// Of the clip's time in its length, 0 to 1, in steps of 1/65535.
  float phase(int row, int clip) const {
    return static_cast<float>(phases_[slot(row) * clipCount_ + static_cast<std::size_t>(clip)]) / kPhases;
  }

 private:
  static constexpr float kPhases = 65535;

  std::size_t slot(int row) const;

  std::size_t clipCount_;
  std::vector<double> times_;
  std::vector<float> weights_;
  std::vector<std::uint16_t> phases_;
  int next_ = 0;
  int size_ = 0;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_WEIGHT_HISTORY_H
