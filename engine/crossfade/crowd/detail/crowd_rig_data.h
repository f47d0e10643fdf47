// The inside of a CrowdRig: plain data that the sampler reads.
#pragma once

#include <cstdint>
#include <vector>

#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/detail/crowd_skeleton.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/crowd/detail/sampled_clip.h"

namespace crossfade {

/// Finds a clip of a rig by its address and blend mode: a hash table with open addressing, at most half full.
class ClipIndex {
 public:
  ClipIndex() = default;
  /// Of clips that occur twice the last one counts.
  explicit ClipIndex(std::span<const CrowdClip> clips);

  /// Index of the clip; -1 if there is no such clip.
  int find(const AnimationClip* clip, BlendMode blendMode) const {
    for (std::size_t i = hashOf(clip, blendMode) & mask_;; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.clip == clip && slot.blendMode == blendMode) return slot.index;
      if (!slot.clip) return -1;
    }
  }

 private:
  struct Slot {
    const AnimationClip* clip = nullptr;
    BlendMode blendMode = BlendMode::Normal;
    int index = -1;
  };
  static std::size_t hashOf(const AnimationClip* clip, BlendMode blendMode) {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;  // 2^64 / the golden ratio: Knuth's multiplicative hashing
    const std::uint64_t key = reinterpret_cast<std::uintptr_t>(clip) + (blendMode == BlendMode::Additive ? 1 : 0);
    return static_cast<std::size_t>(key * kGolden >> 32);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1);  // a power of two
  std::size_t mask_ = 0;                            // slots_.size() - 1
};

struct CrowdRigData {
  std::vector<int> parents;
  Pose rest;
  std::vector<SkinBinding> skins;
  LaneLayout lanes;
  CrowdSkeleton skeleton;
  std::vector<SampledClip> clips;
  std::vector<SampleReport> reports;  // by clip
  SampledClip restClip;
  std::vector<ClipKeys> clipKeys;  // by clip; lent by `clips`
  ClipKeys restKeys;               // lent by `restClip`
  ClipIndex clipIndex;

  explicit CrowdRigData(const CrowdRigDesc& desc);
  CrowdRigData(const CrowdRigData&) = delete;
  CrowdRigData& operator=(const CrowdRigData&) = delete;
};

}  // namespace crossfade
