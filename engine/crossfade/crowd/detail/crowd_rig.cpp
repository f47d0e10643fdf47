#include "crossfade/crowd/crowd_rig.h"

#include <bit>

namespace crossfade {

CrowdRig::CrowdRig(const CrowdRigDesc& desc)
    : parents_(desc.parents.begin(), desc.parents.end()),
      rest_(desc.rest),
      skins_(desc.skins.begin(), desc.skins.end()) {
  const ChannelLayout channels(static_cast<int>(parents_.size()), desc.morphs);
  std::vector<double> rest(static_cast<std::size_t>(channels.valueCount()));
  channels.readPose(rest_, rest);
  std::vector<ClipUse> uses;
  for (const CrowdClip& clip : desc.clips) uses.push_back({.clip = clip.clip, .blendMode = clip.blendMode});
  lanes_ = makeLaneLayout(channels, rest, uses);
  skeleton_ = prepareSkeleton(parents_, rest_.locals, lanes_, skins_);

  const SampleRig rig{.channels = channels, .lanes = lanes_, .parents = parents_, .rest = rest};
  restClip_ = sampleRest(rig);
  slots_.resize(std::bit_ceil(2 * uses.size() + 1));
  slotMask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    clips_.push_back(sampleClip(uses[i], rig, desc.clips[i].tolerance, &reports_.emplace_back()));
    std::size_t slot = hashOf(uses[i].clip, uses[i].blendMode) & slotMask_;
    while (slots_[slot].clip && (slots_[slot].clip != uses[i].clip || slots_[slot].blendMode != uses[i].blendMode))
      slot = (slot + 1) & slotMask_;
    slots_[slot] = {.clip = uses[i].clip, .blendMode = uses[i].blendMode, .index = static_cast<int>(i)};
  }
  for (const SampledClip& clip : clips_) keys_.push_back(clip.keys());
  keys_.push_back(restClip_.keys());
}

}  // namespace crossfade
