// The keys of one value over time, in flat arrays that are checked once. A track owns its arrays, or reads those of a
// file that someone else keeps in memory.
#ifndef CROSSFADE_CLIP_KEYFRAME_TRACK_H
#define CROSSFADE_CLIP_KEYFRAME_TRACK_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/interpolate.h"
#include "crossfade/clip/interpolation.h"

namespace crossfade {

/// What a value is, which decides how it is blended.
enum class Channel {
  Translation,  // x, y, z in meters
  Rotation,     // unit quaternion x, y, z, w
  Scale,        // x, y, z
  Weights,      // one per morph target
  Values,       // anything else that is mixed component by component: a color, a light's range
  Select,       // an index into a table; a bool is 0 or 1
};

CROSSFADE_API Mixing mixingOf(Channel channel);
/// Whether it is part of a joint's transform: translation, rotation or scale.
constexpr bool isTransform(Channel channel) { return channel <= Channel::Scale; }
/// Whether a track's target.node is a joint: of its transform, or of its mesh's morph weights.
constexpr bool isOfJoint(Channel channel) { return channel <= Channel::Weights; }

/// Which value of which node a track animates. Names are for people; at run time there are only these indices. `node`
/// is a joint; for Values and Select it counts what the ChannelLayout has of its own: ValueChannels or properties.
struct TrackTarget {
  int node = 0;
  Channel channel = Channel::Translation;
  friend bool operator==(const TrackTarget&, const TrackTarget&) = default;
};

/// Keys of one value. Immutable.
class CROSSFADE_API KeyframeTrack {
 public:
  /// `times`: seconds; at least one, finite, ascending (where times are equal, the last key applies from then on).
  /// `values`: keyCount * valueSize, finite; for Hermite three times as many, per key in-tangent, value, out-tangent.
  /// `tangents`: Bezier only, per key valueSize pairs (time, value) for the control points before it, then as many for
  /// those after it; none at all means straight lines. Rotations should be unit quaternions to blend correctly, but are
  /// not normalized. The error names the first key that does not fit.
  static Result<KeyframeTrack> make(TrackTarget target, Interpolation interpolation, std::vector<float> times,
                                    std::vector<float> values, std::vector<float> tangents = {});
  /// A track that reads `keys` in place, such as those of a pack: they must outlive it and its copies. Unchecked: pass
  /// only what make() would accept. No allocation.
  static KeyframeTrack lent(TrackTarget target, Interpolation interpolation, const KeySpans<float>& keys);

  KeyframeTrack(const KeyframeTrack& other);
  KeyframeTrack(KeyframeTrack&&) noexcept = default;
  KeyframeTrack& operator=(const KeyframeTrack& other);
  KeyframeTrack& operator=(KeyframeTrack&&) noexcept = default;
  ~KeyframeTrack() = default;

  TrackTarget target() const { return target_; }
  Interpolation interpolation() const { return interpolation_; }
  int keyCount() const { return static_cast<int>(times_.size()); }
  /// Components per value: 3, 4, or the number of morph targets.
  int valueSize() const { return valueSize_; }
  std::span<const float> times() const { return times_; }
  std::span<const float> values() const { return values_; }
  std::span<const float> tangents() const { return tangents_; }
  /// All keys, for interpolants. Valid as long as the track lives, even after it is moved.
  KeySpans<float> keys() const { return {times_, values_, tangents_, static_cast<std::size_t>(valueSize_)}; }
  float firstTime() const { return times_.front(); }
  float lastTime() const { return times_.back(); }

 private:
  KeyframeTrack() = default;
  void ownKeys();

  TrackTarget target_;
  Interpolation interpolation_ = Interpolation::Linear;
  int valueSize_ = 0;
  std::span<const float> times_;
  std::span<const float> values_;
  std::span<const float> tangents_;
  Owned<float[]> own_;  // what the spans are of; none: the keys are lent
};

/// Values that differ by less, as a part of values above 1, differ only by rounding.
inline constexpr float kRounding = 1e-6f;
/// Whether the track shows one value at all times, that of its first key: keys do not differ by more than `tolerance`
/// (as a part of values above 1), and curves do not bulge between them.
CROSSFADE_API bool isConstant(const KeyframeTrack& track, float tolerance = 0);

/// As in glTF: "translation", "rotation", "scale", "weights". Ours: "values", "selection".
CROSSFADE_API std::string_view nameOf(Channel channel);
/// As in glTF: "STEP", "LINEAR", "CUBICSPLINE". Ours: "SMOOTH", "BEZIER".
CROSSFADE_API std::string_view nameOf(Interpolation interpolation);

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_KEYFRAME_TRACK_H
