// Measures a motion in model space: how far the trunk tilts, how low the body gets, how much space it takes, and how
// abruptly the position of each joint changes its velocity.
#ifndef CROSSFADE_QUALITY_BODY_METER_H
#define CROSSFADE_QUALITY_BODY_METER_H

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "crossfade/base/export.h"
#include "crossfade/base/glm_settings.h"
#include "crossfade/quality/motion_meter.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// What of a character counts as its body.
struct MeasuredBody {
  std::vector<bool> counts;              // by joint: whether its motion is visible; beyond its end, it is
  int hips = kNoJoint, head = kNoJoint;  // the ends of the trunk; no joints: tilt is not measured
  double size = 0;                       // length units; set it where meshes are larger than the skeleton

  bool has(std::size_t joint) const { return joint >= counts.size() || counts[joint]; }
};

/// The same body, with a size that is at least the largest extent of the joints that count, in this pose.
CROSSFADE_API MeasuredBody withSizeOf(MeasuredBody body, const Skeleton& skeleton, const Pose& rest);

/// Of one or more motions. Angles in radians, lengths in units of the model; y is up.
struct CROSSFADE_API BodyRange {
  double tilt = 0;  // the largest angle of the trunk, from the hips to the head, with the vertical
  glm::dvec3 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};  // of joints

  void add(const BodyRange& other);
};

class CROSSFADE_API BodyMeter {
 public:
  /// Both must outlive the meter.
  BodyMeter(const Skeleton& skeleton, const MeasuredBody& body, double frameSeconds);

  /// The next frame. `counts`: as in MotionMeter. `extends`: whether it belongs to the range. Joints that the pose does
  /// not have stay where they were.
  void add(const Pose& pose, bool counts = true, bool extends = true);
  const BodyRange& range() const { return range_; }
  /// Of each joint's position: length units.
  std::span<const JointMotion> joints() const { return motion_.joints(); }

 private:
  double tiltNow() const;

  const Skeleton& skeleton_;
  const MeasuredBody& body_;
  std::vector<glm::mat4> models_;
  Pose positions_;  // in model space, as translations
  MotionMeter motion_;
  BodyRange range_;
};

}  // namespace crossfade

#endif  // CROSSFADE_QUALITY_BODY_METER_H
