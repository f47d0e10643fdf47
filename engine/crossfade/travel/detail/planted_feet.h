// Finds when feet stand on the ground and how the ground moves below them, from the paths of the feet alone.
#ifndef CROSSFADE_TRAVEL_DETAIL_PLANTED_FEET_H
#define CROSSFADE_TRAVEL_DETAIL_PLANTED_FEET_H

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/skeleton/skeleton.h"

namespace crossfade::detail {

/// Positions in model space, at even steps.
using FootPath = std::vector<glm::dvec3>;

struct PlantedFeet {
  glm::dvec3 groundVelocity{0.0};  // per second, y is 0
  double share = 0;                // of the time with a planted foot
  double lowestRise = 0;           // how far the lower foot gets above where it is lowest
};

/// `step`: seconds from one position to the next; `height`: of the body. All paths have as many positions, at least
/// two.
PlantedFeet findPlantedFeet(std::span<const FootPath> feet, double step, double height);

/// The ends of branches below `top` that lie lowest in the rest pose: what an animal stands on.
std::vector<int> lowestEnds(const Skeleton& skeleton, std::span<const glm::dvec3> positions, int top, double height);

}  // namespace crossfade::detail

#endif  // CROSSFADE_TRAVEL_DETAIL_PLANTED_FEET_H
