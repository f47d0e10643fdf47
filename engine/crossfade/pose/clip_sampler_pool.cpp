#include "crossfade/pose/clip_sampler_pool.h"

#include <algorithm>

namespace crossfade {

ClipSampler& ClipSamplerPool::take(ClipId id, const AnimationClip& clip, std::span<ClipSampler* const> others) {
  const bool isShared = clip.packed().targets.empty();
  const auto fits = [&](const Entry& entry) {
    return entry.id == id && entry.clip == &clip &&
           std::find(others.begin(), others.end(), entry.sampler.get()) == others.end();
  };
  const auto found = isShared ? std::find_if(entries_.begin(), entries_.end(), fits) : entries_.end();
  Entry& entry =
      found != entries_.end() ? *found : entries_.emplace_back(Entry{id, &clip, makeOwned<ClipSampler>(clip, layout_)});
  ++entry.users;
  return *entry.sampler;
}

void ClipSamplerPool::release(const ClipSampler& sampler) {
  const auto entry =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) { return each.sampler.get() == &sampler; });
  if (entry != entries_.end() && --entry->users == 0) entries_.erase(entry);
}

}  // namespace crossfade
