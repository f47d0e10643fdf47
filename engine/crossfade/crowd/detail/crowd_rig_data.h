// The data behind a CrowdRig, read by the sampler.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_RIG_DATA_H
#define CROSSFADE_CROWD_DETAIL_CROWD_RIG_DATA_H

#include <cstdint>
#include <vector>

#include "crossfade/crowd/crowd_rig.h"
#include "crossfade/crowd/detail/crowd_skeleton.h"
#include "crossfade/crowd/detail/lane_layout.h"
#include "crossfade/crowd/detail/sampled_clip.h"

namespace crossfade {

/// Finds a clip of a rig by its id and blend mode.
class ClipIndex {
 public:
  ClipIndex() = default;
  /// If a clip occurs twice, the last one counts.
  explicit ClipIndex(std::span<const CrowdClip> clips);

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

  std::vector<Slot> slots_;
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
  std::vector<ClipKeys> clipKeys;  // by clip; views of `clips`
  ClipKeys restKeys;               // a view of `restClip`
  ClipIndex clipIndex;

  explicit CrowdRigData(const CrowdRigDesc& desc);
  CrowdRigData(const CrowdRigData&) = delete;
  CrowdRigData& operator=(const CrowdRigData&) = delete;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_RIG_DATA_H
