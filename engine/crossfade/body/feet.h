// The feet of a skeleton: the joints of each leg, and where its sole touches the floor.
#ifndef CROSSFADE_BODY_FEET_H
#define CROSSFADE_BODY_FEET_H

#include <array>
#include <span>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// A point of a sole, fixed to a joint.
struct SolePoint {
  int joint = kNoJoint;
  glm::dvec3 offset{0.0};  // in the joint's space

  /// In model space, where `model` is the joint's matrix. A joint without one is at the origin, unturned.
  glm::dvec3 in(const glm::dmat4& model) const { return glm::dvec3(model * glm::dvec4(offset, 1)); }
  glm::dvec3 in(std::span<const glm::mat4> models) const {
    const auto index = static_cast<std::size_t>(joint);
    return index < models.size() ? in(glm::dmat4(models[index])) : offset;
  }
};

/// Where the points of a sole are in Foot::sole. The heel and the ball move with the ankle, the tip with the toes.
inline constexpr std::size_t kHeel = 0, kBall = 1, kTip = 2, kSolePoints = 3;

struct Foot {
  std::string name;                     // "left", "right": what its sync markers begin with
  int hip = kNoJoint, knee = kNoJoint;  // the upper and the lower leg, if known
  int ankle = kNoJoint;                 // the foot; need not be below the knee, as in rigs made for IK
  int toe = kNoJoint;                   // none: the whole foot is one piece
  std::array<SolePoint, kSolePoints> sole;
  glm::dvec3 pole{0, 0, 1};  // which way the knee bends, in the space of the hip joint

  bool hasLeg() const { return hip != kNoJoint && knee != kNoJoint; }
};

/// What reads feet takes those with a joint that the skeleton does not have as feet without legs.
struct Feet {
  std::vector<Foot> feet;
  int hips = kNoJoint;  // all legs hang from it
  // Hip to knee to ankle, averaged over all legs; without legs, that of a person of this height. Thresholds are in this
  // unit.
  double legLength = 0;

  bool isEmpty() const { return feet.empty(); }
};

/// The left and the right foot of a human body; empty if it has no legs. Soles are taken from `standing`, a pose with
/// both feet flat on the floor (empty, or of another size: the rest pose): y up, floor at 0, or at the lowest joint of
/// the feet if that is elsewhere. Heel and tip are estimated from the distance between ankle and ball; set them if you
/// know better.
CROSSFADE_API Feet findFeet(const Skeleton& skeleton, const Humanoid& body, std::span<const Transform> standing = {});
inline Feet findFeet(const Skeleton& skeleton) { return findFeet(skeleton, findHumanoid(skeleton)); }

/// For any other body: the lowest leaf joints below `top` in the rest pose. They become feet of one point each, without
/// legs; `legLength` is what a person of this height would have. None if there is only one, as in a fish, or more than
/// 16, as in a scene.
CROSSFADE_API Feet findLowestLeaves(const Skeleton& skeleton, int top);

/// Height of the joints at and below `top` in the rest pose, y up; for a body that lies flat, its longest side. 1 if
/// all joints are at one point.
CROSSFADE_API double bodyHeight(const Skeleton& skeleton, int top);

}  // namespace crossfade

#endif  // CROSSFADE_BODY_FEET_H
