// Mixes what plays so that the order in which it was started does not matter: what our transitions are blended with.
#pragma once

#include <span>
#include <vector>

#include "crossfade/math/quaternion_blend.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/exact_sampler.h"

namespace crossfade {

/// sum += weight * value, the value taken with the sign that lies on the side of `reference`.
void addAligned(QuatSpan sum, ConstQuatSpan value, ConstQuatSpan reference, double weight);

/// into := the weighted mean of rotations (4 values each, x y z w; one weight each, not below 0): aligned with
/// `reference`, summed, normalised. Any order of them and any of their signs give the same. A sum that vanishes gives
/// the reference. For two rotations less than 60 degrees apart it is within half a degree of slerp (Markley et al.
/// 2007, Vognsen).
void blendOrderFree(std::span<const double> rotations, std::span<const double> weights, ConstQuatSpan reference,
                    QuatSpan into);

/// Entries with the same mask make a layer. In a layer each channel is the weighted mean; what is missing to a sum of 1
/// comes from below, a larger sum is normalised. Below the entries without a mask lies the rest pose; over them lie the
/// masked layers in the order of their lowest slots, each where and as much as its mask says, so that a wave of the
/// arms covers a walk in full. Of selected values the one with the largest weight is shown, where its layer covers at
/// least half of what is below. A rotation keeps the sign it had in the last call, so that two clips that turn past 180
/// degrees from each other never make the mean jump to the other side. Additive entries are laid on top, in the exact
/// sampler's way.
class UnorderedSampler {
 public:
  UnorderedSampler(const ChannelLayout& layout, std::span<const double> rest);

  /// As ExactSampler::bind; both must have the slot.
  void bind(int slot, const AnimationClip& clip);

  /// Signs of rotations are those of the rest pose again, as at first: before the list of another character.
  void forget();
  /// Evaluates the clips with `clips`, whose own result is lost. No allocation.
  void sample(ExactSampler& clips, std::span<const BlendEntry> entries);
  std::span<const double> values() const { return mixed_; }
  void writePose(Pose& pose) const { layout_.writePose(mixed_, pose); }

 private:
  struct BoundClip {
    std::vector<int> channels;            // that the clip moves,
    std::vector<int> nodes;               // and whose they are
    std::vector<double> signedRotations;  // of those: the last rotation with its sign, 4 values each
    long seen = -1;                       // the call that showed the clip last
  };
  /// Which layer comes after the one whose lowest slot is `slot`; -1: none.
  int layerAfter(std::span<const BlendEntry> entries, int slot) const;
  void blendLayer(ExactSampler& clips, std::span<const BlendEntry> entries, const JointMask* mask);
  void mixIn(BoundClip& bound, double weight, std::span<const double> value);
  void finish(const JointMask* mask);
  void applyAdditive(std::span<const double> withRest);

  ChannelLayout layout_;
  std::vector<double> rest_;
  std::vector<double> signedRest_;  // the same, its rotations with the sign they had in the last call
  std::vector<double> mixed_;       // the result
  std::vector<double> last_;        // the result of the call before
  std::vector<double> sum_;         // of the layer at hand
  std::vector<double> weights_;     // per channel
  std::vector<double> maxWeights_;  // per channel: the largest weight
  std::vector<bool> restShows_;     // per channel: the rest pose was mixed in, and keeps its sign
  std::vector<int> clipCounts_;     // per channel: how many clips move it
  std::vector<int> nodes_;          // per channel: whose it is, as far as clips move it
  std::vector<BoundClip> clips_;    // by slot
  std::vector<BlendEntry> additive_;
  long calls_ = 0;
};

}  // namespace crossfade
