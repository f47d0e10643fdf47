#include "crossfade/transition/sync_markers.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/base/number_text.h"
#include "crossfade/base/stable_sort.h"

namespace crossfade {
namespace {

/// Wraps into [0, whole), even where rounding would give `whole` itself.
double wrapped(double value, double whole) {
  const double inside = value - std::floor(value / whole) * whole;
  return inside >= 0 && inside < whole ? inside : 0;
}

}  // namespace

Result<SyncMarkers> SyncMarkers::make(std::vector<SyncMarker> markers, double duration) {
  if (!(duration > 0) || !std::isfinite(duration)) return Error{"a clip without length has no cycle to mark"};
  if (markers.empty()) return Error{"there is no marker"};
  stableSort(markers, [](const SyncMarker& a, const SyncMarker& b) { return a.time < b.time; });
  SyncMarkers made;
  made.duration_ = duration;
  for (SyncMarker& marker : markers) {
    if (!(marker.time >= 0 && marker.time < duration))
      return Error{"marker '" + marker.name + "' at " + formatNumber(marker.time) +
                   " s is not within the clip, which lasts " + formatNumber(duration) + " s"};
    if (!made.times_.empty() && made.times_.back() == marker.time)
      return Error{"markers '" + made.names_.back() + "' and '" + marker.name + "' are both at " +
                   formatNumber(marker.time) + " s"};
    made.times_.push_back(marker.time);
    made.names_.push_back(std::move(marker.name));
  }
  return made;
}

SyncMarkers SyncMarkers::ofWholeCycle(double duration) {
  const bool isValid = duration > 0 && std::isfinite(duration);
  CROSSFADE_ASSERT(isValid, "SyncMarkers::ofWholeCycle: the duration is not above 0");
  SyncMarkers made;
  made.duration_ = isValid ? duration : 1;
  made.times_ = {0.0};
  made.names_ = {""};
  return made;
}

double SyncMarkers::lengthOf(int marker) const {
  const auto i = static_cast<std::size_t>(marker);
  if (i >= times_.size()) return 0;
  return i + 1 < times_.size() ? times_[i + 1] - times_[i] : times_.front() + duration_ - times_[i];
}

double SyncMarkers::phaseOf(double time) const {
  const double inside = wrapped(time, duration_);
  const auto next = std::upper_bound(times_.begin(), times_.end(), inside);
  const int marker = next == times_.begin() ? markerCount() - 1 : static_cast<int>(next - times_.begin()) - 1;
  const double since = inside - times_[static_cast<std::size_t>(marker)] + (next == times_.begin() ? duration_ : 0);
  return wrapped(marker + since / lengthOf(marker), markerCount());
}

double SyncMarkers::timeOf(double phase) const {
  const double inside = wrapped(phase, markerCount());
  const int whole = static_cast<int>(inside);
  return wrapped(times_[static_cast<std::size_t>(whole)] + (inside - whole) * lengthOf(whole), duration_);
}

double SyncMarkers::secondsTo(double phase) const {
  double loops = std::floor(phase / markerCount());
  double inside = phase - loops * markerCount();
  if (!(inside < markerCount())) {  // a tiny negative phase rounds to a whole cycle
    inside = 0;
    ++loops;
  }
  const int whole = static_cast<int>(inside);
  return loops * duration_ + times_[static_cast<std::size_t>(whole)] - times_.front() +
         (inside - whole) * lengthOf(whole);
}

int SyncMarkers::shiftTo(const SyncMarkers& other) const {
  if (names_.size() != other.names_.size()) return -1;
  for (std::size_t shift = 0; shift < names_.size(); ++shift) {
    bool same = true;
    for (std::size_t i = 0; i < names_.size() && same; ++i)
      same = names_[(i + shift) % names_.size()] == other.names_[i];
    if (same) return static_cast<int>(shift);
  }
  return -1;
}

}  // namespace crossfade
