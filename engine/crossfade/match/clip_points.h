// A clip as point clouds: where some of its joints are, frame by frame.
#ifndef CROSSFADE_MATCH_CLIP_POINTS_H
#define CROSSFADE_MATCH_CLIP_POINTS_H

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/base/result.h"

namespace crossfade {

/// Points of a clip at even steps in time, in model space. In a cycle the frame after the last is the first one again,
/// moved by the travel of one loop; other clips stay at their first and last frame.
class CROSSFADE_API ClipPoints {
 public:
  /// `positions`: frames x points, frame after frame. `step`: seconds between frames. `travel`: how far a cycle moves
  /// per loop; ignored in other clips. Errors: no frames, no points, sizes that do not fit, a number that is not
  /// finite.
  static Result<ClipPoints> make(std::vector<glm::dvec3> positions, int points, double step, bool isCyclic,
                                 const glm::dvec3& travel = glm::dvec3(0.0));

  int frameCount() const { return frames_; }
  int pointCount() const { return points_; }
  double step() const { return step_; }
  bool isCyclic() const { return isCyclic_; }
  double timeOf(int frame) const { return frame * step_; }

  /// Any frame, also before the first and after the last. A point that does not exist is at 0.
  glm::dvec3 position(int frame, int point) const;
  /// Units per second, over the two neighboring frames.
  glm::dvec3 velocity(int frame, int point) const;

 private:
  std::vector<glm::dvec3> positions_;
  int frames_ = 0, points_ = 0;
  double step_ = 0;
  bool isCyclic_ = false;
  glm::dvec3 travel_{0.0};
};

}  // namespace crossfade

#endif  // CROSSFADE_MATCH_CLIP_POINTS_H
