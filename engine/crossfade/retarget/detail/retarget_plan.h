// Everything about a pair of skeletons that does not depend on the motion, and the transfer of one pose.
#ifndef CROSSFADE_RETARGET_DETAIL_RETARGET_PLAN_H
#define CROSSFADE_RETARGET_DETAIL_RETARGET_PLAN_H

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crossfade/retarget/detail/hand_reach.h"
#include "crossfade/retarget/detail/model_pose.h"
#include "crossfade/retarget/detail/rotation_frame.h"
#include "crossfade/retarget/retargeter.h"

namespace crossfade::detail {

/// Scratch memory for one transfer. Reuse it and nothing is allocated.
struct TransferBuffers {
  ModelPose source, target;
};

/// One target joint with what moves it.
struct PlannedPair {
  JointPair pair;
  int ancestor = kNoJoint;         // the nearest mapped target joint above that is no twist joint
  std::vector<std::size_t> below;  // pairs that have this one as their carrier, or without one as their ancestor
  bool isBelowTwist = false;       // a twist joint is between it and its ancestor
  bool travels = false;            // hips and their ancestors, or topmost pairs without hips: position always follows
  RotationFrame aligned;           // its axes in model space while the source stands in its reference pose
  RotationFrame sourceReference, upperReference;
  glm::dvec3 twistAxis{0.0};  // of a twist joint: the bone it is on, in model space, while the source stands there
  // Where the source has a joint of its own in the middle of a bone, as a leg of three bones has, the target's bone
  // follows the line to this source joint; `bone` is the target's in its own axes.
  int aim = kNoJoint;
  glm::dvec3 bone{0.0};
  // Positions relative to the pair of `ancestor`, or else to the model: target = targetOffset + scale * rotation *
  // (source - sourceOffset).
  glm::dvec3 sourceOffset{0.0}, targetOffset{0.0};
  glm::dmat3 offsetRotation{1.0};
  double offsetScale = 1;
  std::optional<glm::dvec3> carriedAt;  // in the carrier's space; nullopt if its matrix is singular: stays at rest
};

/// What differs from clip to clip.
struct Transfer {
  std::vector<bool> movesPosition;  // per pair: the position follows the source's, too
  glm::dvec3 shift{0.0};            // added to the position of what travels
};

/// One transfer of many poses, with the memory that it works in.
struct PoseTransfer {
  Transfer transfer;
  TransferBuffers buffers;
};

class RetargetPlan {
 public:
  RetargetPlan(const Skeleton& source, const Humanoid& sourceBody, const Skeleton& target, const Humanoid& targetBody,
               JointMap map, RetargetOptions options);

  /// `source` and `target` have one transform per joint; joints of the target without a pair must hold their rest.
  void apply(std::span<const DoubleTransform> source, const Transfer& transfer, std::span<DoubleTransform> target,
             TransferBuffers& buffers) const;
  Transfer defaultTransfer() const;

  const std::vector<PlannedPair>& pairs() const { return pairs_; }
  int pairOf(int target) const { return pairOf_[static_cast<std::size_t>(target)]; }
  const JointMap& map() const { return map_; }
  const RetargetOptions& options() const { return options_; }
  const Skeleton& source() const { return source_; }
  const Skeleton& target() const { return target_; }
  double travelScale() const { return travelScale_; }
  const RotationFrame& toTarget() const { return toTarget_; }
  double sourceHeight() const { return sourceHeight_; }
  double targetHeight() const { return targetHeight_; }
  const std::vector<DoubleTransform>& sourceRest() const { return sourceRest_; }
  const std::vector<DoubleTransform>& targetRest() const { return targetRest_; }
  /// Target joints whose lowest point keeps its height over the floor: feet and toes, as indices of pairs.
  const std::vector<int>& soles() const { return soles_; }
  double sourceHeightOf(int pair) const;  // in the reference pose, over the floor
  double targetHeightOf(int pair) const;
  glm::dvec3 standingAt(int target) const { return targetReference_.position(target); }
  const HandReach& reach() const { return reach_; }
  std::vector<DoubleTransform> alignedLocals() const;

 private:
  void orderJoints();
  void measure(const Humanoid& from, const Humanoid& to);
  void align();
  void relate();
  void findAim(std::size_t pair);
  glm::dvec3 boneOf(std::size_t pair, bool ofSource) const;
  RotationFrame alignedFrame(std::size_t pair, const RotationFrame& following) const;
  RotationFrame turnOf(const PlannedPair& planned, const ModelPose& source) const;
  glm::dvec3 positionOf(const PlannedPair& planned, const ModelPose& source, const ModelPose& target,
                        const glm::dvec3& shift) const;

  Skeleton source_, target_;
  JointMap map_;
  RetargetOptions options_;
  std::vector<DoubleTransform> sourceRest_, targetRest_;
  ModelPose sourceReference_, targetReference_, targetRestPose_;
  RotationFrame toTarget_;  // from the source's model space to the target's: which way they face, mirrored or not
  std::vector<PlannedPair> pairs_;
  std::vector<int> pairOf_;  // by target joint
  std::vector<int> order_;   // target joints, parents and carriers first
  std::vector<int> soles_;
  HandReach reach_;
  double travelScale_ = 1;
  double sourceHeight_ = 0, targetHeight_ = 0;  // 0: all joints are at one point
  double sourceFloor_ = 0;                      // height of the floor in the source's reference pose
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_RETARGET_DETAIL_RETARGET_PLAN_H
