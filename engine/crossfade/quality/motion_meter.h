// Measures how unevenly a pose moves: from one pose a frame, the largest step, spike and change of velocity of each
// joint, and of each morph weight and other value.
#ifndef CROSSFADE_QUALITY_MOTION_METER_H
#define CROSSFADE_QUALITY_MOTION_METER_H

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {

struct MotionExtremes {
  double step = 0;   // the largest step from one frame to the next
  double spike = 0;  // the most by which a step exceeds both its neighbors, as in a jump
  double jump = 0;   // the largest change of velocity from one frame to the next, per second
};

struct JointMotion {
  MotionExtremes rotation;     // radians
  MotionExtremes translation;  // the file's length unit
  MotionExtremes scale;        // factors
};

/// The larger of each pair of values.
CROSSFADE_API MotionExtremes largerOf(const MotionExtremes& a, const MotionExtremes& b);
CROSSFADE_API JointMotion largerOf(const JointMotion& a, const JointMotion& b);

class CROSSFADE_API MotionMeter {
 public:
  /// `valueCount`: of Pose::morphWeights.
  MotionMeter(std::size_t jointCount, double frameSeconds, std::size_t valueCount = 0);

  /// The next frame. Pass `counts` false where a clip starts over: steps that touch this frame are then ignored. Joints
  /// and values that the pose does not have stay where they were.
  void add(const Pose& pose, bool counts = true);
  /// The next pose starts another motion.
  void restart();
  const std::vector<JointMotion>& joints() const { return joints_; }
  const std::vector<MotionExtremes>& values() const { return values_; }

 private:
  struct Delta {
    glm::dvec3 rotation{0.0};
    glm::dvec3 translation{0.0};
    glm::dvec3 scale{0.0};
  };
  template <class Value>
  void count(const Value& older, const Value& old, const Value& now, MotionExtremes& extremes) const;
  void addValues(std::span<const float> values);

  double frameSeconds_;
  int frames_ = 0;     // since the last restart
  int uncounted_ = 0;  // steps still to ignore
  std::vector<Transform> last_;
  std::vector<Delta> older_, old_;
  std::vector<JointMotion> joints_;
  std::vector<double> lastValues_, olderValues_, oldValues_;  // the last, and the steps before
  std::vector<MotionExtremes> values_;
};

}  // namespace crossfade

#endif  // CROSSFADE_QUALITY_MOTION_METER_H
