// What readers of several formats make of the numbers in a file: of vertices, colors and weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/import/file/import_limits.h"
#include "app/model/mesh.h"

namespace app {

/// Finite, and not so large that its square would not be.
inline bool isUsable(float value) { return std::abs(value) <= limits::kMaxMagnitude; }  // false for NaN
template <glm::length_t kSize>
bool isUsable(const glm::vec<kSize, float>& value) {
  for (glm::length_t i = 0; i < kSize; ++i)
    if (!isUsable(value[i])) return false;
  return true;
}
inline bool isUsable(const glm::mat4& value) {
  return isUsable(value[0]) && isUsable(value[1]) && isUsable(value[2]) && isUsable(value[3]);
}
/// For what shading and textures can do without.
template <glm::length_t kSize>
glm::vec<kSize, float> usableOr(const glm::vec<kSize, float>& value, const glm::vec<kSize, float>& otherwise) {
  return isUsable(value) ? value : otherwise;
}

/// Of a color in sRGB; values outside 0 to 1 are clamped.
inline glm::vec3 linearColor(const glm::vec3& srgb) { return glm::convertSRGBToLinear(glm::clamp(srgb, 0.0f, 1.0f)); }

/// Of a Blinn-Phong exponent above 0.
inline float roughnessOfExponent(float exponent) { return std::clamp(std::sqrt(2 / (exponent + 2)), 0.05f, 1.0f); }

/// A joint that a vertex follows.
struct JointWeight {
  std::uint16_t joint = 0;  // index into Skin::joints
  float weight = 0;         // above 0, finite
};

/// The four strongest, with weights that sum to 1; of equal ones, the first. Without any, the vertex follows
/// `otherwise`. Sorts `weights`.
inline Influences strongestInfluences(std::vector<JointWeight>& weights, std::uint16_t otherwise) {
  Influences result;
  std::ranges::stable_sort(weights, std::greater(), &JointWeight::weight);
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
