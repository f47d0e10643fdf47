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

class GroundFinder {
 public:
  /// `moved`: the feet that are asked.
  GroundFinder(const SoleMotion& motion, const Feet& feet, std::span<const std::size_t> moved, const SoleFloor& floor);

  /// Length units per second, y = 0; 0 if the ground stands still.
  const glm::dvec3& velocity() const { return velocity_; }
  /// The feet do not agree: no velocity of the ground would keep them from sliding.
  bool isUneven() const { return isUneven_; }

 private:
  struct Low {
    std::size_t foot;
    glm::dvec3 velocity;
  };
  struct Agreement;

  Agreement agreementOn(const glm::dvec3& velocity, std::size_t stride, double width = 1) const;
  void find();
  void follow(const glm::dvec3& velocity);
  double spreadOf(const std::vector<glm::dvec3>& velocities) const;

  std::size_t feetCount_, movedCount_;
  double leg_;
  std::vector<Low> low_;  // the lowest point of each foot at each sample, where it is near the floor
  glm::dvec3 velocity_{0.0};
  bool isUneven_ = false;
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_BODY_DETAIL_GROUND_VELOCITY_H
