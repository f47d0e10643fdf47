// Hands that go where the source's are, to the scale of the arms, instead of where arms of other lengths leave them.
#ifndef CROSSFADE_RETARGET_DETAIL_HAND_REACH_H
#define CROSSFADE_RETARGET_DETAIL_HAND_REACH_H

#include <span>
#include <vector>

#include <glm/mat3x3.hpp>

#include "crossfade/body/humanoid.h"
#include "crossfade/retarget/detail/model_pose.h"
#include "crossfade/retarget/joint_map.h"

namespace crossfade::detail {

/// Two bodies as they stand the same way.
struct StandingBodies {
  const Humanoid &source, &target;
  const ModelPose &sourcePose, &targetPose;
  std::span<const int> targetParents;
};

/// Where a hand is goes by the point between both shoulders: as far from it as the source's, by the ratio of shoulder
/// and arm together. So hands of a T-pose stay where they are, and hands that meet in the source meet.
class HandReach {
 public:
  HandReach() = default;
  /// `amount`: 0 to 1, how far from where the hand is to there. Without two whole arms on both sides, or where a hand
  /// is carried by something else, it does nothing.
  HandReach(const StandingBodies& bodies, const JointMap& map, const glm::dmat3& toTarget, double amount);

  /// Turns arms; hands keep their rotation in model space. `pose` is the model pose of `target`, which this changes.
  void apply(const ModelPose& source, const ModelPose& pose, std::span<DoubleTransform> target) const;
  /// Whether it changes the rotation of this joint of the target.
  bool turns(int joint) const;

 private:
  struct Arm {
    int upper = kNoJoint, lower = kNoJoint, hand = kNoJoint;  // of the target
    int sourceUpper = kNoJoint, sourceHand = kNoJoint;
  };
  void turn(const Arm& arm, const glm::dvec3& goal, const ModelPose& pose, std::span<DoubleTransform> target) const;

  std::vector<Arm> arms_;  // two, or none
  std::vector<int> parents_;
  glm::dmat3 toTarget_{1.0};
  glm::dvec3 backward_{0.0};
  double scale_ = 1, amount_ = 0;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_RETARGET_DETAIL_HAND_REACH_H
