#include "app/import/file/import_values.h"

namespace app {

Influences strongestInfluences(std::vector<JointWeight>& weights, std::uint16_t otherwise) {
  Influences result;
  std::stable_sort(weights.begin(), weights.end(),
                   [](const JointWeight& a, const JointWeight& b) { return a.weight > b.weight; });
  if (weights.size() > result.weights.size()) weights.resize(result.weights.size());
  float sum = 0;
  for (const JointWeight& each : weights) sum += each.weight;
  if (!(sum > 0)) return {.joints = {otherwise}, .weights = {1}};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    result.joints[i] = weights[i].joint;
    result.weights[i] = weights[i].weight / sum;
  }
  return result;
}

}  // namespace app
