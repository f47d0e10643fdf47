#include "engine/sampling/unordered_sampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace engine {
namespace {

constexpr double kVanished = 1e-9;

double dot(ConstQuatSpan a, ConstQuatSpan b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

QuatSpan quatIn(std::vector<double>& numbers, int offset) { return std::span(numbers).subspan(static_cast<std::size_t>(offset)).first<4>(); }
ConstQuatSpan quatOf(std::span<const double> numbers, int offset) { return numbers.subspan(static_cast<std::size_t>(offset)).first<4>(); }

/// The mean from the sum, or the reference when everything cancelled out.
void normalizeOr(QuatSpan sum, ConstQuatSpan reference) {
  if (dot(sum, sum) < kVanished * kVanished) std::copy(reference.begin(), reference.end(), sum.begin());
  else normalize(sum);
}

}  // namespace

void addAligned(QuatSpan sum, ConstQuatSpan value, ConstQuatSpan reference, double weight) {
  const double signedWeight = dot(value, reference) < 0 ? -weight : weight;
  for (std::size_t i = 0; i < 4; ++i) sum[i] += signedWeight * value[i];
}

void blendUnordered(std::span<const double> rotations, std::span<const double> weights, ConstQuatSpan reference, QuatSpan into) {
  assert(rotations.size() == 4 * weights.size());
  double sum[4] = {0, 0, 0, 0};
  for (std::size_t i = 0; i < weights.size(); ++i) addAligned(sum, rotations.subspan(4 * i).first<4>(), reference, weights[i]);
  normalizeOr(sum, reference);
  std::copy(std::begin(sum), std::end(sum), into.begin());
}

UnorderedSampler::UnorderedSampler(const ChannelLayout& layout, std::span<const double> rest)
    : layout_(layout), rest_(rest.begin(), rest.end()), mixed_(rest_), sum_(rest_.size()), weights_(layout_.channels().size()), parts_(weights_.size()) {
  assert(static_cast<int>(rest.size()) == layout_.numberCount());
}

void UnorderedSampler::bind(int slot, const AnimationClip& clip) {
  if (clips_.size() <= static_cast<std::size_t>(slot)) clips_.resize(static_cast<std::size_t>(slot) + 1);
  BoundClip& bound = clips_[static_cast<std::size_t>(slot)];
  bound = {};
  for (const KeyframeTrack& track : clip.tracks())
    if (const int channel = layout_.channelOf(track.target(), track.valueSize()); channel >= 0) bound.channels.push_back(channel);
  bound.lifts.resize(bound.channels.size() * 4);
  additive_.reserve(clips_.size());
}

void UnorderedSampler::sample(ExactSampler& clips, std::span<const BlendEntry> entries) {
  ++calls_;
  std::fill(sum_.begin(), sum_.end(), 0.0);
  std::fill(weights_.begin(), weights_.end(), 0.0);
  std::fill(parts_.begin(), parts_.end(), 0);
  additive_.clear();
  for (const BlendEntry& entry : entries) {
    assert(static_cast<std::size_t>(entry.slot) < clips_.size());
    if (entry.blendMode == BlendMode::Additive) additive_.push_back(entry);
    if (entry.blendMode == BlendMode::Additive || !(entry.weight > 0)) continue;
    BlendEntry alone = entry;
    alone.weight = 1;
    clips.sample(std::span(&alone, 1));
    mixIn(clips_[static_cast<std::size_t>(entry.slot)], entry.weight, clips.numbers());
  }
  finish();
  if (additive_.empty()) return;
  clips.sample(additive_);
  layOnTop(clips.numbers());
}

void UnorderedSampler::mixIn(BoundClip& bound, double weight, std::span<const double> value) {
  const bool goesOn = bound.seen == calls_ - 1;
  bound.seen = calls_;
  for (std::size_t i = 0; i < bound.channels.size(); ++i) {
    const auto channel = static_cast<std::size_t>(bound.channels[i]);
    const ChannelSlot& slot = layout_.channels()[channel];
    weights_[channel] += weight;
    ++parts_[channel];
    if (slot.mixing == Mixing::Slerp) {
      const QuatSpan lift = quatIn(bound.lifts, static_cast<int>(4 * i));
      const ConstQuatSpan now = quatOf(value, slot.offset);
      const double sign = dot(now, goesOn ? ConstQuatSpan(lift) : quatOf(mixed_, slot.offset)) < 0 ? -1 : 1;
      for (std::size_t k = 0; k < 4; ++k) lift[k] = sign * now[k];
      addAligned(quatIn(sum_, slot.offset), lift, lift, weight);
    } else {
      for (int k = slot.offset; k < slot.offset + slot.size; ++k) sum_[static_cast<std::size_t>(k)] += weight * value[static_cast<std::size_t>(k)];
    }
  }
}

void UnorderedSampler::finish() {
  const auto channels = layout_.channels();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const ChannelSlot& slot = channels[i];
    const double weight = weights_[i];
    const auto begin = static_cast<std::size_t>(slot.offset);
    const double missing = weight < 1 ? 1 - weight : 0;
    const double scale = weight > 1 ? 1 / weight : 1;
    if (slot.mixing == Mixing::Slerp) {
      const QuatSpan sum = quatIn(sum_, slot.offset);
      const QuatSpan last = quatIn(mixed_, slot.offset);
      if (weight == 0) {
        std::copy_n(quatOf(rest_, slot.offset).begin(), 4, last.begin());
        continue;
      }
      if (missing > 0) addAligned(sum, quatOf(rest_, slot.offset), last, missing);
      if (parts_[i] != 1 || missing > 0) normalizeOr(sum, last);
      else if (weight > 1) for (double& part : sum) part /= weight;  // a clip alone stays as it is, also where it is not of unit length
      std::copy(sum.begin(), sum.end(), last.begin());
    } else {
      for (std::size_t k = begin; k < begin + static_cast<std::size_t>(slot.size); ++k)
        mixed_[k] = sum_[k] * scale + (missing > 0 ? rest_[k] * missing : 0);
    }
  }
}

/// `withRest` is the rest pose with all additive entries on it; what they add is taken from it and laid on the mix.
void UnorderedSampler::layOnTop(std::span<const double> withRest) {
  for (const ChannelSlot& slot : layout_.channels()) {
    if (slot.mixing == Mixing::Slerp) {
      const ConstQuatSpan rest = quatOf(rest_, slot.offset);
      double added[4] = {-rest[0], -rest[1], -rest[2], rest[3]};
      multiply(added, quatOf(withRest, slot.offset));
      multiply(quatIn(mixed_, slot.offset), added);
    } else {
      const auto begin = static_cast<std::size_t>(slot.offset);
      for (std::size_t k = begin; k < begin + static_cast<std::size_t>(slot.size); ++k) mixed_[k] += withRest[k] - rest_[k];
    }
  }
}

}  // namespace engine
