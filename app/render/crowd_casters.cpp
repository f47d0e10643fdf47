#include "app/render/crowd_casters.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/render/pose_upload.h"

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

void CrowdCasters::append(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                          std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders) {
  if (item.copies <= kDetailedCopies) {
    for (int copy = 0; copy < item.copies; ++copy)
      appendWorldSpheres(primitive.casters, matricesOf(list, item, copy), spheres, occluders);
    return;
  }
  copies_.clear();
  const std::size_t joint = static_cast<std::size_t>(std::max(primitive.bounds.joint, 0));
  for (int copy = 0; copy < item.copies; ++copy) {
    const std::span<const glm::mat4> matrices = matricesOf(list, item, copy);
    if (joint >= matrices.size()) continue;
    const glm::vec4 sphere = worldSphere(primitive.bounds, matrices[joint]);
    const float distance = glm::length(glm::vec3(sphere) - list.eye);
    if (!std::isfinite(distance + sphere.w)) continue;
    spheres.push_back(sphere);
    copies_.push_back({.distance = distance, .index = copy});
  }
  appendNearest(primitive, list, item, spheres, occluders);
}

void CrowdCasters::appendNearest(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                                 std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders) {
  constexpr float kFade = 0.25f;  // as a fraction of the distance at which occluders have vanished
  float gone = INFINITY;
  if (copies_.size() > kDetailedCopies) {
    const auto last = copies_.begin() + kDetailedCopies;
    std::nth_element(copies_.begin(), last, copies_.end(),
                     [](const Copy& a, const Copy& b) { return a.distance < b.distance; });
    gone = last->distance;
    copies_.erase(last, copies_.end());
  }
  for (const Copy& copy : copies_) {
    const std::size_t before = occluders.size();
    appendWorldSpheres(primitive.casters, matricesOf(list, item, copy.index), spheres, occluders);
    if (!(gone < INFINITY)) continue;
    const float fade = std::clamp((gone - copy.distance) / std::max(kFade * gone, 1e-6f), 0.0f, 1.0f);
    for (std::size_t i = before; i < occluders.size(); ++i) occluders[i].w *= fade;
  }
}

}  // namespace app
