// The keys of one value over time: two flat arrays that were checked once and cannot be wrong afterwards.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crossfade/base/result.h"
#include "crossfade/clip/interpolate.h"
#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// What a value is, and therefore how it is blended.
enum class Channel {
  Translation,  // 3 numbers, metres
  Rotation,     // unit quaternion x, y, z, w
  Scale,        // 3 numbers
  Weights,      // one number per morph target
  Values,       // any other values, mixed each for itself: a colour, a light's range
  Select,       // one of a table's entries, as its index; a bool is 0 or 1
};

Mixing mixingOf(Channel channel);

/// Which value of which node a track moves. Names are for people; the frame sees only these numbers.
struct TrackTarget {
  int node = 0;
  Channel channel = Channel::Translation;
  friend bool operator==(const TrackTarget&, const TrackTarget&) = default;
};

/// Keys of one value. Immutable after `make`.
class KeyframeTrack {
 public:
  /// `times` in seconds: at least one, finite, not decreasing. `values`: keyCount * valueSize finite numbers, or three
  /// times as many for Hermite, each key as in-tangent, value, out-tangent. `tangents`: for Bezier only, per key
  /// valueSize pairs (time, value) of the control points before it, then as many after it; none at all means straight
  /// lines. Rotations need unit quaternions to be blended correctly; they are taken as they are. The error names the
  /// first key that does not fit.
  static Result<KeyframeTrack> make(TrackTarget target, Interpolation interpolation, std::vector<float> times,
                                    std::vector<float> values, std::vector<float> tangents = {});

  TrackTarget target() const { return target_; }
  Interpolation interpolation() const { return interpolation_; }
  int keyCount() const { return static_cast<int>(times_.size()); }
  /// Components per key value: 3, 4, or the count of morph targets.
  int valueSize() const { return valueSize_; }
  std::span<const float> times() const { return times_; }
  std::span<const float> values() const { return values_; }
  std::span<const float> tangents() const { return tangents_; }
  /// All of it, as the interpolants take it; lent as long as the track lives.
  KeySpans<float> keys() const { return {times_, values_, tangents_, static_cast<std::size_t>(valueSize_)}; }
  float firstTime() const { return times_.front(); }
  float lastTime() const { return times_.back(); }

 private:
  KeyframeTrack() = default;

  TrackTarget target_;
  Interpolation interpolation_ = Interpolation::Linear;
  int valueSize_ = 0;
  std::vector<float> times_;
  std::vector<float> values_;
  std::vector<float> tangents_;
};

/// "translation", "rotation", "scale", "weights": glTF's words; "numbers", "selection".
std::string_view nameOf(Channel channel);
/// "STEP", "LINEAR", "CUBICSPLINE": glTF's words; "SMOOTH", "BEZIER".
std::string_view nameOf(Interpolation interpolation);

}  // namespace crossfade
