// Everything that many characters of one kind share: the skeleton and its skins, prepared once, and the clips, sampled
// once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "crossfade/crowd/detail/crowd_skeleton.h"
#include "crossfade/crowd/detail/sampled_clip.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// A clip that characters may play, in one way, and how closely it must be followed.
struct CrowdClip {
  const AnimationClip* clip = nullptr;
  BlendMode blendMode = BlendMode::Normal;
  SampleTolerance tolerance = {};
};

/// What a CrowdRig is made from; nothing of it is kept but the addresses of the clips, by which blend lists name them.
struct CrowdRigDesc {
  std::span<const int> parents;               // of a Skeleton
  const Pose& rest;                           // fills weights below 1
  std::span<const MorphChannel> morphs = {};  // of rest.morphWeights
  std::span<const SkinBinding> skins = {};    // their matrices are a character's output, one after the other
  std::span<const CrowdClip> clips = {};
};

/// Immutable; any number of threads may use it. Making it samples every clip, which takes some milliseconds per second
/// of clip.
class CrowdRig {
 public:
  explicit CrowdRig(const CrowdRigDesc& desc);
  CrowdRig(CrowdRig&&) = default;
  CrowdRig& operator=(CrowdRig&&) = default;

  /// Matrices of one character: all joints of all skins.
  int matrixCount() const { return skeleton_.matrixCount; }
  int morphCount() const { return static_cast<int>(rest_.morphWeights.size()); }
  int clipCount() const { return static_cast<int>(clips_.size()); }
  /// By the order of CrowdRigDesc::clips.
  const SampledClip& clip(int index) const { return clips_[static_cast<std::size_t>(index)]; }
  const SampleReport& report(int index) const { return reports_[static_cast<std::size_t>(index)]; }
  /// -1: the rig was made without it.
  int clipOf(const AnimationClip* clip, BlendMode blendMode) const {
    for (std::size_t i = hashOf(clip, blendMode) & slotMask_;; i = (i + 1) & slotMask_) {
      const Slot& slot = slots_[i];
      if (slot.clip == clip && slot.blendMode == blendMode) return slot.index;
      if (!slot.clip) return -1;
    }
  }

  const LaneLayout& lanes() const { return lanes_; }
  const CrowdSkeleton& skeleton() const { return skeleton_; }
  const SampledClip& restClip() const { return restClip_; }
  const ClipKeys& keys(int index) const { return keys_[static_cast<std::size_t>(index)]; }
  const ClipKeys& restKeys() const { return keys_.back(); }
  const Pose& rest() const { return rest_; }
  std::span<const int> parents() const { return parents_; }
  std::span<const SkinBinding> skins() const { return skins_; }

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

  std::vector<int> parents_;
  Pose rest_;
  std::vector<SkinBinding> skins_;
  LaneLayout lanes_;
  CrowdSkeleton skeleton_;
  std::vector<SampledClip> clips_;
  std::vector<SampleReport> reports_;
  SampledClip restClip_;
  std::vector<ClipKeys> keys_;  // of all clips, then of the rest pose
  std::vector<Slot> slots_;     // a hash table, at most half full; a power of two
  std::size_t slotMask_ = 0;
};

}  // namespace crossfade
