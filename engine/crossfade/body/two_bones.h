// Two-bone inverse kinematics: turns the upper and the lower bone of a limb so that its end reaches a target.
#ifndef CROSSFADE_BODY_TWO_BONES_H
#define CROSSFADE_BODY_TWO_BONES_H

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/math/transform.h"

namespace crossfade {

/// A limb by its three joints, all in one space: hip, knee and ankle, or shoulder, elbow and wrist.
struct TwoBones {
  glm::dvec3 root{0.0}, middle{0.0}, end{0.0};
};

struct TwoBoneTurn {
  // Rotations in that space; apply each before the bone's own orientation.
  glm::dquat upper = makeDoubleQuat(0, 0, 0, 1), lower = makeDoubleQuat(0, 0, 0, 1);
  glm::dvec3 middle{0.0}, end{0.0};  // where the joints are then
};

/// From this fraction of its length on, a limb resists being stretched: its middle joint would snap straight.
inline constexpr double kSoftReach = 0.96;

/// The distance from root to end for a target at `wanted`, where the limb now has `current` and could have `length`.
/// Returns `wanted` up to kSoftReach of the length, or up to `current` if that is more; then approaches the length
/// without reaching it, with a continuous slope. solveTwoBones does this itself.
CROSSFADE_API double softReach(double wanted, double current, double length);

/// Bends the limb in the plane in which it is bent, then swings it the shortest way toward `target`. Bones keep their
/// lengths; a target at `bones.end` changes nothing. `pole` (any length) says which way it bends: a limb that
/// bends the other way flips to the pole's side as it shortens, and may then miss the target slightly.
CROSSFADE_API TwoBoneTurn solveTwoBones(const TwoBones& bones, const glm::dvec3& target, const glm::dvec3& pole);

}  // namespace crossfade

#endif  // CROSSFADE_BODY_TWO_BONES_H
