#include "crossfade/retarget/humanoid.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/retarget/detail/humanoid_search.h"
#include "crossfade/retarget/detail/rest_positions.h"

namespace crossfade {
namespace {

constexpr double kAcross = 0.6;  // cosine between trunk and legs: a standing body has -1, a four-legged one 0

bool isFourLegged(const Skeleton& skeleton, const Humanoid& body) {
  const auto models = detail::modelMatrices(skeleton.parents(), skeleton.restLocals());
  const auto at = [&](HumanJoint joint) {
    return detail::positionOf(models[static_cast<std::size_t>(body.jointOf(joint))]);
  };
  const bool hasArms = body.jointOf(HumanJoint::LeftLowerArm) >= 0 && body.jointOf(HumanJoint::RightLowerArm) >= 0;
  const bool hasLegs = body.jointOf(HumanJoint::LeftLowerLeg) >= 0 && body.jointOf(HumanJoint::RightLowerLeg) >= 0;
  if (!hasArms || !hasLegs) return false;
  const glm::dvec3 hips = 0.5 * (at(HumanJoint::LeftUpperLeg) + at(HumanJoint::RightUpperLeg));
  const glm::dvec3 knees = 0.5 * (at(HumanJoint::LeftLowerLeg) + at(HumanJoint::RightLowerLeg));
  const glm::dvec3 shoulders = 0.5 * (at(HumanJoint::LeftUpperArm) + at(HumanJoint::RightUpperArm));
  const double lengths = glm::length(knees - hips) * glm::length(shoulders - hips);
  return lengths > 0 && std::abs(glm::dot(knees - hips, shoulders - hips)) < kAcross * lengths;
}

}  // namespace

int Humanoid::foundCount() const {
  return static_cast<int>(
      std::count_if(joints.begin(), joints.end(), [](const HumanJointGuess& guess) { return guess.joint >= 0; }));
}

bool Humanoid::hasLegs() const {
  return jointOf(HumanJoint::Hips) >= 0 && jointOf(HumanJoint::LeftUpperLeg) >= 0 &&
         jointOf(HumanJoint::RightUpperLeg) >= 0;
}

Humanoid findHumanoid(const Skeleton& skeleton) {
  Humanoid named = detail::humanoidByNames(skeleton);
  const bool hasLimbs =
      named.isKnown() && named.jointOf(HumanJoint::LeftUpperArm) >= 0 && named.jointOf(HumanJoint::RightUpperArm) >= 0;
  if (hasLimbs) {
    named.isFourLegged = isFourLegged(skeleton, named);
    return named;
  }
  Humanoid shaped = detail::humanoidByShape(skeleton);
  return shaped.isKnown() && shaped.foundCount() > named.foundCount() ? shaped : named;
}

}  // namespace crossfade
