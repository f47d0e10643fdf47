#include "crossfade/crowd/detail/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace crossfade {
namespace {

constexpr double kSameValue = 1e-7;  // of max(1, |x|): a track this close to the rest pose changes nothing

bool movesChannel(const KeyframeTrack& track, const ChannelSlot& slot, BlendMode blendMode,
                  std::span<const double> rest) {
  if (!isConstant(track)) return true;
  const auto keys = track.keys();
  const std::size_t first = valueOffset(keys, track.interpolation(), 0);
  double same = 0, opposite = 0;
  for (int i = 0; i < slot.size; ++i) {
    const double fallback = defaultValue(blendMode, slot, i, rest);
    const double value = keys.values[first + static_cast<std::size_t>(i)];
    const double scale = 1 / std::max(1.0, std::abs(fallback));
    same = std::max(same, std::abs(value - fallback) * scale);
    opposite = std::max(opposite, std::abs(value + fallback) * scale);
  }
  return (slot.mixing == Mixing::Slerp ? std::min(same, opposite) : same) > kSameValue;
}

}  // namespace

double defaultValue(BlendMode blendMode, const ChannelSlot& slot, int component, std::span<const double> rest) {
  if (blendMode == BlendMode::Normal) return rest[static_cast<std::size_t>(slot.offset + component)];
  return slot.mixing == Mixing::Slerp && component == 3 ? 1 : 0;
}

LaneLayout makeLaneLayout(const ChannelLayout& channels, std::span<const double> rest, std::span<const ClipUse> clips) {
  std::vector<bool> moved(channels.channels().size(), false);
  for (const ClipUse& use : clips)
    for (const KeyframeTrack& track : use.clip->tracks())
      if (const int channel = channels.channelOf(track.target(), track.valueSize()); channel >= 0) {
        const auto c = static_cast<std::size_t>(channel);
        if (!moved[c]) moved[c] = movesChannel(track, channels.channels()[c], use.blendMode, rest);
      }

  const auto jointCount = static_cast<std::size_t>(channels.jointCount());
  LaneLayout lanes;
  lanes.rotationLaneOf.assign(jointCount, -1);
  lanes.translationLaneOf.assign(jointCount, -1);
  lanes.scaleLaneOf.assign(jointCount, -1);
  const auto addLinear = [&](std::size_t channel) {
    const int first = lanes.linearLanes();
    for (int i = 0; i < channels.channels()[channel].size; ++i) {
      lanes.linearOffsets.push_back(channels.channels()[channel].offset + i);
      lanes.linearJoints.push_back(channels.channels()[channel].node);
    }
    return first;
  };
  for (std::size_t joint = 0; joint < jointCount; ++joint) {
    const std::size_t first = joint * kChannelsPerJoint;  // translation, rotation, scale
    if (moved[first]) lanes.translationLaneOf[joint] = addLinear(first);
    if (moved[first + 2]) lanes.scaleLaneOf[joint] = addLinear(first + 2);
    if (!moved[first + 1]) continue;
    lanes.rotationLaneOf[joint] = lanes.rotationLanes();
    lanes.rotationJoints.push_back(static_cast<int>(joint));
  }
  lanes.firstMorphLane = lanes.linearLanes();
  for (std::size_t channel = jointCount * kChannelsPerJoint; channel < moved.size(); ++channel)
    if (moved[channel]) addLinear(channel);
  return lanes;
}

}  // namespace crossfade
