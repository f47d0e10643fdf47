#include "crossfade/skeleton/joint_mask.h"

#include <algorithm>
#include <string>
#include <utility>

#include "crossfade/base/assert.h"
#include "crossfade/base/number_text.h"
#include "crossfade/skeleton/skeleton.h"

namespace crossfade {

Result<JointMask> JointMask::make(std::vector<float> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!(weights[i] >= 0 && weights[i] <= 1))
      return Error{"mask: the weight of joint " + std::to_string(i) + " is " + formatNumber(weights[i]) +
                   ", not between 0 and 1"};
  return JointMask(std::move(weights));
}

JointMask JointMask::ofSubtree(const Skeleton& skeleton, int root, int featherJoints) {
  CROSSFADE_ASSERT(root >= 0 && root < skeleton.jointCount(), "JointMask::ofSubtree: the skeleton has no such root");
  CROSSFADE_ASSERT(featherJoints >= 0, "JointMask::ofSubtree: featherJoints is below 0");
  const auto parents = skeleton.parents();
  const float levels = static_cast<float>(std::max(featherJoints, 0)) + 1;
  std::vector<int> depth(parents.size(), -1);  // levels below the root; -1: outside
  std::vector<float> weights(parents.size(), 0);
  for (std::size_t i = static_cast<std::size_t>(root); i < parents.size(); ++i) {
    const int parentDepth = parents[i] < 0 ? -1 : depth[static_cast<std::size_t>(parents[i])];
    if (parentDepth < 0 && i != static_cast<std::size_t>(root)) continue;
    depth[i] = parentDepth + 1;
    weights[i] = std::min(1.0f, static_cast<float>(depth[i] + 1) / levels);
  }
  return JointMask(std::move(weights));
}

JointMask JointMask::inverted() const {
  std::vector<float> weights(weights_.size());
  std::transform(weights_.begin(), weights_.end(), weights.begin(), [](float weight) { return 1 - weight; });
  return JointMask(std::move(weights));
}

}  // namespace crossfade
