#include "crossfade/body/human_joint.h"

#include <array>

#include "crossfade/body/detail/joint_words.h"

namespace crossfade {
namespace {

constexpr std::array<std::string_view, kHumanJointCount> kNames{
    "hips",
    "head",
    "leftShoulder",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "leftToes",
    "leftThumbMetacarpal",
    "leftThumbProximal",
    "leftThumbDistal",
    "leftIndexProximal",
    "leftIndexIntermediate",
    "leftIndexDistal",
    "leftMiddleProximal",
    "leftMiddleIntermediate",
    "leftMiddleDistal",
    "leftRingProximal",
    "leftRingIntermediate",
    "leftRingDistal",
    "leftLittleProximal",
    "leftLittleIntermediate",
    "leftLittleDistal",
    "rightShoulder",
    "rightUpperArm",
    "rightLowerArm",
    "rightHand",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightFoot",
    "rightToes",
    "rightThumbMetacarpal",
    "rightThumbProximal",
    "rightThumbDistal",
    "rightIndexProximal",
    "rightIndexIntermediate",
    "rightIndexDistal",
    "rightMiddleProximal",
    "rightMiddleIntermediate",
    "rightMiddleDistal",
    "rightRingProximal",
    "rightRingIntermediate",
    "rightRingDistal",
    "rightLittleProximal",
    "rightLittleIntermediate",
    "rightLittleDistal",
};

}  // namespace

HumanJoint mirrorOf(HumanJoint joint) {
  const int index = static_cast<int>(joint), left = static_cast<int>(HumanJoint::LeftShoulder);
  const int right = static_cast<int>(HumanJoint::RightShoulder);
  if (index < left) return joint;
  return static_cast<HumanJoint>(index < right ? index + (right - left) : index - (right - left));
}

std::optional<BodySide> sideOf(std::string_view jointName) { return detail::wordsOf(jointName).side; }

bool saysTwist(std::string_view jointName) { return detail::wordsOf(jointName).isTwist; }

std::string_view nameOf(HumanJoint joint) { return kNames[static_cast<std::size_t>(joint)]; }

}  // namespace crossfade
