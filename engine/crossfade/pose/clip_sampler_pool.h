// What samples the clips of many characters with the same memory.
#ifndef CROSSFADE_POSE_CLIP_SAMPLER_POOL_H
#define CROSSFADE_POSE_CLIP_SAMPLER_POOL_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/pose/clip_sampler.h"

namespace crossfade {

/// Samplers of the clips of one set, for characters of one kind whose poses one thread makes: each clip is sampled with
/// the same memory for all of them, which stays in the processor's caches. Packed tracks are not shared: what they have
/// unpacked belongs to one character. Not for smooth tracks that adopt endings when they enter an interval: their
/// cursors would remember those of others. It must outlive who takes samplers from it.
class CROSSFADE_API ClipSamplerPool {
 public:
  explicit ClipSamplerPool(const ChannelLayout& layout) : layout_(layout) {}
  ClipSamplerPool(const ClipSamplerPool&) = delete;
  ClipSamplerPool& operator=(const ClipSamplerPool&) = delete;

  const ChannelLayout& layout() const { return layout_; }

  /// One for the clip that is none of `others`: a character needs one for each action, because it blends the values of
  /// all of them. Stays where it is until it has been released as often as it was taken. Allocates, if all that there
  /// are are among the others.
  ClipSampler& take(ClipId id, const AnimationClip& clip, std::span<ClipSampler* const> others);
  void release(const ClipSampler& sampler);

 private:
  struct Entry {
    ClipId clip;
    Owned<ClipSampler> sampler;
    int users = 0;
  };
  ChannelLayout layout_;
  std::vector<Entry> entries_;
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_CLIP_SAMPLER_POOL_H
