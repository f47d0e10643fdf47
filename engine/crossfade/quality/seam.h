// Measures what a transition looks like: whether it pops, carries the body past what its clips do, misses its target,
// or drops weight.
#ifndef CROSSFADE_QUALITY_SEAM_H
#define CROSSFADE_QUALITY_SEAM_H

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/quality/body_meter.h"
#include "crossfade/quality/motion_meter.h"
#include "crossfade/quality/seam_case.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// One joint in one transition. Ratios are relative to the two clips played on their own.
struct SeamJoint {
  double velocityRatio = 0;         // the largest change of velocity within a frame, relative to the parent
  double modelVelocityRatio = 0;    // the same of its position in model space
  double positionRatio = 0;         // the largest spike of its position; above 1 it jumps
  double rotationOvershoot = 0;     // radians past the path between source and target
  double translationOvershoot = 0;  // length units
  double rotationAtEnd = 0;         // from the target, radians
  double translationAtEnd = 0;
};

/// A morph weight or another value of Pose::morphWeights.
struct SeamValue {
  double velocityRatio = 0, positionRatio = 0;
};

/// How far a fade carries the body past what its clips do.
struct CROSSFADE_API SeamExcess {
  double overshoot = 0;  // radians: the largest SeamJoint::rotationOvershoot
  // Past the most that either clip does anywhere between its start and its end:
  double tilt = 0;     // radians: of the trunk from the vertical
  double sink = 0;     // of the lowest joint, as a fraction of the body's size
  double outside = 0;  // of the joint farthest out of the box around both clips, as a fraction of the body's size

  /// The larger of each pair of values.
  void raise(const SeamExcess& by);
};

struct SeamReport {
  std::vector<SeamJoint> joints;  // those that do not count (MeasuredBody) stay 0
  std::vector<SeamValue> values;
  SeamJoint worst;      // the largest of each value over all joints and values
  int worstJoint = -1;  // the one with the largest velocity ratio, unless that is a value:
  int worstValue = -1;
  SeamExcess excess;
  double weightHole = 0;  // the largest deviation of the weight sum from 1
};

/// How far a clip's last pose is from its first. This only measures; what joins them are the Endings of
/// clip/interpolation.h.
struct LoopSeam {
  double rotation = 0, translation = 0;            // of the joint with the largest difference
  double rotationRatio = 0, translationRatio = 0;  // relative to the largest step of that joint in the clip
  double scale = 0, value = 0;                     // factors; morph weights and other values: the largest differences
  double scaleRatio = 0, valueRatio = 0;

  double ratio() const { return std::max({rotationRatio, translationRatio, scaleRatio, valueRatio}); }
};

/// The smallest change of velocity that a joint is compared with: 15 degrees per second within a frame, as in a walking
/// knee. Without it, any change in a joint that both clips hold still would be infinitely large.
inline constexpr double kUsualRotationJump = 15 * 3.14159265358979 / 180;
/// The same for translations, as a fraction of the character's size per second within a frame: about twice the
/// acceleration of free fall.
inline constexpr double kUsualTranslationJump = 0.05;
/// The same for factors of scale, morph weights and other values, per second within a frame: about that of a smooth
/// fade from 0 to 1 in 0.4 s.
inline constexpr double kUsualValueJump = 0.15;
/// kUsualTranslationJump of each joint, in its parent's units: length per second within a frame. `rest` is a pose of
/// the skeleton (joints that it lacks are at rest at their parents), `size` the body's in model space.
CROSSFADE_API std::vector<double> usualTranslationJumps(const Skeleton& skeleton, const Pose& rest, double size);
/// The smallest step that counts as a jump, in frames of a usual change of velocity.
inline constexpr double kUsualStepFrames = 10;

/// Measures transitions between the clips of one character.
class CROSSFADE_API SeamBench {
 public:
  /// Skeleton and clips must outlive the bench. Samples every clip once from start to end, up to 200,000 frames.
  SeamBench(const Skeleton& skeleton, const ChannelLayout& layout, const Pose& rest, const ClipSet& clips,
            MeasuredBody body = {});
  ~SeamBench();

  /// What a clip does on its own, without its loop seam; and that seam. Of a clip that does not exist: empty.
  std::span<const JointMotion> motionOf(int clip) const;
  const LoopSeam& loopSeamOf(int clip) const;

  /// Empty if the clips do not exist.
  SeamReport measure(const SeamCase& wanted);

  /// Compares a measured motion with what these clips do on their own: fills the ratios, `worst` with its joint or
  /// value, and `excess`. `seen`: of this bench's body. Clips that do not exist, joints and values that the bench does
  /// not have are left out.
  void compare(const MotionMeter& found, const BodyMeter& seen, std::span<const int> clips, SeamReport& report) const;
  const MeasuredBody& body() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crossfade

#endif  // CROSSFADE_QUALITY_SEAM_H
