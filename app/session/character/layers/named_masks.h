// Masks with a name, painted by the user. They can be used wherever a mask can: in a fade, the transition set or a
// layer.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/fnv1a.h"
#include "crossfade/base/result.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {

// A mask is chosen by a number. -1 is the whole body. A joint's index means that joint and all below it, with a feather
// (JointMask::ofSubtree). Larger numbers stand for names.
inline constexpr int kFirstNamedMask = kFirstNameNumber;
constexpr bool isNamedMask(int mask) { return mask >= kFirstNamedMask; }
constexpr int namedMask(std::string_view name) { return numberOfName(name); }

struct NamedMask {
  std::string name;
  std::vector<float> weights;  // one per joint, 0 to 1
  friend bool operator==(const NamedMask&, const NamedMask&) = default;
};

inline constexpr std::size_t kMaxNamedMasks = 64;
inline constexpr std::size_t kMaxMaskName = 60;  // bytes

class NamedMasks {
 public:
  NamedMasks() = default;
  NamedMasks(const NamedMasks&) = delete;
  NamedMasks& operator=(const NamedMasks&) = delete;

  /// By name.
  const std::vector<NamedMask>& all() const { return masks_; }
  /// Another number after each change.
  std::uint64_t revision() const { return revision_; }
  /// nullptr: there is none.
  const NamedMask* find(int mask) const;
  /// The same for the blend; stays valid, and follows when the mask is painted.
  const crossfade::JointMask* weightsOf(int mask) const;
  /// The number of the mask that weightsOf() returned; -1 if it returned no such mask, or the mask was removed.
  int numberOf(const crossfade::JointMask* weights) const;

  /// Adds it or replaces the one of its name. The error: weights outside of 0 to 1, an empty or too long name, one mask
  /// too many, or a name with the number of another.
  crossfade::Result<void> set(NamedMask mask);
  /// RemoveMask refuses one that is in use.
  void remove(int mask);
  /// Refused as in set(), and if another mask has that name. What weightsOf() returned stays valid.
  crossfade::Result<void> rename(int mask, const std::string& name);

 private:
  struct Kept {
    int number = 0;
    crossfade::JointMask weights;
  };

  std::uint64_t revision_ = 0;
  std::vector<NamedMask> masks_;
  std::deque<Kept> kept_;  // also of removed masks: actions may point to them
};

}  // namespace app
