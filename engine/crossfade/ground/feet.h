// The feet of a skeleton: the joints of each leg, and where its sole touches the floor.
#ifndef CROSSFADE_GROUND_FEET_H
#define CROSSFADE_GROUND_FEET_H

#include <array>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/retarget/humanoid.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// A point of a sole, fixed to a joint.
struct SolePoint {
  int joint = kNoJoint;
  glm::dvec3 offset{0.0};  // in the joint's space

  glm::dvec3 in(std::span<const glm::mat4> models) const {
    return glm::dvec3(glm::dmat4(models[static_cast<std::size_t>(joint)]) * glm::dvec4(offset, 1));
  }
};

/// Where the points of a sole are in Foot::sole. The heel and the ball move with the ankle, the tip with the toes.
inline constexpr std::size_t kHeel = 0, kBall = 1, kTip = 2, kSolePoints = 3;

struct Foot {
  std::string name;                     // "left", "right": what its sync markers begin with
  int hip = kNoJoint, knee = kNoJoint;  // the upper and the lower leg
  int ankle = kNoJoint;                 // the foot; need not be below the knee, as in rigs made for IK
  int toe = kNoJoint;                   // none: the whole foot is one piece
  std::array<SolePoint, kSolePoints> sole;
  glm::dvec3 kneeForward{0, 0, 1};  // which way the knee bends, in the space of the hip joint
};

struct Feet {
  std::vector<Foot> feet;
  int hips = kNoJoint;   // carries all legs
  double legLength = 0;  // from hip over knee to ankle, the mean of all legs; thresholds are in this unit

  bool isEmpty() const { return feet.empty(); }
};

/// The left and the right foot of a human body; empty if it has no legs. Soles are taken from `standing`, a pose with
/// both feet flat on the floor (empty: the rest pose): y up, floor at 0, or at the lowest joint of the feet if that is
/// elsewhere. Heel and tip are estimated from the distance between ankle and ball; set them if you know better.
CROSSFADE_API Feet findFeet(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> standing = {});
inline Feet findFeet(const Skeleton& skeleton) { return findFeet(skeleton, findHumanoid(skeleton)); }

}  // namespace crossfade

#endif  // CROSSFADE_GROUND_FEET_H
