#include "crossfade/pose/pose_sampler.h"

#include <algorithm>
#include <cassert>

namespace crossfade {

PoseSampler::PoseSampler(ChannelLayout layout, std::vector<double> rest)
    : layout_(std::move(layout)), rest_(std::move(rest)), values_(rest_) {
  assert(static_cast<int>(rest_.size()) == layout_.valueCount());
}

PoseSampler::PoseSampler(ChannelLayout layout, const Pose& rest)
    : layout_(std::move(layout)), rest_(static_cast<std::size_t>(layout_.valueCount())), values_(rest_) {
  layout_.readPose(rest, rest_);
  values_ = rest_;
}

int PoseSampler::bind(int slot, const AnimationClip& clip) {
  assert(slot >= 0);
  const auto index = static_cast<std::size_t>(slot);
  if (clips_.size() <= index) clips_.resize(index + 1);
  layers_.reserve(clips_.size());
  return clips_[index].emplace(BoundClip{&clip, ClipSampler(clip, layout_)}).sampler.skippedTracks();
}

void PoseSampler::sampleInOrder(std::span<const BlendEntry> entries) {
  blendInOrder(layout_.channels(), rest_, sampleClips(entries), values_);
}

void PoseSampler::sampleOrderFree(std::span<const BlendEntry> entries, RotationSigns& signs) {
  blendOrderFree(layout_.channels(), rest_, sampleClipsBySlot(entries), signs, values_);
}

void PoseSampler::sampleOrderFree(std::span<const BlendEntry> entries) {
  blendOrderFree(layout_.channels(), rest_, sampleClipsBySlot(entries), values_);
}

std::span<const BlendLayer> PoseSampler::sampleClips(std::span<const BlendEntry> entries) {
  layers_.clear();
  for (const BlendEntry& entry : entries) {
    assert(static_cast<std::size_t>(entry.slot) < clips_.size());
    BoundClip& bound = *clips_[static_cast<std::size_t>(entry.slot)];
    assert(bound.clip == entry.clip);
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
  std::sort(layers_.begin(), layers_.end(), [](const BlendLayer& a, const BlendLayer& b) { return a.slot < b.slot; });
  return layers_;
}

}  // namespace crossfade
