// How far poses are apart, in the unit of `bake --error`.
#ifndef APP_HOST_BAKE_POSE_DISTANCE_H
#define APP_HOST_BAKE_POSE_DISTANCE_H

#include <vector>

#include "app/model/model.h"
#include "crossfade/skeleton/pose.h"

namespace app {

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

}  // namespace app

#endif  // APP_HOST_BAKE_POSE_DISTANCE_H
