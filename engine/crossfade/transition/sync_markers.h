// Named points of a cycle, such as "left foot down", that clips of different speeds share.
#ifndef CROSSFADE_TRANSITION_SYNC_MARKERS_H
#define CROSSFADE_TRANSITION_SYNC_MARKERS_H

#include <span>
#include <string>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"

namespace crossfade {

struct SyncMarker {
  std::string name;
  double time = 0;  // seconds in the clip
  friend bool operator==(const SyncMarker&, const SyncMarker&) = default;
};

/// The markers of one clip in order of time. An interval runs from each to the next, and from the last one over the
/// clip's end to the first.
class CROSSFADE_API SyncMarkers {
 public:
  /// At least one marker, at different times in [0, duration); the error names the marker.
  static Result<SyncMarkers> make(std::vector<SyncMarker> markers, double duration);
  /// One marker at the beginning: the phase of the whole cycle. A duration that is not above 0 or not finite counts
  /// as 1.
  static SyncMarkers ofWholeCycle(double duration);

  int markerCount() const { return static_cast<int>(times_.size()); }
  double duration() const { return duration_; }
  std::span<const std::string> names() const { return names_; }
  /// From a time to a phase in [0, markerCount), and back to [0, duration). Both wrap any finite value.
  double phaseOf(double time) const;
  double timeOf(double phase) const;
  /// Seconds from the first marker to any phase, also before it or whole loops later; never wraps.
  double secondsTo(double phase) const;
  /// Seconds between `marker` and the next; 0 for an index that is no marker.
  double lengthOf(int marker) const;
  /// The shift at which other's marker i has the name of our marker i + shift (wrapped). -1 when there is none
  /// or the clips have different numbers of markers; they then sync by phase.
  int shiftTo(const SyncMarkers& other) const;

 private:
  SyncMarkers() = default;

  std::vector<double> times_;
  std::vector<std::string> names_;
  double duration_ = 1;
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_SYNC_MARKERS_H
