// Transfers motion from one skeleton to another with other proportions, joint axes and rest pose.
#ifndef CROSSFADE_RETARGET_RETARGETER_H
#define CROSSFADE_RETARGET_RETARGETER_H

#include <memory>
#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/retarget/joint_map.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

namespace detail {
class RetargetPlan;
struct PoseTransfer;
}  // namespace detail

struct RetargetOptions {
  /// The poses in which both skeletons stand the same way, T or A, one local transform per joint; empty: the rest pose.
  /// Give one where a file's rest pose is no standing one (findStandingPose).
  std::vector<Transform> sourceReference, targetReference;
  /// What travels is multiplied by this. 0: by the ratio of the lengths of the legs, or else of the heights of the
  /// topmost joints.
  double travelScale = 0;
  /// Moves a clip up or down as a whole, so that its lowest foot is as high above the floor as in the source.
  bool keepsGround = true;
  /// Moves a clip that begins more than half the height of the character away from its reference pose, as captures do
  /// that were taken anywhere in a room, back to there.
  bool recenters = true;
  /// Pulls hands to where the source's are between and around the shoulders, to the scale of the arms: 0 (not at all)
  /// to 1. With other proportions, hands that meet in the source meet only with 1; arms then bend otherwise.
  double reach = 0;
  /// Swaps left and right; the map must be a mirrored one.
  bool mirrored = false;
  /// Where keys cannot be carried over one by one, keys are added until the error in between is below this: radians,
  /// and lengths relative to the height of the skeleton. Above 0. Keys are limited to 200,000 per clip; one that needs
  /// or already has more may exceed the tolerance.
  double tolerance = 1e-3;
};

struct RetargetedClip {
  AnimationClip clip;
  int tracksKept = 0;     // with the keys and the interpolation of the source
  int tracksSampled = 0;  // depend on several tracks of the source, so they have keys of their own
  int tracksLost = 0;  // that move something in the source: joints without a counterpart, morph weights, uneven scales
                       // on turned axes
};

/// Works on rotations in model space: each target joint turns from its reference orientation as its source turns from
/// its own, q_target = P_target^-1 P_source q_source W_source^-1 W_target (P: parent, W: own orientation in the
/// reference poses). So the joint axes, scales and rest poses of the two skeletons may differ. Target bones keep their
/// lengths. Immutable.
class CROSSFADE_API Retargeter {
 public:
  /// Errors: the map is empty or impossible (findError), a reference pose does not have one transform per joint, the
  /// reach is not within 0 to 1, or the tolerance is not above 0. The bodies say which way both face, how long their
  /// legs are and which joints stand on the floor; the short form finds them.
  static Result<Retargeter> make(const Skeleton& source, const Humanoid& sourceBody, const Skeleton& target,
                                 const Humanoid& targetBody, JointMap map, RetargetOptions options = {});
  static Result<Retargeter> make(const Skeleton& source, const Skeleton& target, JointMap map,
                                 RetargetOptions options = {});

  Retargeter(Retargeter&&) noexcept;
  Retargeter& operator=(Retargeter&&) noexcept;
  ~Retargeter();

  /// Rotations keep their keys and interpolation (step, linear, spline) wherever each depends on a single track of the
  /// source: exact. The rest gets keys of its own, within the tolerance. Joints without a pair keep their rest
  /// transforms. Errors: the clip is additive, or no track of it moves a joint that the map knows.
  Result<RetargetedClip> retarget(const AnimationClip& clip) const;

  const JointMap& map() const;
  double travelScale() const;
  /// From directions in the source's model space to the target's: which way both face, and mirrored if asked for.
  glm::mat3 toTarget() const;
  /// The target's reference pose after alignment with the source's: local transforms, for showing it.
  std::vector<Transform> alignedPose() const;

 private:
  friend class PoseRetargeter;
  explicit Retargeter(std::unique_ptr<const detail::RetargetPlan> plan);
  std::unique_ptr<const detail::RetargetPlan> plan_;
};

/// Transfers one pose after another without allocating, for motion that is no clip.
class CROSSFADE_API PoseRetargeter {
 public:
  /// `retargeter` must outlive it.
  explicit PoseRetargeter(const Retargeter& retargeter);
  PoseRetargeter(PoseRetargeter&&) noexcept;
  PoseRetargeter& operator=(PoseRetargeter&&) noexcept;
  ~PoseRetargeter();

  /// The target's pose for one of the source, with one transform per joint: one per joint, valid until the next call.
  /// Joints without a pair are at rest. For a source of another size: the last pose.
  std::span<const DoubleTransform> retarget(std::span<const DoubleTransform> source);

 private:
  const detail::RetargetPlan* plan_;
  std::unique_ptr<detail::PoseTransfer> transfer_;
  std::vector<DoubleTransform> target_;
};

}  // namespace crossfade

#endif  // CROSSFADE_RETARGET_RETARGETER_H
