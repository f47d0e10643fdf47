#include "app/model/caster_spheres.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <meshoptimizer.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace app {
namespace {

constexpr std::size_t kMinTriangles = 200;
constexpr std::size_t kMaxTriangles = 30'000;

struct Reduction {
  float aim;       // of the triangles
  float most;      // of the triangles; with more, the level is not worth having
  float maxError;  // DetailLevel::error
};
constexpr std::array kReductions{Reduction{0.5f, 0.67f, 0.0008f}, Reduction{0.3f, 0.5f, 0.0015f},
                                 Reduction{0.05f, 0.5f, 0.02f}};

DetailLevel reduced(const Primitive& primitive, const Reduction& how) {
  const std::size_t triangles = primitive.indices.size() / 3;
  const auto aim = static_cast<std::size_t>(how.aim * static_cast<float>(triangles));
  DetailLevel level{.indices = std::vector<std::uint32_t>(triangles * 3)};
  level.indices.resize(meshopt_simplify(level.indices.data(), primitive.indices.data(), triangles * 3,
                                        &primitive.positions[0].x, primitive.positions.size(), sizeof(glm::vec3),
                                        aim * 3, how.maxError, 0, &level.error));
  if (static_cast<float>(level.indices.size()) > how.most * static_cast<float>(triangles * 3)) return {};
  return level;
}

/// Textures move with the vertices that are left, which the error does not tell.
bool hasTextures(const Model& model, const Primitive& primitive) {
  const auto has = [&](int material) {
    return material >= 0 && std::ranges::any_of(kTexturesOfMaterial, [&](TextureRef Material::*texture) {
             return (model.materials[static_cast<std::size_t>(material)].*texture).image >= 0;
           });
  };
  return has(primitive.material) || std::ranges::any_of(primitive.variantMaterials, has, &VariantMaterial::material);
}

}  // namespace

std::vector<DetailLevel> detailLevels(const Primitive& primitive, bool forCopies) {
  const std::size_t triangles = primitive.indices.size() / 3;
  if (primitive.topology != Topology::Triangles || triangles < kMinTriangles || triangles > kMaxTriangles) return {};
  std::vector<DetailLevel> levels;
  for (const Reduction& how : std::span(kReductions).subspan(forCopies ? kReductions.size() - 1 : 0)) {
    DetailLevel level = reduced(primitive, how);
    if (level.indices.empty()) continue;
    meshopt_optimizeVertexCache(level.indices.data(), level.indices.data(), level.indices.size(),
                                primitive.positions.size());
    levels.push_back(std::move(level));
  }
  return levels;
}

void addDetailLevels(Model& model) {
  for (Mesh& mesh : model.meshes)
    for (Primitive& primitive : mesh.primitives)
      primitive.detailLevels = detailLevels(primitive, primitive.normals.empty() || hasTextures(model, primitive));
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
