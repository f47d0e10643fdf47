#include "crossfade/pose/pose_sampler.h"

#include <algorithm>
#include <utility>

#include "crossfade/base/assert.h"
#include "crossfade/pose/detail/unchecked_blend.h"

namespace crossfade {

PoseSampler::PoseSampler(ChannelLayout layout, std::vector<double> rest)
    : layout_(std::move(layout)),
      rest_(std::move(rest)),
      blended_(makeOwned<detail::BlendChannels>(layout_.channels().size())) {
  const auto count = static_cast<std::size_t>(layout_.valueCount());
  CROSSFADE_ASSERT(rest_.size() == count, "PoseSampler: the rest values do not fit the layout");
  rest_.resize(count);
  values_ = rest_;
  for (const ChannelSlot& slot : layout_.channels()) rotations_ += slot.mixing == Mixing::Slerp ? 1 : 0;
}

PoseSampler::PoseSampler(ChannelLayout layout, const Pose& rest)
    : PoseSampler(layout, [&] {
        std::vector<double> values(static_cast<std::size_t>(layout.valueCount()));
        layout.readPose(rest, values);
        return values;
      }()) {}

PoseSampler::PoseSampler(PoseSampler&&) noexcept = default;
PoseSampler& PoseSampler::operator=(PoseSampler&&) noexcept = default;
PoseSampler::~PoseSampler() = default;

int PoseSampler::bind(int slot, const AnimationClip& clip) {
  Owned<ClipSampler> own = makeOwned<ClipSampler>(clip, layout_);
  const int skipped = bind(slot, clip, *own);
  if (slot >= 0) clips_[static_cast<std::size_t>(slot)].own = std::move(own);
  return skipped;
}

int PoseSampler::bind(int slot, const AnimationClip& clip, ClipSampler& sampler) {
  const bool fits = sampler.present().size() == layout_.channels().size();
  CROSSFADE_ASSERT(slot >= 0, "PoseSampler::bind: the slot is below 0");
  CROSSFADE_ASSERT(fits, "PoseSampler::bind: the sampler has other channels");
  if (slot < 0 || !fits) return 0;
  const auto index = static_cast<std::size_t>(slot);
  if (clips_.size() <= index) clips_.resize(index + 1);
  layers_.reserve(clips_.size());
  clips_[index] = {.clip = &clip, .sampler = &sampler, .own = {}};
  blended_->bind(slot, sampler.present(), movesOf(sampler));
  last_ = Call::None;
  return sampler.skippedTracks();
}

/// Per channel: whether the clip moves it away from its rest value. Rotations always do: their signs do not rest.
std::vector<std::uint8_t> PoseSampler::movesOf(const ClipSampler& sampler) const {
  std::vector<std::uint8_t> moves(sampler.present().begin(), sampler.present().end());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const ChannelSlot& slot = layout_.channels()[i];
    const double *const constant = sampler.constants().data() + slot.offset, *const rest = rest_.data() + slot.offset;
    const bool holds = sampler.moving()[i] == 0 && std::equal(rest, rest + slot.size, constant);
    if (holds && slot.mixing == Mixing::Lerp) moves[i] = 0;
  }
  return moves;
}

std::span<const std::uint8_t> PoseSampler::present(int slot) const {
  const auto index = static_cast<std::size_t>(slot);
  if (index >= clips_.size() || !clips_[index].clip) return {};
  return clips_[index].sampler->present();
}

void PoseSampler::sampleInOrder(std::span<const BlendEntry> entries) {
  const std::span<const BlendLayer> layers = sampleClips(entries);
  const auto list = blended_->choose(layout_.channels(), layers, noteCall(Call::WithoutSigns), false);
  detail::blendInOrder(list, rest_, layers, values_);
  blended_->settle(rest_, values_);
}

void PoseSampler::sampleOrderFree(std::span<const BlendEntry> entries, RotationSigns& signs, bool continues) {
  const std::span<const BlendLayer> layers = sampleClipsBySlot(entries);
  detail::fitSigns(rotations_, layers, signs);
  const bool goesOn = noteCall(Call::WithSigns, continues);
  const auto list = blended_->choose(layout_.channels(), layers, goesOn, signs.fresh);
  detail::blendOrderFree(list, rest_, layers, &signs, values_);
  blended_->settle(rest_, values_);
}

void PoseSampler::sampleOrderFree(std::span<const BlendEntry> entries) {
  const std::span<const BlendLayer> layers = sampleClipsBySlot(entries);
  const auto list = blended_->choose(layout_.channels(), layers, noteCall(Call::WithoutSigns), false);
  detail::blendOrderFree(list, rest_, layers, nullptr, values_);
  blended_->settle(rest_, values_);
}

std::span<const BlendLayer> PoseSampler::sampleClips(std::span<const BlendEntry> entries) {
  layers_.clear();
  for (const BlendEntry& entry : entries) {
    const auto index = static_cast<std::size_t>(entry.slot);
    const bool isBound = index < clips_.size() && entry.clip && clips_[index].clip == entry.clip;
    CROSSFADE_ASSERT(isBound, "PoseSampler: an entry's clip is not bound to its slot");
    if (!isBound) continue;
    ClipSampler& sampler = *clips_[index].sampler;
    layers_.push_back({.values = sampler.sample(entry.time, entry.endings, endingsAtOnce),
                       .present = sampler.present(),
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
