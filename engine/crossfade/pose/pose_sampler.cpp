#include "crossfade/pose/pose_sampler.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "crossfade/base/assert.h"
#include "crossfade/pose/detail/unchecked_blend.h"

namespace crossfade {

PoseSampler::PoseSampler(ChannelLayout layout, std::vector<double> rest)
    : layout_(std::move(layout)), rest_(std::move(rest)), values_(rest_) {
  const auto count = static_cast<std::size_t>(layout_.valueCount());
  CROSSFADE_ASSERT(rest_.size() == count, "PoseSampler: the rest values do not fit the layout");
  rest_.resize(count);
  values_.resize(count);
  countRotations();
}

PoseSampler::PoseSampler(ChannelLayout layout, const Pose& rest)
    : layout_(std::move(layout)), rest_(static_cast<std::size_t>(layout_.valueCount())), values_(rest_) {
  layout_.readPose(rest, rest_);
  values_ = rest_;
  countRotations();
}

void PoseSampler::countRotations() {
  animated_.resize(layout_.channels().size());
  for (const ChannelSlot& slot : layout_.channels()) rotations_ += slot.mixing == Mixing::Slerp ? 1 : 0;
}

int PoseSampler::bind(int slot, const AnimationClip& clip) {
  CROSSFADE_ASSERT(slot >= 0, "PoseSampler::bind: the slot is below 0");
  if (slot < 0) return 0;
  const auto index = static_cast<std::size_t>(slot);
  if (clips_.size() <= index) clips_.resize(index + 1);
  layers_.reserve(clips_.size());
  const ClipSampler& sampler = clips_[index].emplace(BoundClip{&clip, ClipSampler(clip, layout_)}).sampler;
  std::transform(animated_.begin(), animated_.end(), sampler.present().begin(), animated_.begin(), std::bit_or<>());
  return sampler.skippedTracks();
}

std::span<const std::uint8_t> PoseSampler::present(int slot) const {
  const auto index = static_cast<std::size_t>(slot);
  if (index >= clips_.size() || !clips_[index]) return {};
  return clips_[index]->sampler.present();
}

void PoseSampler::sampleInOrder(std::span<const BlendEntry> entries) {
  detail::blendInOrder(layout_.channels(), rest_, sampleClips(entries), animated_, values_);
}

void PoseSampler::sampleOrderFree(std::span<const BlendEntry> entries, RotationSigns& signs) {
  const std::span<const BlendLayer> layers = sampleClipsBySlot(entries);
  detail::fitSigns(rotations_, layers, signs);
  detail::blendOrderFree(layout_.channels(), rest_, layers, &signs, animated_, values_);
}

void PoseSampler::sampleOrderFree(std::span<const BlendEntry> entries) {
  detail::blendOrderFree(layout_.channels(), rest_, sampleClipsBySlot(entries), nullptr, animated_, values_);
}

std::span<const BlendLayer> PoseSampler::sampleClips(std::span<const BlendEntry> entries) {
  layers_.clear();
  for (const BlendEntry& entry : entries) {
    const auto index = static_cast<std::size_t>(entry.slot);
    const bool isBound = index < clips_.size() && clips_[index] && clips_[index]->clip == entry.clip;
    CROSSFADE_ASSERT(isBound, "PoseSampler: an entry's clip is not bound to its slot");
    if (!isBound) continue;
    BoundClip& bound = *clips_[index];
    layers_.push_back({.values = bound.sampler.sample(entry.time, entry.endings, endingsAtOnce),
                       .present = bound.sampler.present(),
                       .weight = entry.weight,
                       .mask = entry.mask,
                       .blendMode = entry.blendMode,
                       .slot = entry.slot});
  }
  return layers_;
}

std::span<const BlendLayer> PoseSampler::sampleClipsBySlot(std::span<const BlendEntry> entries) {
  sampleClips(entries);
  for (std::size_t i = 1; i < layers_.size(); ++i)
    for (std::size_t at = i; at > 0 && layers_[at].slot < layers_[at - 1].slot; --at)
      std::swap(layers_[at], layers_[at - 1]);
  return layers_;
}

}  // namespace crossfade
