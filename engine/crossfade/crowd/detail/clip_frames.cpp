#include "crossfade/crowd/detail/clip_frames.h"

#include <algorithm>
#include <cmath>

#include "crossfade/clip/interpolate.h"

namespace crossfade {
namespace {

/// Whether a track jumps: it holds its keys, or has two values at one time.
bool steps(const KeyframeTrack& track) {
  if (isConstant(track)) return false;
  if (track.interpolation() == Interpolation::Discrete) return true;
  const auto keys = track.keys();
  for (std::size_t key = 1; key < keys.times.size(); ++key)
    for (std::size_t i = 0; keys.times[key] == keys.times[key - 1] && i < keys.size; ++i)
      if (keys.values[valueOffset(keys, track.interpolation(), key) + i] !=
          keys.values[valueOffset(keys, track.interpolation(), key - 1) + i])
        return true;
  return false;
}

}  // namespace

TrackReader::TrackReader(const ClipUse& use, const SampleRig& rig, Endings endings)
    : channels_(rig.channels.channels()),
      sampler_(*use.clip, rig.channels),
      defaults_(rig.rest.begin(), rig.rest.end()),
      endings_(endings) {
  for (const ChannelSlot& slot : channels_)
    for (int i = 0; i < slot.size; ++i)
      defaults_[static_cast<std::size_t>(slot.offset + i)] = defaultValue(use.blendMode, slot, i, rig.rest);
}

void TrackReader::read(double time, std::vector<double>& values) {
  values = defaults_;
  const auto sampled = sampler_.sample(time, endings_);
  for (std::size_t i = 0; i < channels_.size(); ++i)
    if (sampler_.present()[i])
      std::copy_n(sampled.data() + channels_[i].offset, channels_[i].size, values.data() + channels_[i].offset);
}

ClipFacts factsOf(const ClipUse& use, const SampleRig& rig) {
  const LaneLayout& lanes = rig.lanes;
  ClipFacts facts;
  facts.rotationPresent.assign(lanes.paddedRotations(), false);
  facts.linearPresent.assign(lanes.paddedLinears(), false);
  facts.rotationSteps = facts.rotationPresent;
  facts.linearSteps = facts.linearPresent;
  for (const KeyframeTrack& track : use.clip->tracks()) {
    const int channel = rig.channels.channelOf(track.target(), track.valueSize());
    if (channel < 0) continue;
    const ChannelSlot& slot = rig.channels.channels()[static_cast<std::size_t>(channel)];
    const bool rotates = slot.mixing == Mixing::Slerp;
    int lane = -1;
    if (rotates)
      lane = lanes.rotationLaneOf[static_cast<std::size_t>(track.target().node)];
    else if (const auto at = std::find(lanes.linearOffsets.begin(), lanes.linearOffsets.end(), slot.offset);
             at != lanes.linearOffsets.end())
      lane = static_cast<int>(at - lanes.linearOffsets.begin());
    if (lane < 0) continue;
    const bool stepping = steps(track);
    auto& present = rotates ? facts.rotationPresent : facts.linearPresent;
    auto& stepped = rotates ? facts.rotationSteps : facts.linearSteps;
    for (int i = 0; i < (rotates ? 1 : slot.size); ++i) {
      present[static_cast<std::size_t>(lane + i)] = true;
      stepped[static_cast<std::size_t>(lane + i)] = stepping;
    }
    if (stepping)
      facts.steps.push_back({.track = track, .rotates = rotates, .lane = lane});
    else if (!isConstant(track)) {
      facts.moves = true;
      facts.keyTimes.insert(facts.keyTimes.end(), track.times().begin(), track.times().end());
    }
  }
  std::sort(facts.keyTimes.begin(), facts.keyTimes.end());
  return facts;
}

ClipFrames readFrames(TrackReader& reader, const SampleRig& rig, const ClipFacts& facts, double duration,
                      int intervals) {
  const std::size_t rotationLanes = rig.lanes.paddedRotations(), linearLanes = rig.lanes.paddedLinears();
  const auto frameCount = static_cast<std::size_t>(intervals) + 1;
  ClipFrames frames{.count = intervals + 1,
                    .rotations = std::vector<double>(frameCount * rotationLanes * kQuaternionSize),
                    .linears = std::vector<double>(frameCount * linearLanes)};
  std::vector<double> values;
  for (int frame = 0; frame <= intervals; ++frame) {
    reader.read(intervals > 0 ? duration * frame / intervals : 0, values);
    double* rotation = frames.rotations.data() + static_cast<std::size_t>(frame) * rotationLanes * kQuaternionSize;
    for (std::size_t lane = 0; lane < rotationLanes; ++lane, rotation += kQuaternionSize) {
      if (facts.rotationSteps[lane])
        continue;  // stays 0, so that CrowdLayers can write the rotation itself as its keys
      rotation[3] = 1;
      if (lane >= rig.lanes.rotationJoints.size()) continue;
      const double* source =
          &values[static_cast<std::size_t>(rig.lanes.rotationJoints[lane]) * kValuesPerJoint + kRotationOffset];
      double dot = 0, length = 0;
      for (std::size_t i = 0; i < kQuaternionSize; ++i) {
        if (frame > 0) dot += source[i] * (rotation - rotationLanes * kQuaternionSize)[i];
        length += source[i] * source[i];
      }
      const double scale = (dot < 0 ? -1 : 1) / (length > 0 ? std::sqrt(length) : 1);
      for (std::size_t i = 0; i < kQuaternionSize; ++i) rotation[i] = source[i] * scale;
      if (!(length > 0)) rotation[3] = 1;
    }
    for (std::size_t lane = 0; lane < rig.lanes.linearOffsets.size(); ++lane) {
      const auto offset = static_cast<std::size_t>(rig.lanes.linearOffsets[lane]);
      frames.linears[static_cast<std::size_t>(frame) * linearLanes + lane] =
          facts.linearSteps[lane] ? reader.defaults()[offset] : values[offset];
    }
  }
  return frames;
}

}  // namespace crossfade
