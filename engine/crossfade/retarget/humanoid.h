// Which joints of a skeleton are the hips, the left hand and so on, found by their names or else by the body's shape.
#ifndef CROSSFADE_RETARGET_HUMANOID_H
#define CROSSFADE_RETARGET_HUMANOID_H

#include <array>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/retarget/human_joint.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

struct HumanJointGuess {
  int joint = kNoJoint;
  float confidence = 0;  // 0 to 1; 1: a name that means only this
};

struct Humanoid {
  std::array<HumanJointGuess, kHumanJointCount> joints;
  std::vector<int> spine;     // between the hips and the neck, from below
  std::vector<int> neck;      // between the spine and the head, from below
  bool isFourLegged = false;  // the legs are at right angles to the trunk: no human, whatever the names say

  HumanJointGuess& operator[](HumanJoint joint) { return joints[static_cast<std::size_t>(joint)]; }
  const HumanJointGuess& operator[](HumanJoint joint) const { return joints[static_cast<std::size_t>(joint)]; }
  int jointOf(HumanJoint joint) const { return (*this)[joint].joint; }

  int foundCount() const;
  /// Hips and the upper parts of both legs are known.
  bool hasLegs() const;
  /// A human body with legs: enough to transfer motion by body parts.
  bool isKnown() const { return hasLegs() && !isFourLegged; }
};

/// Looks for the names of Mixamo, Unreal, Unity, VRM, Rigify, 3ds Max Biped, Daz, motion capture (BVH) and others: any
/// order and spelling of side, part and number, behind any prefix. Control joints (IK, poles, twist, ends) are passed
/// over. If arms or legs have no such names, goes by shape instead: in the rest pose, y up, feet are the lowest pair of
/// mirrored ends, hands the widest, the head is the highest end.
CROSSFADE_API Humanoid findHumanoid(const Skeleton& skeleton);

}  // namespace crossfade

#endif  // CROSSFADE_RETARGET_HUMANOID_H
