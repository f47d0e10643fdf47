// The value of keys at a time: finds the keys around it and interpolates between them.
#ifndef CROSSFADE_CLIP_INTERPOLANT_H
#define CROSSFADE_CLIP_INTERPOLANT_H

#include <span>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/interpolate.h"
#include "crossfade/clip/key_cursor.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

/// Writes the track's value at `time` (seconds) to `out` (track.valueSize() values; a smaller one is left alone).
/// Before the first key and after the last it is that key's value. `cursor` remembers the interval between calls: start
/// with a default one, and use one per track and reader. O(1) where time moves a little or a loop wraps, else O(log n).
/// Linear rotations follow the shorter great arc, rotation curves are normalized (glTF 2.0, appendix C.4 and C.5). A
/// smooth track adopts `endings` when it enters an interval (three.js CubicInterpolant, r187); clip/interpolation.h
/// says who chooses them.
CROSSFADE_API void evaluate(const KeyframeTrack& track, double time, KeyCursor& cursor, std::span<double> out,
                            Endings endings = {});

/// The first half of `evaluate`, for tracks that share their key times: where `time` lies among them. Before the first
/// key and after the last the result is that key. `times` must not be empty and have no error (findError): the key that
/// it names exists only then.
CROSSFADE_API Segment findSegment(std::span<const float> times, double time, Endings endings, KeyCursor& cursor);

/// Evaluates keys that belong to no track: doubles lent by the caller, with a buffer for the result. Both must outlive
/// the interpolant. Evaluating allocates nothing. For kinds of your own: clip/custom_interpolant.h.
class CROSSFADE_API Interpolant {
 public:
  /// `result` holds at least keys.size values; more are left alone. The error says which count or key does not fit (see
  /// findError).
  static Result<Interpolant> make(const KeySpans<double>& keys, Interpolation interpolation, Mixing mixing,
                                  std::span<double> result);

  /// The first keys.size values of the buffer given to `make`, filled with the value at `time`.
  std::span<const double> evaluate(double time);

  Endings endings;  // for Smooth; adopted when evaluate enters an interval

 private:
  Interpolant() = default;

  KeySpans<double> keys_;
  Interpolation interpolation_ = Interpolation::Linear;
  Mixing mixing_ = Mixing::Lerp;
  std::span<double> result_;
  KeyCursor cursor_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_INTERPOLANT_H
