// From a blend list to a pose: the samplers of one character, in either order of blending.
#ifndef CROSSFADE_TRANSITION_DETAIL_POSE_BLENDER_H
#define CROSSFADE_TRANSITION_DETAIL_POSE_BLENDER_H

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "crossfade/base/owned.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/blend.h"
#include "crossfade/pose/clip_sampler_pool.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/pose/rotation_way.h"

namespace crossfade {

/// Where two clips hold a joint half a turn apart, their rotations can be blended either way around. The way that is
/// shorter when the fade begins may be much longer halfway through: a kick that has spun by 170 degrees gets back
/// soonest by finishing its spin. So this looks at moments of the fade in order, and negates those of the target's
/// quaternions that would make the weighted mean shorter otherwise (RotationWay).
class RotationWays {
 public:
  explicit RotationWays(std::span<const ChannelSlot> channels);

  void start();
  /// The next moment, which was blended with these signs from `layers`, and from `rest` for what they do not animate.
  void add(std::span<const ChannelSlot> channels, std::span<const double> rest, std::span<const BlendLayer> layers,
           const RotationSigns& signs, int targetSlot);
  /// Negates rotations of the target, or of the rest pose where the target does not animate the joint. What is visible
  /// already (`shows`) would jump, so only where the fade would be poor otherwise; returns whether any joint may have.
  bool turn(RotationSigns& signs, int targetSlot, bool shows) const;
  /// Whether the mean rotation, over all moments since start(), would be longer with the target's rotation negated.
  bool isBetterTurned(std::size_t rotation) const;

 private:
  struct Way : RotationWay {
    bool isOfRest = false;
  };
  struct Rotation {
    double weight = 0;
    RotationSigns::Quat value{};  // with its sign
  };
  void note(std::size_t index, const Rotation& target, const Rotation& others);
  std::vector<Way> ways_;  // one per rotation channel
};

class PoseBlender {
 public:
  PoseBlender(const ChannelLayout& layout, const Pose& rest);
  PoseBlender(ClipSamplerPool& samplers, const Pose& rest);
  PoseBlender(const PoseBlender&) = delete;
  PoseBlender& operator=(const PoseBlender&) = delete;
  ~PoseBlender();

  /// Prepares the clip of a slot, and returns how many of its tracks have no channel. Allocates.
  int bind(int slot, ClipId id, const AnimationClip& clip);
  const ChannelLayout& layout() const { return shown_.layout(); }
  /// Per channel: 1 if the clip in the slot animates it, else 0.
  std::span<const std::uint8_t> present(int slot) const { return shown_.present(slot); }
  /// The pose of the displayed frames, one after the other. No allocation.
  void sampleShown(std::span<const BlendEntry> entries, Pose& pose) {
    sample(shown_, signs_, entries, std::exchange(continues_, true), pose);
  }
  /// The pose at any other moment. The signs of the displayed frames stay; their key cursors only search from
  /// elsewhere.
  void sampleProbe(std::span<const BlendEntry> entries, Pose& pose);
  /// Which way around rotations are blended with those of a target: call startLookingAhead(), then lookAhead() for
  /// moments of the fade, in order and close enough that nothing turns by half a turn from one to the next, then
  /// chooseWays() (RotationWays::turn).
  void startLookingAhead();
  void lookAhead(std::span<const BlendEntry> entries, int targetSlot);
  bool chooseWays(int targetSlot, bool shows) {
    continues_ = false;
    return static_cast<std::size_t>(targetSlot) < signs_.clips.size() && ways_.turn(signs_, targetSlot, shows);
  }
  /// Call it when the clip in a slot has jumped from its end back to `first`. `atEnd` is what plays at that moment,
  /// with the clip at its end. The signs of the clip's rotations are chosen there, not between two frames; where the
  /// jump is about half a turn, so that neither sign is nearer, the one that agrees with the other clips.
  void passSeam(std::span<const BlendEntry> atEnd, int slot, double first);
  /// One clip alone.
  void sampleClip(int slot, const AnimationClip& clip, double time, Pose& pose);

  /// Whether the rotations of the clip in the slot have signs that the next displayed frame continues.
  bool hasSigns(int slot) const {
    const auto index = static_cast<std::size_t>(slot);
    return index < signs_.clips.size() && signs_.clips[index].lastCall == signs_.call;
  }
  /// Of the displayed frames, to be replaced.
  RotationSigns& otherSigns() {
    continues_ = false;
    return signs_;
  }
  /// Forgets the displayed frames.
  void restart() {
    signs_.reset();
    continues_ = threeJsOrder = false;
  }
  const RotationSigns& signs() const { return signs_; }

  bool threeJsOrder = false;  // rotations in activation order; otherwise order-free

 private:
  void sample(PoseSampler& sampler, RotationSigns& signs, std::span<const BlendEntry> entries, bool continues,
              Pose& pose);

  PoseBlender(Owned<ClipSamplerPool> own, ClipSamplerPool* samplers, const Pose& rest);
  void releaseSampler(std::size_t slot);

  Owned<ClipSamplerPool> own_;  // nullptr: they are of a pool of the caller
  ClipSamplerPool* pool_;
  std::vector<ClipSampler*> samplers_;  // by slot, from the pool
  PoseSampler shown_, probe_;
  RotationSigns signs_;       // of the displayed frames
  bool continues_ = false;    // the last displayed frame left its signs and values as they are
  RotationSigns probeSigns_;  // a copy of them for each probe
  RotationWays ways_;
  // Scratch memory of passSeam:
  std::vector<double> start_;
  std::vector<std::uint8_t> isHalfTurn_;  // per rotation channel
};

}  // namespace crossfade

#endif  // CROSSFADE_TRANSITION_DETAIL_POSE_BLENDER_H
