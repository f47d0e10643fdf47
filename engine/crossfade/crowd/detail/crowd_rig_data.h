// The data behind a CrowdRig, read by the sampler.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_RIG_DATA_H
#define CROSSFADE_CROWD_DETAIL_CROWD_RIG_DATA_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/detail/crowd_skeleton.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/crowd/detail/sampled_clip.h"

namespace crossfade {

/// Arrays one after the other in one allocation, so that what a frame reads lies on few pages of memory: where caches
/// are cold, finding a page takes longer than reading a line of it.
class FrameBlock {
 public:
  /// Calls layOut(), which calls put() for each array, twice: the first time to add up the sizes.
  template <class LayOut>
  void fill(const LayOut& layOut) {
    layOut();
    memory_.resize(std::exchange(size_, 0));
    layOut();
  }
  /// A copy; aligned to a cache line if `wholeLines`. The first time around it is not there yet.
  template <class T>
  std::span<const T> put(std::span<const T> values, bool wholeLines = true) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t alignment = wholeLines ? kLine : std::max(alignof(T), kSmallest);
    size_ = (size_ + alignment - 1) / alignment * alignment;
    std::byte* const at = memory_.empty() ? nullptr : memory_.data() + size_;
    if (at && !values.empty()) std::memcpy(at, values.data(), values.size_bytes());
    size_ += values.size_bytes();
    return at ? std::span(reinterpret_cast<const T*>(at), values.size()) : std::span<const T>();
  }

 private:
  static constexpr std::size_t kLine = 64, kSmallest = 16;

  AlignedVector<std::byte> memory_;
  std::size_t size_ = 0;  // so far
};

/// Finds a clip of a rig by its id and blend mode.
class ClipIndex {
 public:
  /// If a clip occurs twice, the last one counts.
  explicit ClipIndex(std::span<const CrowdClip> clips);
  ClipIndex(const ClipIndex&) = delete;
  ClipIndex& operator=(const ClipIndex&) = delete;
  void putInto(FrameBlock& block) { slots_ = block.put<Slot>(all_, false); }

  /// Index of the clip; -1 if there is no such clip.
  int find(ClipId clip, BlendMode blendMode) const {
    const std::size_t i = slotOf(clip, blendMode);
    return i < slots_.size() && slots_[i].generation == clip.generation ? slots_[i].index : -1;
  }

 private:
  struct Slot {
    std::uint32_t generation = 0;
    int index = -1;
  };
  /// Two slots for each id's index, one per blend mode; a null id maps far past the end.
  static std::size_t slotOf(ClipId clip, BlendMode blendMode) {
    return 2 * static_cast<std::size_t>(clip.index) + (blendMode == BlendMode::Additive ? 1 : 0);
  }

  std::vector<Slot> all_;
  std::span<const Slot> slots_;  // of all_, or its copy
};

/// Counts that a frame needs: floats of scratch memory, for kMaxBatch characters, and what one character has.
struct CrowdFrameSizes {
  std::size_t rotations = 0, linears = 0, slotMatrices = 0, singleMatrices = 0, matrices = 0;
  std::size_t joints = 0, morphWeights = 0;
  std::size_t rotationLanes = 0, paddedRotations = 0, paddedLinears = 0;

  bool operator==(const CrowdFrameSizes&) const = default;
};

struct CrowdRigData {
  // What most frames read. `block` has the arrays behind the views.
  CrowdFrameSizes sizes;
  ClipIndex clipIndex;
  std::span<const ClipKeys> clipKeys;    // by clip
  const float* frameMatrices = nullptr;  // CrowdSkeleton's; null: identities
  SingleSkeleton single;
  CrowdSkeleton skeleton;
  LaneLayout lanes;
  ClipKeys restKeys;  // of `restClip`
  FrameBlock block;

  std::vector<int> parents;
  Pose rest;
  std::vector<SkinBinding> skins;
  std::vector<SampledClip> clips;     // without the arrays that `clipKeys` has
  std::vector<SampleReport> reports;  // by clip
  SampledClip restClip;

  explicit CrowdRigData(const CrowdRigDesc& desc);
  CrowdRigData(const CrowdRigData&) = delete;
  CrowdRigData& operator=(const CrowdRigData&) = delete;

 private:
  void fillBlock();
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_RIG_DATA_H
