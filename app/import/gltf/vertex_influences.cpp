#include "app/import/gltf/vertex_influences.h"

#include <cmath>

namespace app {
namespace {

/// `weight`, or 0 and a flag where it is not finite or negative.
float usableWeight(float weight, bool& notFinite, bool& negative) {
  if (!std::isfinite(weight)) {
    notFinite = true;
    return 0;
  }
  if (weight < 0) {
    negative = true;
    return 0;
  }
  return weight;
}

float scaled(float weight, double sum, float steps) {
  const double normalized = static_cast<double>(weight) / sum;
  if (steps == 0) return static_cast<float>(normalized);
  const auto all = static_cast<double>(steps);
  return static_cast<float>(std::round(normalized * all) / all);
}

}  // namespace

std::vector<std::vector<Influences>> normalizedInfluences(std::span<const InfluenceSet> sets, std::size_t vertexCount,
                                                          InfluenceRepairs& repairs) {
  std::vector<std::vector<Influences>> result(sets.size(), std::vector<Influences>(vertexCount));
  for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
    // differs from three.js: it keeps NaN weights, which make the vertex disappear, and negative ones.
    bool notFinite = false, negative = false;
    double sum = 0;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      for (std::size_t k = 0; k < 4; ++k) {
        const float weight = usableWeight(sets[set].weights[vertex * 4 + k], notFinite, negative);
        result[set][vertex].weights[k] = weight;
        sum += static_cast<double>(weight);
      }
    }
    if (notFinite) ++repairs.notFinite;
    if (negative) ++repairs.negative;
    if (!(sum > 0)) {
      ++repairs.unweighted;
      result.front()[vertex].weights[0] = 1;
      sum = 1;
    }
    for (std::size_t set = 0; set < sets.size(); ++set) {
      Influences& here = result[set][vertex];
      for (std::size_t k = 0; k < 4; ++k) {
        here.weights[k] = scaled(here.weights[k], sum, sets[set].weightSteps);
        here.joints[k] =
            here.weights[k] > 0 ? static_cast<std::uint16_t>(sets[set].joints[vertex * 4 + k]) : std::uint16_t{0};
      }
    }
  }
  return result;
}

}  // namespace app
