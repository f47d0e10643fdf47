// How much each joint takes part: one weight per joint, so that a clip can move the arms only, with a soft edge.
#pragma once

#include <span>
#include <vector>

#include "crossfade/base/result.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

/// Weights in [0, 1]. Immutable after it is made.
class JointMask {
 public:
  /// One weight per joint; the error names the first that is not between 0 and 1.
  static Result<JointMask> make(std::vector<float> weights);
  /// `root` and everything below it. With `featherJoints` = n the weight grows over the first n joints from the root
  /// down: 1/(n+1) at the root, n/(n+1) at the n-th, 1 below. The root must be a joint of the skeleton, `featherJoints`
  /// at least 0 (assert).
  static JointMask ofSubtree(const Skeleton& skeleton, int root, int featherJoints = 0);
  /// 1 where this is 0, and the other way round: what the rest of the body gets.
  JointMask inverted() const;

  /// 1 for what is no joint of the mask.
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
