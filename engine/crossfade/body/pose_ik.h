// Inverse kinematics on a pose: reaching with a limb, aiming a joint or a chain of joints at a point.
//
//   player.advance(seconds, pose);
//   localToModel(skeleton.parents(), pose.locals, models);
//   const IkPose ik{skeleton.parents(), pose.locals, models};
//   aim({.chain = look, .forward = {0, 0, 1}, .target = ball}, ik);
//   reach({.limb = arm, .target = handle, .pole = {0, 0, -1}}, ik);
//
// A stage that is left out costs nothing. No allocation.
#ifndef CROSSFADE_BODY_POSE_IK_H
#define CROSSFADE_BODY_POSE_IK_H

#include <numbers>
#include <span>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// A pose with its model matrices: `models` is what localToModel makes of `locals`, before a stage and after it. The
/// three have one element per joint.
struct IkPose {
  std::span<const int> parents;
  std::span<Transform> locals;
  std::span<glm::mat4> models;
};

/// Joints of a limb, from the body outward: hip, knee and ankle, or shoulder, elbow and wrist. There may be others
/// between them, which turn along.
struct LimbJoints {
  int root = -1, middle = -1, end = -1;
};

struct Reach {
  LimbJoints limb;
  glm::dvec3 target{0.0};  // for the end, in model space
  glm::dvec3 pole{0.0};    // the direction to which the middle joint bends, in model space; any length
  double weight = 1;       // 0 to 1: how much of the way from the end's place in the pose to the target
  bool keepsEndRotation =
      true;  // the end keeps its orientation in model space, as a foot on the floor; else it turns along
};

/// Turns the two bones of a limb so that its end reaches the target (solveTwoBones: bones keep their lengths, and a
/// limb resists being stretched straight). Does nothing if the joints are not each below the one before, or if a number
/// is not finite.
CROSSFADE_API void reach(const Reach& reach, const IkPose& pose);

/// A joint of a chain that aims, and how much of the turn it takes.
struct AimShare {
  int joint = -1;
  double share = 1;
};

struct Aim {
  std::span<const AimShare> chain;      // downward; the last one aims. Shares are relative to their sum
  glm::dvec3 forward{0.0, 0.0, 1.0};    // of the last joint, in its own space; any length
  glm::dvec3 target{0.0};               // in model space
  double weight = 1;                    // 0 to 1: how much of the turn
  double limit = std::numbers::pi / 2;  // radians: the most by which the direction leaves the one in the pose; pi: none
};

/// Turns the joints of a chain, such as spine, neck and head, so that the last one points at the target. From 80 % of
/// the limit on it resists, and approaches the limit. With a limit, a target that passes behind makes it go back to the
/// pose, between 150 and 180 degrees from its direction there, so that it does not jump from one side to the other.
/// Does nothing if the chain is empty, does not go downward, or has shares below 0 or a sum of 0; if the target is
/// where the last joint is; or if a number is not finite.
CROSSFADE_API void aim(const Aim& aim, const IkPose& pose);

/// The local rotation of a joint, `local`, turned by `rotation` in model space as seen from where `models` has its
/// parent. A joint without a parent, or that does not exist, counts as in model space itself.
CROSSFADE_API glm::quat turnedInModelSpace(std::span<const int> parents, std::span<const glm::mat4> models, int joint,
                                           const glm::dquat& rotation, const glm::quat& local);

}  // namespace crossfade

#endif  // CROSSFADE_BODY_POSE_IK_H
