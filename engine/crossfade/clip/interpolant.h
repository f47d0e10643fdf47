// The value of keys at a time: finds the interval once, remembers it, and lets the kind of interpolation say what lies
// between.
#pragma once

#include <span>

#include "crossfade/base/result.h"
#include "crossfade/clip/interpolate.h"
#include "crossfade/clip/key_cursor.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

/// Writes the track's value at `time` (seconds) to `out` (track.valueSize() numbers, in double). Before the first key
/// and after the last it is that key's value. `cursor` is the caller's memory of the last interval, one per reader,
/// default at first. O(1) where time moves a little or a loop wraps, else O(log n). Rotations: Linear goes along the
/// shorter great arc, curves are normalised (glTF 2.0, appendix C.4 and C.5). `endings` are taken over by a smooth
/// track when it enters an interval (three.js CubicInterpolant, r187).
void evaluate(const KeyframeTrack& track, double time, KeyCursor& cursor, std::span<double> out, Endings endings = {});

/// The same for keys that belong to no track: doubles lent by the caller, with a buffer for the result. Keys and buffer
/// must live as long as the interpolant. Evaluating allocates nothing.
class Interpolant {
 public:
  /// `result` takes keys.size numbers. The error says which count or key does not fit (see findError).
  static Result<Interpolant> make(const KeySpans<double>& keys, Interpolation interpolation, Mixing mixing,
                                  std::span<double> result);

  /// The buffer given to `make`, filled with the value at `time`.
  std::span<const double> evaluate(double time);

  Endings endings;  // for Smooth; taken over when an interval is entered

 private:
  Interpolant() = default;

  KeySpans<double> keys_;
  Interpolation interpolation_ = Interpolation::Linear;
  Mixing mixing_ = Mixing::Lerp;
  std::span<double> result_;
  KeyCursor cursor_;
};

}  // namespace crossfade
