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
  /// Calls layOut(), which calls put() for each array, three times: to add up the sizes, to find all addresses, and,
  /// because arrays may contain addresses of later ones, once more with those.
  template <class LayOut>
  void fill(const LayOut& layOut) {
    layOut();
    memory_.resize(size_ + kPage);
    const std::uintptr_t before = reinterpret_cast<std::uintptr_t>(memory_.data()) % kPage;
    begin_ = memory_.data() + (kPage - before) % kPage;
    for (int time = 0; time < 2; ++time) {
      size_ = 0;
      layOut();
    }
  }
  enum class Place { Anywhere, WholeLines, OnePage };
  /// A copy; from WholeLines on aligned to a cache line, with OnePage not across pages if it fits on one. The first
  /// time around it is not there yet.
  template <class T>
  std::span<const T> put(std::span<const T> values, Place place = Place::WholeLines) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t alignment = place == Place::Anywhere ? std::max(alignof(T), kSmallest) : kLine;
    const auto alignTo = [this](std::size_t unit) { size_ = (size_ + unit - 1) / unit * unit; };
    alignTo(alignment);
    if (place == Place::OnePage && values.size_bytes() <= kPage && size_ % kPage + values.size_bytes() > kPage)
      alignTo(kPage);
    std::byte* const at = begin_ ? begin_ + size_ : nullptr;
    if (at && !values.empty()) std::memcpy(at, values.data(), values.size_bytes());
    size_ += values.size_bytes();
    return at ? std::span(reinterpret_cast<const T*>(at), values.size()) : std::span<const T>();
  }

 private:
  static constexpr std::size_t kPage = 4096, kLine = 64, kSmallest = 16;

  AlignedVector<std::byte> memory_;
  std::byte* begin_ = nullptr;  // of a page
  std::size_t size_ = 0;        // so far
};

/// Finds a clip of a rig by its id and blend mode.
class ClipIndex {
 public:
  /// If a clip occurs twice, the last one counts.
  explicit ClipIndex(std::span<const CrowdClip> clips);
  ClipIndex(const ClipIndex&) = delete;
  ClipIndex& operator=(const ClipIndex&) = delete;
  void putInto(FrameBlock& block) { slots_ = block.put<Slot>(all_, FrameBlock::Place::Anywhere); }

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
