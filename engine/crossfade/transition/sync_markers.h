// Named points of a cycle, such as "left foot down": what clips of different speed have in common.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "crossfade/base/result.h"

namespace crossfade {

struct SyncMarker {
  std::string name;
  double time = 0;  // seconds in the clip
};

/// The markers of one clip in order of time. Between neighbours an interval passes; from the last one it goes on over
/// the clip's end to the first.
class SyncMarkers {
 public:
  /// Times must be in [0, duration) and differ, there must be at least one; the error names the marker.
  static Result<SyncMarkers> make(std::vector<SyncMarker> markers, double duration);
  /// One marker at the beginning: the phase of the whole cycle. `duration` must be above 0 (assert).
  static SyncMarkers ofWholeCycle(double duration);

  int markerCount() const { return static_cast<int>(times_.size()); }
  double duration() const { return duration_; }
  std::span<const std::string> names() const { return names_; }
  /// In [0, markerCount) and back to [0, duration); both take any finite number and wrap it.
  double phaseOf(double time) const;
  double timeOf(double phase) const;
  /// Seconds from the first marker to any phase, before it or rounds later: never wrapped.
  double secondsTo(double phase) const;
  /// Seconds between `marker` and the next.
  double lengthOf(int marker) const;
  /// By how many markers `other` must be counted later so that its names are ours, or -1 when they are other names or
  /// stand in another order.
  int shiftTo(const SyncMarkers& other) const;

 private:
  SyncMarkers() = default;

  std::vector<double> times_;
  std::vector<std::string> names_;
  double duration_ = 1;
};

}  // namespace crossfade
