// One weight per joint, so that a clip can move just the arms, with a soft edge.
#ifndef CROSSFADE_SKELETON_JOINT_MASK_H
#define CROSSFADE_SKELETON_JOINT_MASK_H

#include <span>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"

namespace crossfade {

class Skeleton;

/// Weights in [0, 1]. Immutable.
class CROSSFADE_API JointMask {
 public:
  /// One weight per joint; the error names the first that is not between 0 and 1.
  static Result<JointMask> make(std::vector<float> weights);
  /// `root` and all its descendants. With `featherJoints` = n the weight ramps up over the first n levels from the
  /// root: 1/(n+1) at the root, n/(n+1) at the n-th, 1 below. A root that is no joint of the skeleton: 0 everywhere.
  /// `featherJoints` below 0 counts as 0.
  static JointMask ofSubtree(const Skeleton& skeleton, int root, int featherJoints = 0);
  /// 1 - weight for each joint: the rest of the body.
  JointMask inverted() const;

  /// 1 for joints outside the mask's range.
  float weight(int joint) const {
    return joint >= 0 && static_cast<std::size_t>(joint) < weights_.size() ? weights_[static_cast<std::size_t>(joint)]
                                                                           : 1;
  }
  std::span<const float> weights() const { return weights_; }

 private:
  explicit JointMask(std::vector<float> weights) : weights_(std::move(weights)) {}

  std::vector<float> weights_;
};

}  // namespace crossfade

#endif  // CROSSFADE_SKELETON_JOINT_MASK_H
