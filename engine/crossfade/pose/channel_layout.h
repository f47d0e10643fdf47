// Maps the values that clips animate, of a character or your own properties, to one flat buffer of doubles.
#ifndef CROSSFADE_POSE_CHANNEL_LAYOUT_H
#define CROSSFADE_POSE_CHANNEL_LAYOUT_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/clip/keyframe_track.h"

namespace crossfade {

struct Pose;

/// The values of one joint in the flat buffer: translation 3, rotation 4 (x, y, z, w), scale 3. They start here:
inline constexpr int kTranslationOffset = 0, kRotationOffset = 3, kScaleOffset = 7, kValuesPerJoint = 10;
/// The channels of one joint: translation, rotation, scale.
inline constexpr int kChannelsPerJoint = 3;

/// The morph weights of one node: `count` values of Pose::morphWeights, from `offset` on.
struct MorphChannel {
  int node = 0;
  int offset = 0;
  int count = 0;
};

/// A value that moves no joint, such as a material's color: `count` values of Pose::morphWeights, from `offset` on,
/// after the morph weights. A track animates it whose channel is Values and whose target.node is its index.
struct ValueChannel {
  int node = 0;  // the joint whose mask weight applies
  int offset = 0;
  int count = 0;
};

/// A value that belongs to no joint: `size` values of one kind (Slerp takes 4, Select 1).
struct PropertyChannel {
  Mixing mixing = Mixing::Lerp;
  int size = 1;
};

/// One value that tracks can animate.
struct ChannelSlot {
  int offset = 0;  // of its first component in the flat buffer
  int size = 0;
  Mixing mixing = Mixing::Lerp;
  int node = 0;  // the joint or property it belongs to; selects its mask weight
};

/// A character's values are stored joint by joint (translation 3, rotation 4, scale 3), then come all morph weights,
/// then the other values. These are mixed like morph weights: a fade between two clips fades a color, too. Properties
/// are stored one after the other.
class CROSSFADE_API ChannelLayout {
 public:
  /// A channel of a joint that does not exist, or with a count or an offset below 0, is one that no track animates.
  ChannelLayout(int jointCount, std::span<const MorphChannel> morphs, std::span<const ValueChannel> values = {});
  /// Here a track's target.node is the index of a property. No track animates one whose size is not above 0 or does not
  /// fit its kind.
  explicit ChannelLayout(std::span<const PropertyChannel> properties);

  /// The channel that a track animates, or -1: no such joint, value or property, no morph weights there, or values of
  /// another size or kind.
  int channelOf(TrackTarget target, int valueSize) const;

  std::span<const ChannelSlot> channels() const { return channels_; }
  int valueCount() const { return valueCount_; }
  int jointCount() const { return jointCount_; }

  /// A character's pose to the flat buffer and back; does nothing if sizes do not fit. writePose rounds to float; no
  /// earlier step does.
  void readPose(const Pose& pose, std::span<double> values) const;
  void writePose(std::span<const double> values, Pose& pose) const;

 private:
  bool fits(const Pose& pose, std::span<const double> values) const;
  int propertyOf(TrackTarget target, int valueSize) const;
  int valueOf(int index, int valueSize) const;

  int jointCount_ = 0;  // 0: the channels are properties
  int valueCount_ = 0;
  std::vector<ChannelSlot> channels_;    // three per joint, one per MorphChannel, one per ValueChannel; or properties
  int firstValueChannel_ = 0;            // in channels_
  std::vector<int> morphChannelOfNode_;  // -1: none
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_CHANNEL_LAYOUT_H
