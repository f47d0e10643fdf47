// What happens between two keys: one function per kind of interpolation, behind one door.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// Keys as they lie in memory, lent for a call. T is float (tracks) or double.
template <class T>
struct KeySpans {
  std::span<const T> times;     // seconds, not decreasing
  std::span<const T> values;    // `size` numbers per key; Hermite: in-tangent, value, out-tangent
  std::span<const T> tangents;  // Bezier only: per key `size` pairs (time, value) going in, then `size` pairs going out
  std::size_t size = 0;         // numbers per value
};

/// A moment between two keys whose times differ: left <= time < right.
struct Segment {
  std::size_t left = 0;  // key index; the right key is the next one
  double time = 0;       // seconds
  double u = 0;          // 0 at the left key, towards 1 at the right
  double length = 0;     // seconds, above 0
};

/// Where the value of a key begins in `values`.
template <class T>
std::size_t valueOffset(const KeySpans<T>& keys, Interpolation interpolation, std::size_t key) {
  return interpolation == Interpolation::Hermite ? (key * 3 + 1) * keys.size : key * keys.size;
}

/// Writes the value at `segment` to `out` (keys.size numbers). `endings` matter to Smooth only.
template <class T>
void interpolate(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing, const Segment& segment,
                 Endings endings, std::span<double> out);

/// Why these keys cannot be evaluated, or nothing: no keys, times out of order, counts that do not fit each other, a
/// number that is not finite, an interpolation that the kind of value does not have (Select is Discrete; rotations are
/// not Smooth, as in three.js).
template <class T>
std::optional<std::string> findError(const KeySpans<T>& keys, Interpolation interpolation, Mixing mixing);

}  // namespace crossfade
