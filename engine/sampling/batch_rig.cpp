#include "engine/sampling/batch_rig.h"

#include <bit>
#include <cstdint>

namespace engine {

BatchRig::BatchRig(const BatchRigParts& parts)
    : parents_(parts.parents.begin(), parts.parents.end()), rest_(parts.rest), skins_(parts.skins.begin(), parts.skins.end()) {
  const ChannelLayout channels(static_cast<int>(parents_.size()), parts.morphs);
  std::vector<double> rest(static_cast<std::size_t>(channels.numberCount()));
  channels.readPose(rest_, rest);
  std::vector<ClipUse> uses;
  for (const BatchClip& clip : parts.clips) uses.push_back({.clip = clip.clip, .blendMode = clip.blendMode});
  lanes_ = layLanes(channels, rest, uses);
  skeleton_ = prepareSkeleton(parents_, rest_.locals, lanes_, skins_);

  const SampleRig rig{.channels = channels, .lanes = lanes_, .parents = parents_, .rest = rest};
  restClip_ = sampleRest(rig);
  places_.resize(std::bit_ceil(2 * uses.size() + 1));
  for (std::size_t i = 0; i < uses.size(); ++i) {
    clips_.push_back(sampleClip(uses[i], rig, parts.clips[i].tolerance, &reports_.emplace_back()));
    places_[placeOf(uses[i].clip, uses[i].blendMode)] = {.clip = uses[i].clip, .blendMode = uses[i].blendMode, .index = static_cast<int>(i)};
  }
}

std::size_t BatchRig::placeOf(const AnimationClip* clip, BlendMode blendMode) const {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;  // 2^64 / the golden ratio: Knuth's multiplicative hashing
  const std::uint64_t key = reinterpret_cast<std::uintptr_t>(clip) + (blendMode == BlendMode::Additive ? 1 : 0);
  const std::size_t mask = places_.size() - 1;
  std::size_t place = static_cast<std::size_t>(key * kGolden >> 32) & mask;
  while (places_[place].clip && (places_[place].clip != clip || places_[place].blendMode != blendMode)) place = (place + 1) & mask;
  return place;
}

int BatchRig::clipOf(const AnimationClip* clip, BlendMode blendMode) const { return places_[placeOf(clip, blendMode)].index; }

}  // namespace engine
