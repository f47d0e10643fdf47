// How far two poses of one skeleton are from each other where it can be seen: on a shell around each joint, in model
// space.
#ifndef CROSSFADE_CROWD_DETAIL_SHELL_ERROR_H
#define CROSSFADE_CROWD_DETAIL_SHELL_ERROR_H

#include <span>
#include <vector>

#include "crossfade/pose/joint_frame.h"

namespace crossfade {

struct ShellDifference {
  double distance = 0;  // meters: the largest displacement of a point on a shell
  double angle = 0;     // radians: the largest angle between axes of a joint, or their relative stretch
};

/// Compares in double. Reuses its memory from pose to pose.
class ShellMeter {
 public:
  ShellMeter(std::span<const int> parents, double shell)
      : parents_(parents.begin(), parents.end()), shell_(shell), first_(parents.size()), second_(parents.size()) {}

  /// Both poses as ChannelLayout stores a character; rotations may have any length.
  ShellDifference difference(std::span<const double> first, std::span<const double> second);

  /// The longest side of the box around all joints of a pose.
  double extent(std::span<const double> values);

 private:
  void toModel(std::span<const double> values, std::vector<JointFrame>& frames) const;

  std::vector<int> parents_;
  double shell_;
  std::vector<JointFrame> first_, second_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_SHELL_ERROR_H
