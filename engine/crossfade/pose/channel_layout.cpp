#include "crossfade/pose/channel_layout.h"

#include <algorithm>
#include <cassert>

namespace crossfade {

ChannelLayout::ChannelLayout(int jointCount, std::span<const MorphChannel> morphs, std::span<const ValueChannel> values)
    : jointCount_(jointCount), morphChannelOfNode_(static_cast<std::size_t>(jointCount), -1) {
  for (int joint = 0; joint < jointCount; ++joint) {
    const int first = joint * kValuesPerJoint;
    channels_.push_back({.offset = first + kTranslationOffset, .size = 3, .node = joint});
    channels_.push_back({.offset = first + kRotationOffset, .size = 4, .mixing = Mixing::Slerp, .node = joint});
    channels_.push_back({.offset = first + kScaleOffset, .size = 3, .node = joint});
  }
  const int morphStart = jointCount * kValuesPerJoint;
  valueCount_ = morphStart;
  for (const MorphChannel& morph : morphs) {
    assert(morph.node >= 0 && morph.node < jointCount);
    if (morph.count == 0) continue;
    morphChannelOfNode_[static_cast<std::size_t>(morph.node)] = static_cast<int>(channels_.size());
    channels_.push_back({.offset = morphStart + morph.offset, .size = morph.count, .node = morph.node});
    valueCount_ = std::max(valueCount_, morphStart + morph.offset + morph.count);
  }
  firstValueChannel_ = static_cast<int>(channels_.size());
  for (const ValueChannel& value : values) {
    assert(value.node >= 0 && value.node < jointCount && value.count > 0);
    channels_.push_back({.offset = morphStart + value.offset, .size = value.count, .node = value.node});
    valueCount_ = std::max(valueCount_, morphStart + value.offset + value.count);
  }
}

ChannelLayout::ChannelLayout(std::span<const PropertyChannel> properties) {
  for (const PropertyChannel& property : properties) {
    assert(property.size > 0 && (property.mixing != Mixing::Slerp || property.size == 4) &&
           (property.mixing != Mixing::Select || property.size == 1));
    const int node = static_cast<int>(channels_.size());
    channels_.push_back({.offset = valueCount_, .size = property.size, .mixing = property.mixing, .node = node});
    valueCount_ += property.size;
  }
}

int ChannelLayout::propertyOf(TrackTarget target, int valueSize) const {
  if (target.node < 0 || static_cast<std::size_t>(target.node) >= channels_.size()) return -1;
  const ChannelSlot& slot = channels_[static_cast<std::size_t>(target.node)];
  return slot.size == valueSize && slot.mixing == mixingOf(target.channel) ? target.node : -1;
}

int ChannelLayout::valueOf(int index, int valueSize) const {
  const std::size_t channel = static_cast<std::size_t>(firstValueChannel_) + static_cast<std::size_t>(index);
  if (index < 0 || channel >= channels_.size()) return -1;
  return channels_[channel].size == valueSize ? static_cast<int>(channel) : -1;
}

int ChannelLayout::channelOf(TrackTarget target, int valueSize) const {
  if (jointCount_ == 0) return propertyOf(target, valueSize);
  if (target.channel == Channel::Values) return valueOf(target.node, valueSize);
  if (target.node < 0 || target.node >= jointCount_) return -1;
  const int first = target.node * kChannelsPerJoint;
  switch (target.channel) {
    case Channel::Translation:
      return first;
    case Channel::Rotation:
      return first + 1;
    case Channel::Scale:
      return first + 2;
    case Channel::Weights: {
      const int channel = morphChannelOfNode_[static_cast<std::size_t>(target.node)];
      return channel >= 0 && channels_[static_cast<std::size_t>(channel)].size == valueSize ? channel : -1;
    }
    case Channel::Values:
    case Channel::Select:
      return -1;  // joints have none
  }
  return -1;
}

bool ChannelLayout::fits(const Pose& pose) const {
  return static_cast<int>(pose.locals.size()) == jointCount_ &&
         static_cast<int>(pose.morphWeights.size()) == valueCount_ - jointCount_ * kValuesPerJoint;
}

void ChannelLayout::readPose(const Pose& pose, std::span<double> values) const {
  assert(fits(pose) && static_cast<int>(values.size()) == valueCount_);
  double* next = values.data();
  for (const Transform& local : pose.locals) {
    for (int i = 0; i < 3; ++i) *next++ = local.translation[i];
    for (const float component : {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w})
      *next++ = component;
    for (int i = 0; i < 3; ++i) *next++ = local.scale[i];
  }
  for (const float weight : pose.morphWeights) *next++ = weight;
}

void ChannelLayout::writePose(std::span<const double> values, Pose& pose) const {
  assert(fits(pose) && static_cast<int>(values.size()) == valueCount_);
  const double* next = values.data();
  const auto take = [&next] { return static_cast<float>(*next++); };
  const auto takeVector = [&take] {
    const float x = take(), y = take();
    return glm::vec3(x, y, take());
  };
  for (Transform& local : pose.locals) {
    local.translation = takeVector();
    const glm::vec3 axis = takeVector();
    local.rotation = makeQuat(axis.x, axis.y, axis.z, take());
    local.scale = takeVector();
  }
  for (float& weight : pose.morphWeights) weight = take();
}

}  // namespace crossfade
