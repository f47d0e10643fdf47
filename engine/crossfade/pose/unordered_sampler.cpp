#include "crossfade/pose/unordered_sampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace crossfade {
namespace {

constexpr double kVanished = 1e-9;
constexpr double kSelectThreshold = 0.5;  // the weight from which on a selected value covers what is below

QuatSpan quatIn(std::vector<double>& values, int offset) {
  return std::span(values).subspan(static_cast<std::size_t>(offset)).first<4>();
}
ConstQuatSpan quatOf(std::span<const double> values, int offset) {
  return values.subspan(static_cast<std::size_t>(offset)).first<4>();
}

/// The mean from the sum, or the reference when everything cancelled out.
void normalizeOr(QuatSpan sum, ConstQuatSpan reference) {
  if (dot(sum, sum) < kVanished * kVanished)
    std::copy(reference.begin(), reference.end(), sum.begin());
  else
    normalize(sum);
}

}  // namespace

void addAligned(QuatSpan sum, ConstQuatSpan value, ConstQuatSpan reference, double weight) {
  const double signedWeight = dot(value, reference) < 0 ? -weight : weight;
  for (std::size_t i = 0; i < 4; ++i) sum[i] += signedWeight * value[i];
}

void blendOrderFree(std::span<const double> rotations, std::span<const double> weights, ConstQuatSpan reference,
                    QuatSpan into) {
  assert(rotations.size() == 4 * weights.size());
  double sum[4] = {0, 0, 0, 0};
  for (std::size_t i = 0; i < weights.size(); ++i)
    addAligned(sum, rotations.subspan(4 * i).first<4>(), reference, weights[i]);
  normalizeOr(sum, reference);
  std::copy(std::begin(sum), std::end(sum), into.begin());
}

UnorderedSampler::UnorderedSampler(const ChannelLayout& layout, std::span<const double> rest)
    : layout_(layout),
      rest_(rest.begin(), rest.end()),
      signedRest_(rest_),
      mixed_(rest_),
      last_(rest_),
      sum_(rest_.size()),
      weights_(layout_.channels().size()),
      maxWeights_(weights_.size()),
      restShows_(weights_.size()),
      clipCounts_(weights_.size()),
      nodes_(weights_.size(), kNoJoint) {
  assert(static_cast<int>(rest.size()) == layout_.valueCount());
}

void UnorderedSampler::bind(int slot, const AnimationClip& clip) {
  if (clips_.size() <= static_cast<std::size_t>(slot)) clips_.resize(static_cast<std::size_t>(slot) + 1);
  BoundClip& bound = clips_[static_cast<std::size_t>(slot)];
  bound = {};
  for (const KeyframeTrack& track : clip.tracks())
    if (const int channel = layout_.channelOf(track.target(), track.valueSize()); channel >= 0) {
      bound.channels.push_back(channel);
      nodes_[static_cast<std::size_t>(channel)] = track.target().node;
    }
  bound.signedRotations.resize(bound.channels.size() * 4);
  additive_.reserve(clips_.size());
}

void UnorderedSampler::forget() {
  ++calls_;  // no clip was seen in the call before the next
  std::copy(rest_.begin(), rest_.end(), signedRest_.begin());
  std::copy(rest_.begin(), rest_.end(), mixed_.begin());
  std::fill(restShows_.begin(), restShows_.end(), false);
}

void UnorderedSampler::sample(ExactSampler& clips, std::span<const BlendEntry> entries) {
  ++calls_;
  last_.swap(mixed_);
  const auto channels = layout_.channels();
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (channels[i].mixing == Mixing::Slerp && !restShows_[i] &&
        dot(quatOf(signedRest_, channels[i].offset), quatOf(last_, channels[i].offset)) < 0)
      for (double& component : quatIn(signedRest_, channels[i].offset)) component = -component;
  std::copy(signedRest_.begin(), signedRest_.end(), mixed_.begin());
  blendLayer(clips, entries, nullptr);
  for (std::size_t i = 0; i < channels.size(); ++i) restShows_[i] = weights_[i] < 1;
  const auto entryIn = [&](int slot) {
    return *std::find_if(entries.begin(), entries.end(), [&](const BlendEntry& e) { return e.slot == slot; });
  };
  for (int slot = layerAfter(entries, -1); slot >= 0; slot = layerAfter(entries, slot))
    blendLayer(clips, entries, entryIn(slot).mask);

  additive_.clear();
  for (const BlendEntry& entry : entries)
    if (entry.blendMode == BlendMode::Additive) additive_.push_back(entry);
  if (additive_.empty()) return;
  clips.sample(additive_);
  applyAdditive(clips.values());
}

int UnorderedSampler::layerAfter(std::span<const BlendEntry> entries, int slot) const {
  int next = -1;
  for (const BlendEntry& entry : entries) {
    if (!entry.mask || entry.slot <= slot || entry.blendMode == BlendMode::Additive || (next >= 0 && entry.slot > next))
      continue;
    const bool isLowest = std::none_of(entries.begin(), entries.end(), [&](const BlendEntry& other) {
      return other.mask == entry.mask && other.slot < entry.slot && other.blendMode == BlendMode::Normal;
    });
    if (isLowest) next = entry.slot;
  }
  return next;
}

void UnorderedSampler::blendLayer(ExactSampler& clips, std::span<const BlendEntry> entries, const JointMask* mask) {
  std::fill(sum_.begin(), sum_.end(), 0.0);
  std::fill(weights_.begin(), weights_.end(), 0.0);
  std::fill(maxWeights_.begin(), maxWeights_.end(), 0.0);
  std::fill(clipCounts_.begin(), clipCounts_.end(), 0);
  for (const BlendEntry& entry : entries) {
    assert(static_cast<std::size_t>(entry.slot) < clips_.size());
    if (entry.mask != mask || entry.blendMode == BlendMode::Additive || !(entry.weight > 0)) continue;
    BlendEntry alone = entry;
    alone.weight = 1;
    alone.mask = nullptr;
    clips.sample(std::span(&alone, 1));
    mixIn(clips_[static_cast<std::size_t>(entry.slot)], entry.weight, clips.values());
  }
  finish(mask);
}

void UnorderedSampler::mixIn(BoundClip& bound, double weight, std::span<const double> value) {
  const bool goesOn = bound.seen == calls_ - 1;
  bound.seen = calls_;
  for (std::size_t i = 0; i < bound.channels.size(); ++i) {
    const auto channel = static_cast<std::size_t>(bound.channels[i]);
    const ChannelSlot& slot = layout_.channels()[channel];
    weights_[channel] += weight;
    ++clipCounts_[channel];
    const auto begin = static_cast<std::size_t>(slot.offset);
    switch (slot.mixing) {
      case Mixing::Slerp: {
        const QuatSpan signedRotation = quatIn(bound.signedRotations, static_cast<int>(4 * i));
        const ConstQuatSpan now = quatOf(value, slot.offset);
        const double sign = dot(now, goesOn ? ConstQuatSpan(signedRotation) : quatOf(last_, slot.offset)) < 0 ? -1 : 1;
        for (std::size_t k = 0; k < 4; ++k) signedRotation[k] = sign * now[k];
        addAligned(quatIn(sum_, slot.offset), signedRotation, signedRotation, weight);
        break;
      }
      case Mixing::Lerp:
        for (std::size_t k = begin; k < begin + static_cast<std::size_t>(slot.size); ++k) sum_[k] += weight * value[k];
        break;
      case Mixing::Select:
        if (weight > maxWeights_[channel] || (weight == maxWeights_[channel] && value[begin] < sum_[begin]))
          sum_[begin] = value[begin];
        break;
    }
    maxWeights_[channel] = std::max(maxWeights_[channel], weight);
  }
}

/// Lays what the layer made over what is below.
void UnorderedSampler::finish(const JointMask* mask) {
  const auto channels = layout_.channels();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (weights_[i] == 0) continue;
    const ChannelSlot& slot = channels[i];
    const double covers = mask ? mask->weight(nodes_[i]) : 1;
    const double weight = std::min(weights_[i], 1.0) * covers;
    const double missing = 1 - weight;
    const double scale = covers * (weights_[i] > 1 ? 1 / weights_[i] : 1);
    const auto begin = static_cast<std::size_t>(slot.offset);
    if (weight == 0) continue;
    switch (slot.mixing) {
      case Mixing::Slerp: {
        const QuatSpan sum = quatIn(sum_, slot.offset);
        const QuatSpan mixed = quatIn(mixed_, slot.offset);
        if (clipCounts_[i] != 1 && missing > 0) {  // the length of a mean is not its weight
          normalizeOr(sum, quatOf(last_, slot.offset));
          for (double& component : sum) component *= weight;
        } else {
          for (double& component : sum) component *= scale;
        }
        for (std::size_t k = 0; k < 4; ++k) mixed[k] = missing > 0 ? sum[k] + missing * mixed[k] : sum[k];
        if (clipCounts_[i] != 1 || missing > 0)
          normalizeOr(mixed,
                      quatOf(last_, slot.offset));  // a clip alone stays as it is, also where it is not of unit length
        break;
      }
      case Mixing::Lerp:
        for (std::size_t k = begin; k < begin + static_cast<std::size_t>(slot.size); ++k)
          mixed_[k] = sum_[k] * scale + (missing > 0 ? mixed_[k] * missing : 0);
        break;
      case Mixing::Select:
        if (weight >= kSelectThreshold) mixed_[begin] = sum_[begin];
        break;
    }
  }
}

/// `withRest` is the rest pose with all additive entries on it; what they add is taken from it and laid on the mix.
void UnorderedSampler::applyAdditive(std::span<const double> withRest) {
  for (const ChannelSlot& slot : layout_.channels()) {
    if (slot.mixing == Mixing::Slerp) {
      const ConstQuatSpan rest = quatOf(rest_, slot.offset);
      double added[4] = {-rest[0], -rest[1], -rest[2], rest[3]};
      multiply(added, quatOf(withRest, slot.offset));
      multiply(quatIn(mixed_, slot.offset), added);
    } else {
      const auto begin = static_cast<std::size_t>(slot.offset);
      const bool selects = slot.mixing == Mixing::Select;
      for (std::size_t k = begin; k < begin + static_cast<std::size_t>(slot.size); ++k)
        if (selects)
          mixed_[k] = withRest[k] == rest_[k] ? mixed_[k] : withRest[k];
        else
          mixed_[k] += withRest[k] - rest_[k];
    }
  }
}

}  // namespace crossfade
