#include "app/model/match_points.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace app {

std::vector<int> matchedJoints(const Model& model) {
  std::vector<int> joints;
  for (const Skin& skin : model.skins) joints.insert(joints.end(), skin.joints.begin(), skin.joints.end());
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  if (!joints.empty()) return joints;
  joints.resize(static_cast<std::size_t>(model.skeleton.jointCount()));
  std::iota(joints.begin(), joints.end(), 0);
  return joints;
}

bool isCycle(const crossfade::LoopSeam& seam) {
  constexpr double kSteps = 2;
  return seam.rotationRatio <= kSteps && seam.translationRatio <= kSteps;
}

}  // namespace app
