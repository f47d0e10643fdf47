#include "crossfade/retarget/humanoid.h"

#include <algorithm>

#include "crossfade/retarget/detail/humanoid_search.h"

namespace crossfade {

int Humanoid::foundCount() const {
  return static_cast<int>(
      std::count_if(joints.begin(), joints.end(), [](const HumanJointGuess& guess) { return guess.joint >= 0; }));
}

bool Humanoid::isKnown() const {
  return jointOf(HumanJoint::Hips) >= 0 && jointOf(HumanJoint::LeftUpperLeg) >= 0 &&
         jointOf(HumanJoint::RightUpperLeg) >= 0;
}

Humanoid findHumanoid(const Skeleton& skeleton) {
  Humanoid named = detail::humanoidByNames(skeleton);
  const bool hasLimbs =
      named.isKnown() && named.jointOf(HumanJoint::LeftUpperArm) >= 0 && named.jointOf(HumanJoint::RightUpperArm) >= 0;
  if (hasLimbs) return named;
  Humanoid shaped = detail::humanoidByShape(skeleton);
  return shaped.isKnown() && shaped.foundCount() > named.foundCount() ? shaped : named;
}

}  // namespace crossfade
