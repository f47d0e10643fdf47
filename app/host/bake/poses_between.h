// Finds what happens between two recorded poses: motion along curves, and the exact times of jumps.
#pragma once

#include <functional>
#include <vector>

#include "app/model/model.h"
#include "crossfade/skeleton/pose.h"

namespace app {

// How far poses are apart, in the unit of `bake --error`.

class PoseDistance {
 public:
  explicit PoseDistance(const Model& model);

  /// Of the two values that differ most: radians for rotations, a fraction of the model's size for translations, and
  /// absolute for scales, morph weights and material values.
  double between(const crossfade::Pose& a, const crossfade::Pose& b) const;
  /// The length of 1 in a joint's own translation.
  double lengthOf(int joint) const { return lengths_[static_cast<std::size_t>(joint)]; }

 private:
  std::vector<double> lengths_;
};

struct TimedPose {
  float time = 0;  // seconds
  crossfade::Pose pose;
};

struct PosesBetween {
  std::function<crossfade::Pose(float time)> at;  // the motion
  double error = 0;                               // of straight lines from pose to pose (PoseDistance); above 0
  float shortest = 0;                             // seconds; in less there is one jump at most, and no curve
};

/// The poses to add between two, in order. A jump comes as two poses at adjacent floats, found by bisection; whatever
/// else leaves the line is halved. Lines are compared with the motion at two times each, by golden sections: jumps at
/// even fractions, as of step keys between frames, do not hide there.
std::vector<TimedPose> posesBetween(const TimedPose& from, const TimedPose& to, const PoseDistance& distance,
                                    const PosesBetween& motion);

}  // namespace app
