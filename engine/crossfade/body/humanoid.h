// Which joints of a skeleton are the hips, the left hand and so on, found by their names or else by the body's shape.
#ifndef CROSSFADE_BODY_HUMANOID_H
#define CROSSFADE_BODY_HUMANOID_H

#include <array>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/human_joint.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

struct HumanJointGuess {
  int joint = kNoJoint;
  float confidence = 0;  // 0 to 1; 1: a name that means only this
};

struct Humanoid {
  std::array<HumanJointGuess, kHumanJointCount> joints;
  std::vector<int> spine;    // between the hips and the neck, from below
  std::vector<int> neck;     // between the spine and the head, from below
  bool isQuadruped = false;  // the legs are across the trunk, not along it: not a human, whatever the names say

  HumanJointGuess& operator[](HumanJoint joint) { return joints[static_cast<std::size_t>(joint)]; }
  const HumanJointGuess& operator[](HumanJoint joint) const { return joints[static_cast<std::size_t>(joint)]; }
  int jointOf(HumanJoint joint) const { return (*this)[joint].joint; }

  int foundCount() const;
  /// Hips and the upper parts of both legs are known.
  bool hasLegs() const;
  /// A human body with legs: enough to transfer motion by body parts.
  bool isKnown() const { return hasLegs() && !isQuadruped; }
};

/// The body without joints that a skeleton of so many does not have. All that takes a body and its skeleton does this.
CROSSFADE_API Humanoid within(Humanoid body, int jointCount);

/// The direction to the body's left, horizontal, judged by its legs and arms; 0 if these have no left and right.
/// `positions` has one point per joint; a joint without one does not count.
CROSSFADE_API glm::dvec3 leftOf(const Humanoid& body, std::span<const glm::dvec3> positions);
/// Hip to knee to ankle, averaged over both legs; 0 unless all these joints are known.
CROSSFADE_API double legLength(const Humanoid& body, std::span<const glm::dvec3> positions);

/// Looks for the names of Mixamo, Unreal, Unity, VRM, Rigify, 3ds Max Biped, Daz, motion capture (BVH) and others: any
/// order and spelling of side, part and number, behind any prefix. Control joints (IK, poles, twist, ends) are passed
/// over. If arms or legs have no such names, goes by shape instead: in the rest pose, y up, feet are the lowest pair of
/// mirrored leaf joints, hands the widest, the head is the highest leaf. A skeleton with over 1000 leaves has no body.
CROSSFADE_API Humanoid findHumanoid(const Skeleton& skeleton);

}  // namespace crossfade

#endif  // CROSSFADE_BODY_HUMANOID_H
