#include "crossfade/body/humanoid.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "crossfade/base/assert.h"
#include "crossfade/body/detail/humanoid_search.h"
#include "crossfade/skeleton/local_to_model.h"

namespace crossfade {
namespace {

constexpr double kAcross = 0.6;  // cosine between trunk and legs: a standing body has -1, a four-legged one 0

bool isQuadruped(const Skeleton& skeleton, const Humanoid& body) {
  const auto positions = jointPositions(skeleton.parents(), skeleton.restLocals());
  const auto at = [&](HumanJoint joint) { return positions[static_cast<std::size_t>(body.jointOf(joint))]; };
  for (const HumanJoint joint : {HumanJoint::LeftUpperArm, HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg})
    if (body.jointOf(joint) < 0 || body.jointOf(mirrorOf(joint)) < 0) return false;
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

Humanoid within(Humanoid body, int jointCount) {
  const auto isMissing = [jointCount](int joint) { return joint < 0 || joint >= jointCount; };
  for (HumanJointGuess& guess : body.joints) {
    CROSSFADE_ASSERT(guess.joint < jointCount, "Humanoid: the skeleton does not have one of the body's joints");
    if (isMissing(guess.joint)) guess.joint = kNoJoint;
  }
  std::erase_if(body.spine, isMissing);
  std::erase_if(body.neck, isMissing);
  return body;
}

glm::dvec3 leftOf(const Humanoid& given, std::span<const glm::dvec3> positions) {
  const Humanoid body = within(given, static_cast<int>(positions.size()));
  glm::dvec3 left(0.0);
  for (const HumanJoint joint : {HumanJoint::LeftUpperLeg, HumanJoint::LeftUpperArm}) {
    const int a = body.jointOf(joint), b = body.jointOf(mirrorOf(joint));
    if (a >= 0 && b >= 0) left += positions[static_cast<std::size_t>(a)] - positions[static_cast<std::size_t>(b)];
  }
  left.y = 0;
  return left;
}

double legLength(const Humanoid& given, std::span<const glm::dvec3> positions) {
  const Humanoid body = within(given, static_cast<int>(positions.size()));
  double length = 0;
  for (const BodySide side : {BodySide::Left, BodySide::Right})
    for (const auto& [upper, lower] : {std::pair{HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg},
                                       {HumanJoint::LeftLowerLeg, HumanJoint::LeftFoot}}) {
      const int a = body.jointOf(onSide(upper, side)), b = body.jointOf(onSide(lower, side));
      if (a == kNoJoint || b == kNoJoint) return 0;
      length += glm::distance(positions[static_cast<std::size_t>(a)], positions[static_cast<std::size_t>(b)]);
    }
  return length / 2;
}

Humanoid findHumanoid(const Skeleton& skeleton) {
  Humanoid body = detail::humanoidByNames(skeleton);
  const bool hasArms = body.jointOf(HumanJoint::LeftUpperArm) >= 0 && body.jointOf(HumanJoint::RightUpperArm) >= 0;
  if (!body.hasLegs() || !hasArms) {
    Humanoid shaped = detail::humanoidByShape(skeleton);
    if (shaped.hasLegs() && shaped.foundCount() > body.foundCount()) body = std::move(shaped);
  }
  body.isQuadruped = isQuadruped(skeleton, body);
  return body;
}

}  // namespace crossfade
