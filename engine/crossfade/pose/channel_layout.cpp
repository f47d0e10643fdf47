#include "crossfade/pose/channel_layout.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "crossfade/base/assert.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {
namespace {

/// Of a MorphChannel or a ValueChannel: its joint and its values exist, and all offsets are ints.
template <class Values>
bool exists(const Values& values, int jointCount) {
  const std::int64_t end = std::int64_t{jointCount} * kValuesPerJoint + values.offset + values.count;
  return values.node >= 0 && values.node < jointCount && values.offset >= 0 && values.count >= 0 &&
         end <= std::numeric_limits<int>::max();
}

}  // namespace

ChannelLayout::ChannelLayout(int jointCount, std::span<const MorphChannel> morphs, std::span<const ValueChannel> values)
    : jointCount_(std::max(jointCount, 0)), morphChannelOfNode_(static_cast<std::size_t>(jointCount_), -1) {
  CROSSFADE_ASSERT(jointCount >= 0, "ChannelLayout: the number of joints is below 0");
  for (int joint = 0; joint < jointCount_; ++joint) {
    const int first = joint * kValuesPerJoint;
    channels_.push_back({.offset = first + kTranslationOffset, .size = 3, .node = joint});
    channels_.push_back({.offset = first + kRotationOffset, .size = 4, .mixing = Mixing::Slerp, .node = joint});
    channels_.push_back({.offset = first + kScaleOffset, .size = 3, .node = joint});
  }
  const int morphStart = jointCount_ * kValuesPerJoint;
  valueCount_ = morphStart;
  for (const MorphChannel& morph : morphs) {
    CROSSFADE_ASSERT(exists(morph, jointCount), "ChannelLayout: morph weights of no joint, or before the first value");
    if (morph.count == 0 || !exists(morph, jointCount)) continue;
    morphChannelOfNode_[static_cast<std::size_t>(morph.node)] = static_cast<int>(channels_.size());
    channels_.push_back({.offset = morphStart + morph.offset, .size = morph.count, .node = morph.node});
    valueCount_ = std::max(valueCount_, morphStart + morph.offset + morph.count);
  }
  firstValueChannel_ = static_cast<int>(channels_.size());
  for (const ValueChannel& value : values) {
    const bool isValid = exists(value, jointCount) && value.count > 0;
    CROSSFADE_ASSERT(isValid, "ChannelLayout: a value of no joint, before the first value, or of no components");
    if (!isValid) {
      channels_.push_back({});  // other values keep their indices
      continue;
    }
    channels_.push_back({.offset = morphStart + value.offset, .size = value.count, .node = value.node});
    valueCount_ = std::max(valueCount_, morphStart + value.offset + value.count);
  }
}

ChannelLayout::ChannelLayout(std::span<const PropertyChannel> properties) {
  for (const PropertyChannel& property : properties) {
    const bool isValid = property.size > 0 && (property.mixing != Mixing::Slerp || property.size == 4) &&
                         (property.mixing != Mixing::Select || property.size == 1) &&
                         property.size <= std::numeric_limits<int>::max() - valueCount_;
    CROSSFADE_ASSERT(isValid, "ChannelLayout: a property's size does not fit its kind");
    const int node = static_cast<int>(channels_.size());
    if (!isValid) {
      channels_.push_back({.offset = valueCount_, .node = node});
      continue;
    }
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

bool ChannelLayout::fits(const Pose& pose, std::span<const double> values) const {
  return static_cast<int>(pose.locals.size()) == jointCount_ &&
         static_cast<int>(pose.morphWeights.size()) == valueCount_ - jointCount_ * kValuesPerJoint &&
         static_cast<int>(values.size()) == valueCount_;
}

void ChannelLayout::readPose(const Pose& pose, std::span<double> values) const {
  CROSSFADE_ASSERT(fits(pose, values), "ChannelLayout::readPose: the pose or the values do not fit the layout");
  if (!fits(pose, values)) return;
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
  CROSSFADE_ASSERT(fits(pose, values), "ChannelLayout::writePose: the pose or the values do not fit the layout");
  if (!fits(pose, values)) return;
  const auto toFloat = [](double value) { return static_cast<float>(value); };
  const double* next = values.data();
  for (Transform& local : pose.locals) {
    const double *const rotation = next + kRotationOffset, *const scale = next + kScaleOffset;
    local.translation = glm::vec3(toFloat(next[0]), toFloat(next[1]), toFloat(next[2]));
    local.rotation = makeQuat(toFloat(rotation[0]), toFloat(rotation[1]), toFloat(rotation[2]), toFloat(rotation[3]));
    local.scale = glm::vec3(toFloat(scale[0]), toFloat(scale[1]), toFloat(scale[2]));
    next += kValuesPerJoint;
  }
  for (float& weight : pose.morphWeights) weight = toFloat(*next++);
}

}  // namespace crossfade
