// Clip samplers that many characters share.
#ifndef CROSSFADE_POSE_CLIP_SAMPLER_POOL_H
#define CROSSFADE_POSE_CLIP_SAMPLER_POOL_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/owned.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/pose/clip_sampler.h"

namespace crossfade {

/// For characters of one kind that one thread poses: all of them sample a clip with the same memory, which stays in the
/// processor's caches. Packed tracks are not shared, because what they have unpacked belongs to one character. Not for
/// smooth tracks that adopt endings when they enter an interval: their cursors would remember those of others. The pool
/// must outlive whoever takes samplers from it.
class CROSSFADE_API ClipSamplerPool {
 public:
  explicit ClipSamplerPool(const ChannelLayout& layout) : layout_(layout) {}
  ClipSamplerPool(const ClipSamplerPool&) = delete;
  ClipSamplerPool& operator=(const ClipSamplerPool&) = delete;

  const ChannelLayout& layout() const { return layout_; }

  /// A sampler of the clip that is not among `others`: a character blends all its actions at once, so each needs its
  /// own. Stays where it is until it has been released as often as it was taken. Allocates if every existing one is
  /// among `others`.
  ClipSampler& take(ClipId id, const AnimationClip& clip, std::span<ClipSampler* const> others);
  void release(const ClipSampler& sampler);

 private:
  struct Entry {
    ClipId id;
    const AnimationClip* clip = nullptr;
    Owned<ClipSampler> sampler;
    int users = 0;
  };
  ChannelLayout layout_;
  std::vector<Entry> entries_;
};

}  // namespace crossfade

#endif  // CROSSFADE_POSE_CLIP_SAMPLER_POOL_H
