// How far two poses of one skeleton are apart where it is seen: on a shell around each joint, in the model.
#pragma once

#include <span>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "crossfade/pose/channel_layout.h"

namespace crossfade {

struct ShellDifference {
  double distance = 0;  // metres: the largest distance of a point of the shell from itself
  double angle = 0;     // radians: the largest angle of an axis of a joint, or its stretch
};

/// Compares in double; keeps its memory from pose to pose.
class ShellMeter {
 public:
  ShellMeter(std::span<const int> parents, double shell)
      : parents_(parents.begin(), parents.end()), shell_(shell), first_(parents.size()), second_(parents.size()) {}

  /// Both as ChannelLayout lays out a character: translation 3, rotation 4 (of any length), scale 3, joint by joint.
  ShellDifference difference(std::span<const double> first, std::span<const double> second);

  /// The longest side of the box around all joints of a pose.
  double extent(std::span<const double> values);

 private:
  struct JointFrame {
    glm::dmat3 axes{1.0};
    glm::dvec3 origin{0.0};
  };
  void toModel(std::span<const double> values, std::vector<JointFrame>& frames) const;

  std::vector<int> parents_;
  double shell_;
  std::vector<JointFrame> first_, second_;
};

}  // namespace crossfade
