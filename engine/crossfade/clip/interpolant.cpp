#include "crossfade/clip/interpolant.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace crossfade {
namespace {

template <class T>
Segment segmentAt(std::span<const T> times, double time, Endings endings, KeyCursor& cursor) {
  const int interval = findInterval(times, time, cursor.interval);
  if (interval != cursor.interval) cursor = {.interval = interval, .endings = endings};
  if (interval == 0) return {.left = 0, .time = time};
  const auto right = static_cast<std::size_t>(interval);
  if (right == times.size()) return {.left = right - 1, .time = time};
  const double begin = times[right - 1];
  const double length = double(times[right]) - begin;
  return {.left = right - 1, .time = time, .u = (time - begin) / length, .length = length};
}

template <class T>
void evaluateKeys(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing, double time, Endings endings,
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
  assert(out.size() == static_cast<std::size_t>(track.valueSize()));
  evaluateKeys(track.keys(), track.interpolation(), mixingOf(track.target().channel), time, endings, cursor, out);
}

Result<Interpolant> Interpolant::make(const KeySpans<double>& keys, Interpolation interpolation, Mixing mixing,
                                      std::span<double> result) {
  if (const auto fault = findError(keys, interpolation, mixing)) return Error{*fault};
  if (result.size() != keys.size)
    return Error{"the result has " + std::to_string(result.size()) + " values, a key has " + std::to_string(keys.size)};
  Interpolant interpolant;
  interpolant.keys_ = keys;
  interpolant.interpolation_ = interpolation;
  interpolant.mixing_ = mixing;
  interpolant.result_ = result;
  return interpolant;
}

std::span<const double> Interpolant::evaluate(double time) {
  evaluateKeys(keys_, interpolation_, mixing_, time, endings, cursor_, result_);
  return result_;
}

}  // namespace crossfade
