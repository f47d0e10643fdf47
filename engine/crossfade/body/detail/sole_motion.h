// The points of all soles over a clip, at even steps.
#ifndef CROSSFADE_BODY_DETAIL_SOLE_MOTION_H
#define CROSSFADE_BODY_DETAIL_SOLE_MOTION_H

#include <optional>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/body/feet.h"
#include "crossfade/clip/animation_clip.h"

namespace crossfade::detail {

/// In a cycle sample `count()` is sample 0 of the next loop, moved by how far the hips travel per loop.
class SoleMotion {
 public:
  /// At least `rate` samples a second.
  SoleMotion(const Skeleton& skeleton, const Feet& feet, const AnimationClip& clip, double rate,
             std::optional<bool> cyclic);

  int count() const { return count_; }
  double step() const { return step_; }
  bool isCyclic() const { return isCyclic_; }
  double timeOf(int sample) const { return sample * step_; }

  glm::dvec3 position(int sample, std::size_t foot, std::size_t point) const;
  /// Over the two neighboring samples.
  glm::dvec3 velocity(int sample, std::size_t foot, std::size_t point) const;
  /// The point of the foot with the least height.
  std::size_t lowest(int sample, std::size_t foot) const;

 private:
  bool closes(double legLength) const;
  const glm::dvec3& at(int sample, std::size_t foot, std::size_t point) const {
    return points_[(static_cast<std::size_t>(sample) * feet_ + foot) * kSolePoints + point];
  }

  std::size_t feet_;
  int count_ = 0;
  double step_ = 0;
  bool isCyclic_ = false;
  std::vector<glm::dvec3> points_;  // by sample, foot and point; one sample more than count()
  std::vector<glm::dvec3> hips_;    // by sample
  glm::dvec3 travel_{0.0};          // of the hips per loop, y = 0
};

}  // namespace crossfade::detail

#endif  // CROSSFADE_BODY_DETAIL_SOLE_MOTION_H
