#include "crossfade/clip/interpolant.h"

#include <algorithm>
#include <string>

#include "crossfade/base/assert.h"
#include "crossfade/clip/custom_interpolant.h"

namespace crossfade {
namespace {

/// The built-in kinds share one interpolator: it notes the segment, and they evaluate it.
struct SegmentFinder {
  Endings wanted;
  Endings& adopted;
  Segment segment;

  void intervalChanged(std::size_t, double, double) { adopted = wanted; }
  void interpolate(std::size_t right, double t0, double t, double t1, std::span<double>) {
    segment = {.left = right - 1, .time = t, .u = (t - t0) / (t1 - t0), .length = t1 - t0};
  }
  void copyKey(std::size_t key, std::span<double>) { segment = {.left = key}; }
};

template <class T>
Segment segmentAt(std::span<const T> times, double time, Endings endings, KeyCursor& cursor) {
  SegmentFinder finder{.wanted = endings, .adopted = cursor.endings, .segment = {}};
  evaluateKeys(times, time, cursor.interval, finder, {});
  finder.segment.time = time;
  return finder.segment;
}

template <class T>
void evaluateAs(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing, double time, Endings endings,
                KeyCursor& cursor, std::span<double> out) {
  const Segment segment = segmentAt(keys.times, time, endings, cursor);
  if (segment.isKey())
    copyKey(keys, interpolation, segment.left, out);
  else
    interpolate(keys, interpolation, mixing, segment, cursor.endings, out);
}

}  // namespace

Segment findSegment(std::span<const float> times, double time, Endings endings, KeyCursor& cursor) {
  return segmentAt(times, time, endings, cursor);
}

void evaluate(const KeyframeTrack& track, double time, KeyCursor& cursor, std::span<double> out, Endings endings) {
  const auto size = static_cast<std::size_t>(track.valueSize());
  CROSSFADE_ASSERT(out.size() == size, "evaluate: the result has not the size of the track's values");
  if (out.size() < size || track.keyCount() == 0) return;
  evaluateAs(track.keys(), track.interpolation(), mixingOf(track.target().channel), time, endings, cursor,
             out.first(size));
}

Result<Interpolant> Interpolant::make(const KeySpans<double>& keys, Interpolation interpolation, Mixing mixing,
                                      std::span<double> result) {
  if (const auto fault = findError(keys, interpolation, mixing)) return Error{*fault};
  if (result.size() < keys.size)
    return Error{"the result has " + std::to_string(result.size()) + " values, a key has " + std::to_string(keys.size)};
  Interpolant interpolant;
  interpolant.keys_ = keys;
  interpolant.interpolation_ = interpolation;
  interpolant.mixing_ = mixing;
  interpolant.result_ = result.first(keys.size);
  return interpolant;
}

std::span<const double> Interpolant::evaluate(double time) {
  evaluateAs(keys_, interpolation_, mixing_, time, endings, cursor_, result_);
  return result_;
}

}  // namespace crossfade
