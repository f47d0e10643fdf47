#include "app/render/world_spheres.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace app {
namespace {

float scaleOf(const glm::mat4& matrix) {
  return std::max(
      {glm::length(glm::vec3(matrix[0])), glm::length(glm::vec3(matrix[1])), glm::length(glm::vec3(matrix[2]))});
}

}  // namespace

glm::vec4 worldSphere(const CasterSphere& caster, const glm::mat4& matrix) {
  return {glm::vec3(matrix * glm::vec4(caster.center, 1.0f)), caster.radius * scaleOf(matrix)};
}

void appendWorldSpheres(std::span<const CasterSphere> casters, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders) {
  for (const CasterSphere& caster : casters) {
    const std::size_t index = matrices.size() == 1 ? 0 : static_cast<std::size_t>(std::max(caster.joint, 0));
    if (index >= matrices.size()) continue;
    const glm::mat4& matrix = matrices[index];
    const float scale = scaleOf(matrix);
    const glm::vec4 sphere(glm::vec3(matrix * glm::vec4(caster.center, 1.0f)), caster.radius * scale);
    if (!std::isfinite(sphere.x + sphere.y + sphere.z + sphere.w)) continue;
    spheres.push_back(sphere);
    occluders.emplace_back(glm::vec3(sphere), caster.occlusionRadius * scale);
  }
}

}  // namespace app
