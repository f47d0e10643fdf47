// Which of a character's values the batched path blends, and in which order: only those that some clip moves away from
// the rest pose. All of one character; how many characters are computed side by side: kMaxBatch (crowd_kernels.h).
#ifndef CROSSFADE_CROWD_DETAIL_LANE_LAYOUT_H
#define CROSSFADE_CROWD_DETAIL_LANE_LAYOUT_H

#include <span>
#include <vector>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

inline constexpr int kRotationGroup = 16;  // rotation lanes whose keys lie together
inline constexpr int kLinearGroup = 8;     // linear lanes (all other values) whose keys lie together
inline constexpr int kQuaternionSize = 4;  // x, y, z, w

/// Blended rotations, and what they are multiplied with, lie in blocks of this many lanes: one component of all lanes,
/// then the next component.
inline constexpr std::size_t kBlockLanes = 8;
/// Offset of a lane's component in such blocks; each lane has `componentCount` components.
constexpr std::size_t blockOffset(std::size_t lane, std::size_t componentCount, std::size_t component = 0) {
  return lane / kBlockLanes * componentCount * kBlockLanes + component * kBlockLanes + lane % kBlockLanes;
}

/// A clip and its blend mode.
struct ClipUse {
  const AnimationClip* clip = nullptr;
  BlendMode blendMode = BlendMode::Normal;
};

/// A lane is one rotation, or one component of a translation, a scale, a morph weight or another value; the three
/// components of a joint's vector are neighbors. Rotation lanes are in joint order. Offsets are ChannelLayout's.
struct LaneLayout {
  std::vector<int> rotationJoints;     // by rotation lane
  std::vector<int> linearOffsets;      // by linear lane: offset of its value in ChannelLayout's buffer,
  std::vector<int> linearJoints;       // and the joint whose mask weight applies
  std::vector<int> rotationLaneOf;     // by joint; -1: no clip rotates it
  std::vector<int> translationLaneOf;  // by joint: the first of three, or -1
  std::vector<int> scaleLaneOf;        // likewise
  int firstMorphLane = 0;              // linear lanes from here on are Pose::morphWeights

  int rotationLanes() const { return static_cast<int>(rotationJoints.size()); }
  int linearLanes() const { return static_cast<int>(linearOffsets.size()); }
  int rotationGroups() const { return (rotationLanes() + kRotationGroup - 1) / kRotationGroup; }
  int linearGroups() const { return (linearLanes() + kLinearGroup - 1) / kLinearGroup; }
  /// Lanes padded to whole groups.
  std::size_t paddedRotations() const { return static_cast<std::size_t>(rotationGroups()) * kRotationGroup; }
  std::size_t paddedLinears() const { return static_cast<std::size_t>(linearGroups()) * kLinearGroup; }
};

/// `rest` holds all of ChannelLayout's values. Tracks without a channel are skipped, as in the reference path.
LaneLayout makeLaneLayout(const ChannelLayout& channels, std::span<const double> rest, std::span<const ClipUse> clips);

/// The value of a channel without a track: the rest pose, or for additive clips no change.
double defaultValue(BlendMode blendMode, const ChannelSlot& slot, int component, std::span<const double> rest);

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_LANE_LAYOUT_H
