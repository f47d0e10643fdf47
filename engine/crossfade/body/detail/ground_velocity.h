// How the ground moves under a clip that walks in place: feet on the ground agree on it, feet in the air do not.
#ifndef CROSSFADE_BODY_DETAIL_GROUND_VELOCITY_H
#define CROSSFADE_BODY_DETAIL_GROUND_VELOCITY_H

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/body/detail/sole_floor.h"
#include "crossfade/body/detail/sole_motion.h"
#include "crossfade/body/feet.h"

namespace crossfade::detail {

struct GroundVelocity {
  glm::dvec3 value{0.0};  // length units per second, y = 0; 0 if the ground stands still
  bool isUneven = false;  // the feet do not agree: no velocity of the ground would keep them from sliding
};

/// `moved`: indices of the feet that the clip moves; only their points count.
GroundVelocity findGround(const SoleMotion& motion, const Feet& feet, std::span<const std::size_t> moved,
                          const SoleFloor& floor);

/// The interquartile mean of x and of z; y is 0. Robust as the median, but stable if the values form two clusters, such
/// as left and right. There is at least one.
glm::dvec3 meanVelocity(const std::vector<glm::dvec3>& velocities);

}  // namespace crossfade::detail

#endif  // CROSSFADE_BODY_DETAIL_GROUND_VELOCITY_H
