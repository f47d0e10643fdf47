#include "engine/sampling/exact_sampler.h"

#include <algorithm>
#include <cassert>

#include "engine/clip/interpolant.h"
#include "engine/math/quaternion_blend.h"

namespace engine {
namespace {

std::span<double> part(std::vector<double>& numbers, const ChannelSlot& slot) {
  return std::span(numbers).subspan(static_cast<std::size_t>(slot.offset), static_cast<std::size_t>(slot.size));
}

/// into := into towards value by share
void blend(bool rotation, std::span<double> into, std::span<const double> value, double share) {
  if (rotation) return slerp(into.first<4>(), value.first<4>(), share);
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = into[i] * (1 - share) + value[i] * share;
}

/// into := into with `share` of the offset `value` on top
void add(bool rotation, std::span<double> into, std::span<const double> value, double share) {
  if (rotation) {
    double turned[4];
    std::copy(into.begin(), into.end(), turned);
    multiply(turned, value.first<4>());
    return slerp(into.first<4>(), ConstQuatSpan(turned), share);
  }
  for (std::size_t i = 0; i < into.size(); ++i) into[i] += value[i] * share;
}

}  // namespace

ExactSampler::ExactSampler(ChannelLayout layout, const Pose& rest)
    : layout_(std::move(layout)),
      rest_(static_cast<std::size_t>(layout_.numberCount())),
      added_(rest_.size()),
      weights_(layout_.channels().size()),
      addedWeights_(layout_.channels().size()),
      value_(static_cast<std::size_t>(layout_.largestChannel())) {
  layout_.readPose(rest, rest_);
  mixed_ = rest_;
}

int ExactSampler::bind(int slot, const AnimationClip& clip) {
  assert(slot >= 0);
  if (clips_.size() <= static_cast<std::size_t>(slot)) clips_.resize(static_cast<std::size_t>(slot) + 1);
  BoundClip& bound = clips_[static_cast<std::size_t>(slot)];
  bound = {.clip = &clip, .tracks = {}};
  int skipped = 0;
  for (std::size_t i = 0; i < clip.tracks().size(); ++i) {
    const KeyframeTrack& track = clip.tracks()[i];
    const int channel = layout_.channelOf(track.target(), track.valueSize());
    if (channel < 0)
      ++skipped;
    else
      bound.tracks.push_back({.track = static_cast<int>(i), .channel = channel});
  }
  return skipped;
}

void ExactSampler::sample(std::span<const BlendEntry> entries) {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  std::fill(addedWeights_.begin(), addedWeights_.end(), 0.0);
  for (const BlendEntry& entry : entries) {
    assert(static_cast<std::size_t>(entry.slot) < clips_.size());
    BoundClip& bound = clips_[static_cast<std::size_t>(entry.slot)];
    assert(bound.clip == entry.clip);
    for (BoundTrack& track : bound.tracks) {
      const auto channel = static_cast<std::size_t>(track.channel);
      const ChannelSlot& slot = layout_.channels()[channel];
      const auto value = std::span(value_).first(static_cast<std::size_t>(slot.size));
      evaluate(entry.clip->tracks()[static_cast<std::size_t>(track.track)], entry.time, track.interval, value);
      if (entry.blendMode == BlendMode::Normal) {
        mixIn(slot, weights_[channel], entry.weight, value);
      } else {
        layOnTop(slot, addedWeights_[channel] == 0, entry.weight, value);
        addedWeights_[channel] += entry.weight;
      }
    }
  }
  fillFromRestAndAdd();
}

void ExactSampler::mixIn(const ChannelSlot& slot, double& weightSoFar, double weight, std::span<const double> value) {
  const auto mixed = part(mixed_, slot);
  if (weightSoFar == 0)
    std::copy(value.begin(), value.end(), mixed.begin());
  else
    blend(slot.rotation, mixed, value, weight / (weightSoFar + weight));
  weightSoFar += weight;
}

void ExactSampler::layOnTop(const ChannelSlot& slot, bool first, double weight, std::span<const double> value) {
  const auto added = part(added_, slot);
  if (first) {
    std::fill(added.begin(), added.end(), 0.0);
    if (slot.rotation) added[3] = 1;
  }
  add(slot.rotation, added, value, weight);
}

void ExactSampler::fillFromRestAndAdd() {
  const auto channels = layout_.channels();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const ChannelSlot& slot = channels[i];
    const auto mixed = part(mixed_, slot);
    const auto rest = part(rest_, slot);
    if (weights_[i] == 0)
      std::copy(rest.begin(), rest.end(), mixed.begin());
    else if (weights_[i] < 1)
      blend(slot.rotation, mixed, rest, 1 - weights_[i]);
    if (addedWeights_[i] > 0) add(slot.rotation, mixed, part(added_, slot), 1);
  }
}

}  // namespace engine
