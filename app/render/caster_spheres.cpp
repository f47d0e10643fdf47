#include "app/render/caster_spheres.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

struct Box {
  glm::vec3 low{INFINITY};
  glm::vec3 high{-INFINITY};
};

void add(Box& box, const glm::vec3& point) {
  box.low = glm::min(box.low, point);
  box.high = glm::max(box.high, point);
}

PartSphere sphereAround(int joint, const Box& box, float growth) {
  const glm::vec3 half = (box.high - box.low) * 0.5f;
  return {.joint = joint,
          .center = box.low + half,
          .radius = glm::length(half) + growth,
          .bulk = std::cbrt(half.x * half.y * half.z)};
}

float longestMorph(const Primitive& primitive) {
  float longest = 0;
  for (const MorphTarget& target : primitive.morphTargets) {
    for (const glm::vec3& delta : target.positions) longest = std::max(longest, glm::length(delta));
  }
  return longest;
}

float scaleOf(const glm::mat4& matrix) {
  return std::max(
      {glm::length(glm::vec3(matrix[0])), glm::length(glm::vec3(matrix[1])), glm::length(glm::vec3(matrix[2]))});
}

}  // namespace

std::vector<PartSphere> partSpheres(const Primitive& primitive) {
  std::vector<PartSphere> spheres;
  const float growth = longestMorph(primitive);
  if (primitive.influences.empty()) {
    Box box;
    for (const glm::vec3& position : primitive.positions) add(box, position);
    if (!primitive.positions.empty()) spheres.push_back(sphereAround(-1, box, growth));
    return spheres;
  }
  std::vector<Box> boxes;
  for (const std::vector<Influences>& set : primitive.influences) {
    for (std::size_t vertex = 0; vertex < set.size(); ++vertex) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (!(set[vertex].weights[i] > 0)) continue;
        const std::size_t joint = set[vertex].joints[i];
        if (joint >= boxes.size()) boxes.resize(joint + 1);
        add(boxes[joint], primitive.positions[vertex]);
      }
    }
  }
  for (std::size_t joint = 0; joint < boxes.size(); ++joint) {
    if (boxes[joint].low.x <= boxes[joint].high.x)
      spheres.push_back(sphereAround(static_cast<int>(joint), boxes[joint], growth));
  }
  return spheres;
}

PartSphere sphereOfAll(std::span<const PartSphere> parts) {
  constexpr float kReach = 1.5f;
  if (parts.empty()) return {};
  Box box;
  for (const PartSphere& part : parts) {
    add(box, part.center - part.radius);
    add(box, part.center + part.radius);
  }
  const glm::vec3 middle = (box.low + box.high) * 0.5f;
  PartSphere all = *std::min_element(parts.begin(), parts.end(), [&](const PartSphere& a, const PartSphere& b) {
    return glm::length(a.center - middle) < glm::length(b.center - middle);
  });
  if (parts.size() == 1) return all;
  all.center = middle;
  for (const PartSphere& part : parts)
    all.radius = std::max(all.radius, glm::length(part.center - middle) + part.radius);
  all.radius *= kReach;
  return all;
}

glm::vec4 worldSphere(const PartSphere& part, const glm::mat4& matrix) {
  return {glm::vec3(matrix * glm::vec4(part.center, 1.0f)), part.radius * scaleOf(matrix)};
}

void appendWorldSpheres(std::span<const PartSphere> parts, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& balls) {
  for (const PartSphere& part : parts) {
    const std::size_t index = matrices.size() == 1 ? 0 : static_cast<std::size_t>(std::max(part.joint, 0));
    if (index >= matrices.size()) continue;
    const glm::mat4& matrix = matrices[index];
    const float scale = scaleOf(matrix);
    const glm::vec4 sphere(glm::vec3(matrix * glm::vec4(part.center, 1.0f)), part.radius * scale);
    if (!std::isfinite(sphere.x + sphere.y + sphere.z + sphere.w)) continue;
    spheres.push_back(sphere);
    balls.emplace_back(glm::vec3(sphere), part.bulk * scale);
  }
}

}  // namespace app
