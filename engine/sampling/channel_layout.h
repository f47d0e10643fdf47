// Where each blended value of a character lies in one flat buffer of doubles.
#pragma once

#include <span>
#include <vector>

#include "engine/clip/keyframe_track.h"
#include "engine/skeleton/pose.h"
#include "engine/skeleton/skeleton.h"

namespace engine {

/// The morph weights of one node: `count` numbers, from `offset` on in Pose::morphWeights.
struct MorphChannel {
  int node = 0;
  int offset = 0;
  int count = 0;
};

/// One value that tracks can move.
struct ChannelSlot {
  int offset = 0;  // first of its numbers in the flat buffer
  int size = 0;
  bool rotation = false;
};

/// Numbers lie joint by joint (translation 3, rotation 4, scale 3), then all morph weights.
class ChannelLayout {
 public:
  ChannelLayout(int jointCount, std::span<const MorphChannel> morphs);

  /// The channel a track moves, or -1: no such joint, no morph weights there, or another count of numbers.
  int channelOf(TrackTarget target, int valueSize) const;

  std::span<const ChannelSlot> channels() const { return channels_; }
  int numberCount() const { return numberCount_; }
  int jointCount() const { return jointCount_; }
  int largestChannel() const { return largest_; }

  /// Pose to flat buffer and back; sizes must fit (assert). Numbers become float here and nowhere earlier.
  void readPose(const Pose& pose, std::span<double> numbers) const;
  void writePose(std::span<const double> numbers, Pose& pose) const;

 private:
  bool fits(const Pose& pose) const;

  int jointCount_ = 0;
  int numberCount_ = 0;
  int largest_ = 4;
  std::vector<ChannelSlot> channels_;     // three per joint, then one per MorphChannel
  std::vector<int> morphChannelOfNode_;   // -1: none
};

}  // namespace engine
