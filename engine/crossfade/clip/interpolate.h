// The value between two keys, for every kind of interpolation.
#ifndef CROSSFADE_CLIP_INTERPOLATE_H
#define CROSSFADE_CLIP_INTERPOLATE_H

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "crossfade/base/export.h"
#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// Borrowed keys. T is float (tracks) or double.
template <class T>
struct KeySpans {
  std::span<const T> times;     // seconds, not decreasing
  std::span<const T> values;    // `size` per key; Hermite: in-tangent, value, out-tangent
  std::span<const T> tangents;  // Bezier only: per key `size` pairs (time, value) going in, then `size` pairs going out
  std::size_t size = 0;         // components per value
};

/// A time between two keys whose times differ (left <= time < right), or a single key.
struct Segment {
  std::size_t left = 0;  // key index; the right key is the next one
  double time = 0;       // seconds
  double u = 0;          // 0 at the left key, toward 1 at the right
  double length = 0;     // seconds; 0: the value is that of the left key
  /// Steps: the last key shows from its frame on, as all others do. Not where it is the end of a loop.
  bool reachesLast = false;

  bool isKey() const { return length == 0; }
};

/// Index in `values` of a key's first component.
template <class T>
std::size_t valueOffset(const KeySpans<T>& keys, Interpolation interpolation, std::size_t key) {
  return interpolation == Interpolation::Hermite ? (key * 3 + 1) * keys.size : key * keys.size;
}

/// Writes the value of a key to `out` (keys.size values), unchanged. Unchecked: the key exists, and the sizes fit.
template <class T>
void copyKey(const KeySpans<T>& keys, Interpolation interpolation, std::size_t key, std::span<double> out) {
  const auto value = keys.values.subspan(valueOffset(keys, interpolation, key), keys.size);
  for (std::size_t i = 0; i < value.size(); ++i) out[i] = value[i];
}

/// Writes the value at `segment`, which is not a single key, to `out` (keys.size values). Only Smooth reads `endings`.
/// Unchecked: the keys have no error (findError), the segment is one of theirs (findSegment), and the sizes fit.
template <class T>
CROSSFADE_API void interpolate(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing,
                               const Segment& segment, Endings endings, std::span<double> out);

/// Says why these keys cannot be evaluated; nullopt if they can. Errors: no keys, times out of order, counts that do
/// not match, a value that is not finite, an interpolation that the kind of value does not support (Select is always
/// Discrete; rotations are never Smooth, as in three.js).
template <class T>
CROSSFADE_API std::optional<std::string> findError(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing);

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_INTERPOLATE_H
