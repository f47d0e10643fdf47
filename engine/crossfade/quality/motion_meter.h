// Measures how unevenly joints move: from one pose a frame, the largest step, spike and change of velocity of each.
#ifndef CROSSFADE_QUALITY_MOTION_METER_H
#define CROSSFADE_QUALITY_MOTION_METER_H

#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

/// Rotations in radians, translations in the file's length unit. Jumps are differences of velocity, per second.
struct JointMotion {
  double rotationStep = 0, translationStep = 0;    // the largest step from one frame to the next
  double rotationSpike = 0, translationSpike = 0;  // the most by which a step exceeds both its neighbors, as in a jump
  double rotationJump = 0, translationJump = 0;    // the largest change of velocity from one frame to the next
};

/// The larger of each pair of values.
CROSSFADE_API JointMotion largerOf(const JointMotion& a, const JointMotion& b);

class CROSSFADE_API MotionMeter {
 public:
  MotionMeter(std::size_t jointCount, double frameSeconds);

  /// The next frame. Pass `counts` false where a clip starts over: steps that touch this frame are then ignored.
  void add(const Pose& pose, bool counts = true);
  /// The next pose starts another motion.
  void restart();
  const std::vector<JointMotion>& joints() const { return joints_; }

 private:
  struct Delta {
    glm::dvec3 rotation{0.0};
    glm::dvec3 translation{0.0};
  };
  void count(std::size_t joint, const Delta& older, const Delta& old, const Delta& now);

  double frameSeconds_;
  int frames_ = 0;     // since the last restart
  int uncounted_ = 0;  // steps still to ignore
  std::vector<Transform> last_;
  std::vector<Delta> older_, old_;
  std::vector<JointMotion> joints_;
};

}  // namespace crossfade

#endif  // CROSSFADE_QUALITY_MOTION_METER_H
