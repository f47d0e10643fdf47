// Finds what happens between two recorded poses: motion along curves, and the exact times of jumps.
#ifndef APP_HOST_BAKE_POSES_BETWEEN_H
#define APP_HOST_BAKE_POSES_BETWEEN_H

#include <functional>
#include <vector>

#include "app/host/bake/pose_distance.h"

namespace app {

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

#endif  // APP_HOST_BAKE_POSES_BETWEEN_H
