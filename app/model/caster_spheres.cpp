#include "app/model/caster_spheres.h"

#include <algorithm>
#include <cmath>

#include <meshoptimizer.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr std::size_t kMinTriangles = 200;
constexpr std::size_t kMaxTriangles = 30'000;
constexpr std::size_t kReduction = 20;
constexpr float kMaxError = 0.02f;  // of the primitive's size

}  // namespace

std::vector<std::uint32_t> coarseIndices(const Primitive& primitive) {
  const std::vector<std::uint32_t>& all = primitive.indices;
  const std::size_t triangles = all.size() / 3;
  if (primitive.topology != Topology::Triangles || triangles < kMinTriangles || triangles > kMaxTriangles) return {};
  std::vector<std::uint32_t> coarse(triangles * 3);
  coarse.resize(meshopt_simplify(coarse.data(), all.data(), triangles * 3, &primitive.positions[0].x,
                                 primitive.positions.size(), sizeof(glm::vec3), triangles / kReduction * 3, kMaxError,
                                 0, nullptr));
  if (coarse.empty() || coarse.size() > all.size() / 2) return {};
  meshopt_optimizeVertexCache(coarse.data(), coarse.data(), coarse.size(), primitive.positions.size());
  return coarse;
}

void addCoarseMeshes(Model& model) {
  for (Mesh& mesh : model.meshes)
    for (Primitive& primitive : mesh.primitives) primitive.coarseIndices = coarseIndices(primitive);
}

namespace {

struct Box {
  glm::vec3 low{INFINITY};
  glm::vec3 high{-INFINITY};
};

void add(Box& box, const glm::vec3& point) {
  box.low = glm::min(box.low, point);
  box.high = glm::max(box.high, point);
}

CasterSphere sphereAround(int joint, const Box& box, float growth) {
  const glm::vec3 half = (box.high - box.low) * 0.5f;
  return {.joint = joint,
          .center = box.low + half,
          .radius = glm::length(half) + growth,
          .occlusionRadius = std::cbrt(half.x * half.y * half.z)};
}

float longestMorph(const Primitive& primitive) {
  float longest = 0;
  for (const MorphTarget& target : primitive.morphTargets) {
    for (const glm::vec3& delta : target.positions) longest = std::max(longest, glm::length(delta));
  }
  return longest;
}

}  // namespace

std::vector<CasterSphere> makeCasterSpheres(const Primitive& primitive) {
  std::vector<CasterSphere> spheres;
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

void addCasterSpheres(Model& model) {
  for (Mesh& mesh : model.meshes)
    for (Primitive& primitive : mesh.primitives) primitive.casters = makeCasterSpheres(primitive);
}

CasterSphere boundingSphere(std::span<const CasterSphere> casters) {
  constexpr float kReach = 1.5f;
  if (casters.empty()) return {};
  Box box;
  for (const CasterSphere& caster : casters) {
    add(box, caster.center - caster.radius);
    add(box, caster.center + caster.radius);
  }
  const glm::vec3 middle = (box.low + box.high) * 0.5f;
  CasterSphere all =
      *std::min_element(casters.begin(), casters.end(), [&](const CasterSphere& a, const CasterSphere& b) {
        return glm::length(a.center - middle) < glm::length(b.center - middle);
      });
  if (casters.size() == 1) return all;
  all.center = middle;
  for (const CasterSphere& caster : casters)
    all.radius = std::max(all.radius, glm::length(caster.center - middle) + caster.radius);
  all.radius *= kReach;
  return all;
}

}  // namespace app
