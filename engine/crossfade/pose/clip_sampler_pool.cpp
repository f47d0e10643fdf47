#include "crossfade/pose/clip_sampler_pool.h"

#include <algorithm>

namespace crossfade {

ClipSampler& ClipSamplerPool::take(ClipId id, const AnimationClip& clip, std::span<ClipSampler* const> others) {
  const bool isShared = clip.packed().targets.empty();
  const auto fits = [&](const Entry& entry) {
    return entry.clip == id && std::find(others.begin(), others.end(), entry.sampler.get()) == others.end();
  };
  const auto found = isShared ? std::find_if(entries_.begin(), entries_.end(), fits) : entries_.end();
  Entry& entry =
      found != entries_.end() ? *found : entries_.emplace_back(Entry{id, makeOwned<ClipSampler>(clip, layout_)});
  ++entry.users;
  return *entry.sampler;
}

void ClipSamplerPool::release(const ClipSampler& sampler) {
  std::erase_if(entries_, [&](Entry& entry) { return entry.sampler.get() == &sampler && --entry.users == 0; });
}

}  // namespace crossfade
