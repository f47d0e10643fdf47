// From a Transition to the pose on the screen: the samplers and the transition state of one character, used in the
// right order.
//
//   each frame: sampler.takeChange(transition);
//               transition.update(seconds);
//               sampler.sample(transition, seconds, pose);
#pragma once

#include <vector>

#include "crossfade/pose/pose_sampler.h"
#include "crossfade/transition/transition.h"
#include "crossfade/transition/transition_state.h"

namespace crossfade {

/// Clips are blended order-free, but in three.js's order when the last transition was a classic one.
class TransitionSampler {
 public:
  TransitionSampler(const ChannelLayout& layout, const Pose& rest);

  /// As PoseSampler::bind.
  int bind(int slot, const AnimationClip& clip);

  /// Before the update: a transition that was begun or changed since the last frame starts from what was shown then,
  /// towards what plays at that same moment. Velocities are measured over 1/240 s around it, from the clips and not
  /// from frames, so that the result does not depend on the frame rate.
  void takeChange(Transition& transition);
  /// After the update by `delta` seconds: the pose to show. No allocation.
  void sample(Transition& transition, double delta, Pose& pose);

  /// The pose of `seconds` from now (0 or above) as things stand: clips at their present pace, fades and offsets on
  /// their way. What was shown is not touched. Not foreseen: paces that are still changing, and what happens when a
  /// clip played once is over. No allocation.
  void sampleAhead(Transition& transition, double seconds, Pose& pose);

  /// The transition was given up; the screen goes over to what plays by itself within `seconds`.
  void inertialize(double seconds);
  /// What plays now is to be seen at once, as it is.
  void cut();
  /// three.js's order of mixing, for who fades in three.js's way without a Transition; until the next one begins.
  void useThreeJsOrder() { threeJsOrder_ = true; }

  const TransitionState& state() const { return state_; }
  PoseSampler& exact() { return exact_; }

 private:
  void sampleSingle(int slot, const AnimationClip& clip, double time, Pose& pose);
  bool isClosed(int slot, const AnimationClip& clip);
  void wrapOrClampTimes(std::vector<BlendEntry>& entries) const;
  void mix(PoseSampler& sampler, std::span<const BlendEntry> entries, Pose& pose);

  PoseSampler exact_;
  PoseSampler probe_;  // for poses of other moments: what it remembers of the keys is no business of the shown ones
  RotationSigns signs_;
  TransitionState state_;
  bool threeJsOrder_ = false;
  double inertializeSeconds_ = 0;   // above 0: to be done at the next switch
  std::vector<BlendEntry> before_;  // what would have been shown a moment before the last frame
  std::vector<BlendEntry> after_;
  Pose shownBefore_, target_, targetAfter_;
  std::vector<bool> closed_;  // by slot: whether the clip's end goes on in its beginning
};

}  // namespace crossfade
