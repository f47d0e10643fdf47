// Which of a character's values the batched path blends, and where: only those that some clip moves away from the rest
// pose.
#pragma once

#include <span>
#include <vector>

#include "crossfade/clip/animation_clip.h"
#include "crossfade/pose/channel_layout.h"

namespace crossfade {

inline constexpr int kRotationGroup = 16;  // lanes of rotations that lie together
inline constexpr int kLinearGroup = 8;     // and of all other values

/// A clip with the way it is played.
struct ClipUse {
  const AnimationClip* clip = nullptr;
  BlendMode blendMode = BlendMode::Normal;
};

/// A lane is one rotation, or one component of a translation, a scale or a morph weight; a joint's three components lie
/// side by side. Lanes of rotations stand in the order of their joints. Values are counted as ChannelLayout counts
/// them.
struct LaneLayout {
  std::vector<int> rotationJoints;     // by lane of rotations
  std::vector<int> linearOffsets;      // by linear lane: offset of its value in the flat buffer,
  std::vector<int> linearJoints;       // and the joint whose mask counts
  std::vector<int> rotationLaneOf;     // by joint; -1: no clip turns it
  std::vector<int> translationLaneOf;  // by joint: the first of three, or -1
  std::vector<int> scaleLaneOf;
  int firstMorphLane = 0;  // linear lanes from here on are morph weights

  int rotationLanes() const { return static_cast<int>(rotationJoints.size()); }
  int linearLanes() const { return static_cast<int>(linearOffsets.size()); }
  int rotationGroups() const { return (rotationLanes() + kRotationGroup - 1) / kRotationGroup; }
  int linearGroups() const { return (linearLanes() + kLinearGroup - 1) / kLinearGroup; }
};

/// `rest` has one value for each of the channels'. Tracks without a channel are skipped, as by ExactSampler::bind.
LaneLayout makeLaneLayout(const ChannelLayout& channels, std::span<const double> rest, std::span<const ClipUse> clips);

/// Whether all that the track ever shows is one value: `value`, its first.
bool isConstant(const KeyframeTrack& track);

/// What a channel without a track shows: the rest pose, or nothing added.
double defaultValue(BlendMode blendMode, const ChannelSlot& slot, int component, std::span<const double> rest);

}  // namespace crossfade
