// The joints of a human body that a skeleton may have, under the names of VRM 1.0.
#ifndef CROSSFADE_BODY_HUMAN_JOINT_H
#define CROSSFADE_BODY_HUMAN_JOINT_H

#include <cstdint>
#include <optional>
#include <string_view>

#include "crossfade/base/export.h"

namespace crossfade {

/// The spine and the neck are chains of any length and so have no names here: see Humanoid. A thumb's joints are its
/// metacarpal, proximal and distal ones; those of other fingers the proximal, intermediate and distal ones.
enum class HumanJoint : std::uint8_t {
  Hips,
  Head,
  LeftShoulder,
  LeftUpperArm,
  LeftLowerArm,
  LeftHand,
  LeftUpperLeg,
  LeftLowerLeg,
  LeftFoot,
  LeftToes,
  LeftThumb1,
  LeftThumb2,
  LeftThumb3,
  LeftIndex1,
  LeftIndex2,
  LeftIndex3,
  LeftMiddle1,
  LeftMiddle2,
  LeftMiddle3,
  LeftRing1,
  LeftRing2,
  LeftRing3,
  LeftLittle1,
  LeftLittle2,
  LeftLittle3,
  RightShoulder,
  RightUpperArm,
  RightLowerArm,
  RightHand,
  RightUpperLeg,
  RightLowerLeg,
  RightFoot,
  RightToes,
  RightThumb1,
  RightThumb2,
  RightThumb3,
  RightIndex1,
  RightIndex2,
  RightIndex3,
  RightMiddle1,
  RightMiddle2,
  RightMiddle3,
  RightRing1,
  RightRing2,
  RightRing3,
  RightLittle1,
  RightLittle2,
  RightLittle3,
};
inline constexpr int kHumanJointCount = 48;

enum class BodySide : std::uint8_t { Left, Right };

/// The same joint on that side: `left` is one of the left joints.
constexpr HumanJoint onSide(HumanJoint left, BodySide side) {
  constexpr int kPerSide = static_cast<int>(HumanJoint::RightShoulder) - static_cast<int>(HumanJoint::LeftShoulder);
  return static_cast<HumanJoint>(static_cast<int>(left) + (side == BodySide::Left ? 0 : kPerSide));
}
/// Left for right and right for left; hips and head are their own mirror images.
CROSSFADE_API HumanJoint mirrorOf(HumanJoint joint);
/// The side that the name of a joint of any skeleton says: "mixamorig:LeftHand", "hand_l", "Bip01 L Hand". nullopt:
/// none.
CROSSFADE_API std::optional<BodySide> sideOf(std::string_view jointName);
/// Whether the name says twist joint: "lowerarm_twist_01_l", "LeftForeArmRoll".
CROSSFADE_API bool saysTwist(std::string_view jointName);
/// "leftUpperArm", "rightIndexProximal".
CROSSFADE_API std::string_view nameOf(HumanJoint joint);

}  // namespace crossfade

#endif  // CROSSFADE_BODY_HUMAN_JOINT_H
