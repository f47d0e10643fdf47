#include "crossfade/skeleton/joint_mask.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "crossfade/base/number_text.h"

namespace crossfade {

Result<JointMask> JointMask::make(std::vector<float> weights) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!(weights[i] >= 0 && weights[i] <= 1))
      return Error{"mask: the weight of joint " + std::to_string(i) + " is " + formatNumber(weights[i]) +
                   ", not between 0 and 1"};
  return JointMask(std::move(weights));
}

JointMask JointMask::ofSubtree(const Skeleton& skeleton, int root, int featherJoints) {
  assert(root >= 0 && root < skeleton.jointCount() && featherJoints >= 0);
  const auto parents = skeleton.parents();
  std::vector<int> depth(parents.size(), -1);  // levels below the root; -1: outside
  std::vector<float> weights(parents.size(), 0);
  for (std::size_t i = static_cast<std::size_t>(root); i < parents.size(); ++i) {
    const int parentDepth = parents[i] < 0 ? -1 : depth[static_cast<std::size_t>(parents[i])];
    if (parentDepth < 0 && i != static_cast<std::size_t>(root)) continue;
    depth[i] = parentDepth + 1;
    weights[i] = std::min(1.0f, static_cast<float>(depth[i] + 1) / static_cast<float>(featherJoints + 1));
  }
  return JointMask(std::move(weights));
}

JointMask JointMask::inverted() const {
  std::vector<float> weights(weights_.size());
  std::transform(weights_.begin(), weights_.end(), weights.begin(), [](float weight) { return 1 - weight; });
  return JointMask(std::move(weights));
}

}  // namespace crossfade
