// Which way around a crowd blends rotations that are about half a turn apart.
#ifndef CROSSFADE_CROWD_DETAIL_CROWD_SIGNS_H
#define CROSSFADE_CROWD_DETAIL_CROWD_SIGNS_H

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "crossfade/base/aligned_vector.h"
#include "crossfade/crowd/detail/crowd_rig_data.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/rotation_way.h"

namespace crossfade {

/// Of one character, by slot of its mixer: 1 or -1 for each padded rotation lane, with which the clip's rotations are
/// summed as they were sampled, and 0 where they step, for the shorter way. A sampled clip never changes sign between
/// its frames, so signs last until it starts over.
struct CrowdSigns {
  std::vector<AlignedVector<float>> slots;
  std::vector<std::uint8_t> known;  // by slot

  bool has(int slot) const {
    const auto index = static_cast<std::size_t>(slot);
    return slot >= 0 && index < known.size() && known[index] != 0;
  }
  /// Null where the shorter way at each moment will do.
  const float* of(int slot) const { return has(slot) ? slots[static_cast<std::size_t>(slot)].data() : nullptr; }
  void forgetAll() { std::fill(known.begin(), known.end(), std::uint8_t{0}); }
};

/// Chooses the signs of characters that play the clips of a rig. No allocation, but for slots that are new to a
/// character.
class CrowdWays {
 public:
  explicit CrowdWays(const CrowdRigData& rig);

  /// Whether a joint may come near half a turn from itself in two clips, by their indices in the rig: otherwise no
  /// signs are needed. false for -1.
  bool mayTurn(int clip, int other) const {
    return clip >= 0 && other >= 0 &&
           mayTurn_[static_cast<std::size_t>(clip) * clips_.size() + static_cast<std::size_t>(other)] != 0;
  }
  bool anyMayTurn() const { return anyMayTurn_; }
  int indexOf(const BlendEntry& entry) const;  // -1: has no signs

  void reserve(CrowdSigns& signs, std::size_t slots) const;
  /// For a clip that has started over an odd number of times.
  void passSeam(CrowdSigns& signs, int slot, int clip) const;
  /// Gives those entries signs that have none: the ones nearer to the sum of the others, and of `shown`.
  void chooseNew(CrowdSigns& signs, std::span<const BlendEntry> entries, std::span<const BlendEntry> shown = {});

  /// For a fade to the clip of a slot, which has signs: call startLookingAhead(), then lookAhead() for moments of the
  /// fade, with times that lie in the clips, then chooseWay(), which returns whether a rotation may have jumped.
  /// `shows`: the target is visible already.
  void startLookingAhead();
  void lookAhead(const CrowdSigns& signs, std::span<const BlendEntry> entries, int targetSlot);
  bool chooseWay(CrowdSigns& signs, int targetSlot, bool shows) const;

 private:
  /// All rotations of a lane lie within an angle of a middle one.
  struct Cap {
    glm::vec4 middle{0, 0, 0, 1};
    float angle = 0;  // radians between quaternions, half the angle of the rotation
  };
  struct ClipWays {
    std::vector<Cap> caps;  // by lane
    AlignedVector<float>
        seam;  // by padded lane: -1 where the first frame is nearer to the negative of the last, 0 where steps
  };

  static bool mayTurn(const ClipWays& clip, const ClipWays& other);
  bool has(const CrowdSigns& signs, const BlendEntry& entry) const {
    return signs.has(entry.slot) && indexOf(entry) >= 0;
  }
  void addTo(std::vector<glm::vec4>& sum, const BlendEntry& entry, const float* signs) const;

  const CrowdRigData* rig_;
  std::size_t lanes_ = 0;
  std::vector<ClipWays> clips_;
  std::vector<std::uint8_t> mayTurn_;  // by clip and other clip
  bool anyMayTurn_ = false;
  std::vector<RotationWay> ways_;           // by lane
  std::vector<glm::vec4> others_, target_;  // scratch memory: sums of weight times rotation, by lane
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CROWD_SIGNS_H
