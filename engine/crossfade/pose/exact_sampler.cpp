#include "crossfade/pose/exact_sampler.h"

#include <algorithm>
#include <cassert>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

std::span<double> slice(std::vector<double>& values, const ChannelSlot& slot) {
  return std::span(values).subspan(static_cast<std::size_t>(slot.offset), static_cast<std::size_t>(slot.size));
}

constexpr double kSelectThreshold = 0.5;  // the weight from which on a selected value wins
constexpr double kSumTolerance = 1e-12;   // a sum of weights this little below 1 is 1

/// into := into towards value by weight
void blend(Mixing mixing, std::span<double> into, std::span<const double> value, double weight) {
  switch (mixing) {
    case Mixing::Slerp:
      return slerp(into.first<4>(), value.first<4>(), weight);
    case Mixing::Select:
      if (weight >= kSelectThreshold) std::copy(value.begin(), value.end(), into.begin());
      return;
    case Mixing::Lerp:
      for (std::size_t i = 0; i < into.size(); ++i) into[i] = into[i] * (1 - weight) + value[i] * weight;
      return;
  }
}

/// into := into with `weight` of the offset `value` on top
void add(Mixing mixing, std::span<double> into, std::span<const double> value, double weight) {
  switch (mixing) {
    case Mixing::Slerp: {
      double rotated[4];
      std::copy(into.begin(), into.end(), rotated);
      multiply(rotated, value.first<4>());
      return slerp(into.first<4>(), ConstQuatSpan(rotated), weight);
    }
    case Mixing::Select:
      return blend(mixing, into, value, weight);
    case Mixing::Lerp:
      for (std::size_t i = 0; i < into.size(); ++i) into[i] += value[i] * weight;
      return;
  }
}

}  // namespace

ExactSampler::ExactSampler(ChannelLayout layout, std::vector<double> rest)
    : layout_(std::move(layout)),
      rest_(std::move(rest)),
      mixed_(rest_),
      added_(rest_.size()),
      weights_(layout_.channels().size()),
      addedWeights_(layout_.channels().size()),
      value_(static_cast<std::size_t>(layout_.valueCount())) {
  assert(static_cast<int>(rest_.size()) == layout_.valueCount());
}

ExactSampler::ExactSampler(ChannelLayout layout, const Pose& rest)
    : ExactSampler(layout, std::vector<double>(static_cast<std::size_t>(layout.valueCount()))) {
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
    for (BoundTrack& boundTrack : bound.tracks) {
      const KeyframeTrack& track = entry.clip->tracks()[static_cast<std::size_t>(boundTrack.track)];
      const double weight = entry.mask ? entry.weight * entry.mask->weight(track.target().node) : entry.weight;
      if (!(weight > 0)) continue;
      const auto channel = static_cast<std::size_t>(boundTrack.channel);
      const ChannelSlot& slot = layout_.channels()[channel];
      const auto value = std::span(value_).first(static_cast<std::size_t>(slot.size));
      evaluate(track, entry.time, boundTrack.cursor, value, entry.endings);
      if (entry.blendMode == BlendMode::Normal)
        mixIn(slot, weights_[channel], weight, value);
      else
        accumulateAdditive(slot, addedWeights_[channel], weight, value);
    }
  }
  fillFromRestAndAdd();
}

void ExactSampler::mixIn(const ChannelSlot& slot, double& cumulativeWeight, double weight,
                         std::span<const double> value) {
  const auto mixed = slice(mixed_, slot);
  if (cumulativeWeight == 0)
    std::copy(value.begin(), value.end(), mixed.begin());
  else
    blend(slot.mixing, mixed, value, weight / (cumulativeWeight + weight));
  cumulativeWeight += weight;
}

void ExactSampler::accumulateAdditive(const ChannelSlot& slot, double& cumulativeWeight, double weight,
                                      std::span<const double> value) {
  const auto added = slice(added_, slot);
  // differs from three.js: there a weak additive selection brings the rest value back and erases the normal mix
  if (slot.mixing == Mixing::Select && weight < kSelectThreshold) return;
  if (cumulativeWeight == 0) {
    std::fill(added.begin(), added.end(), 0.0);
    if (slot.mixing == Mixing::Slerp) added[3] = 1;
  }
  add(slot.mixing, added, value, weight);
  cumulativeWeight += weight;
}

void ExactSampler::fillFromRestAndAdd() {
  const auto channels = layout_.channels();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const ChannelSlot& slot = channels[i];
    const auto mixed = slice(mixed_, slot);
    const auto rest = slice(rest_, slot);
    if (weights_[i] == 0)
      std::copy(rest.begin(), rest.end(), mixed.begin());
    else if (weights_[i] < 1 - kSumTolerance)  // differs from three.js: there ten weights of 0.1 let a trace of the
                                               // rest shine through
      blend(slot.mixing, mixed, rest, 1 - weights_[i]);
    if (addedWeights_[i] > 0) add(slot.mixing, mixed, slice(added_, slot), 1);
  }
}

}  // namespace crossfade
