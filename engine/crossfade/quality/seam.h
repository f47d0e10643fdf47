// What a transition looks like from outside: whether it pops, swings too far, misses its target, or has a hole in its
// weights.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "crossfade/pose/channel_layout.h"
#include "crossfade/quality/motion_meter.h"
#include "crossfade/skeleton/skeleton.h"
#include "crossfade/transition/transition.h"

namespace crossfade {

inline constexpr double kSeamRate =
    240;  // frames per second: a pop does not shrink with the frame, what clips do by themselves does

/// One joint in one transition. A ratio says how many times as much as in the two clips by themselves.
struct SeamJoint {
  double velocityRatio = 0;         // the largest change of velocity within a frame
  double positionRatio = 0;         // the largest spike of position: above 1 it is a jump
  double rotationOvershoot = 0;     // radians past the path between source and target
  double translationOvershoot = 0;  // length units
  double rotationAtEnd = 0;         // from the target, radians
  double translationAtEnd = 0;
};

struct SeamReport {
  std::vector<SeamJoint> joints;
  SeamJoint worst;        // each the largest of all joints
  int worstJoint = -1;    // the one with the largest velocity ratio
  double weightHole = 0;  // the largest difference of the sum of the weights from 1
};

struct SeamCase {
  int from = 0;  // clips, by index
  int to = 0;
  double start = 0;  // seconds in the first clip at which the transition begins
  TransitionOptions options;
  bool interrupted = false;  // half-way it goes back to where it came from
};

/// A clip's loop: what differs where it begins anew.
struct LoopSeam {
  double rotation = 0, translation = 0;            // between the last pose and the first, of the joint where it is most
  double rotationRatio = 0, translationRatio = 0;  // the same against the clip's largest step of that joint
};

/// From this change of velocity on a joint is taken to move: 15 degrees per second within a frame, as the knee of
/// somebody who walks. A joint that both clips hold still is compared with it, because nothing can be told by the ratio
/// to nothing.
inline constexpr double kUsualRotationJump = 15 * 3.14159265358979 / 180;
/// And for translations: this fraction of the character's size per second within a frame; about twice the acceleration
/// of free fall.
inline constexpr double kUsualTranslationJump = 0.05;
/// A step from frame to frame that is no jump: a usual change of velocity, ten times over.
inline constexpr double kUsualStepFrames = 10;

/// Measures transitions between the clips of one character.
class SeamBench {
 public:
  /// `clips` must outlive the bench. Samples every clip once from beginning to end.
  SeamBench(const Skeleton& skeleton, const ChannelLayout& layout, const Pose& rest, const ClipSet& clips);
  ~SeamBench();

  /// What a clip does by itself, its loop seam left out; and the seam.
  std::span<const JointMotion> motionOf(int clip) const;
  const LoopSeam& loopSeamOf(int clip) const;

  SeamReport measure(const SeamCase& wanted);

  /// What was met in some motion, against what these clips do by themselves: fills the ratios, `worst` and
  /// `worstJoint`.
  void compare(std::span<const JointMotion> found, std::span<const int> clips, SeamReport& report) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crossfade
