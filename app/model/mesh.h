// Meshes, their skins and morph targets, and the nodes that show them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace app {

/// Offsets from the base mesh; each array is empty or has one element per vertex.
struct MorphTarget {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
};

enum class Topology { Points, Lines, Triangles };  // strips, loops and fans are unrolled by the importer

/// Of a point, a line or a triangle.
constexpr std::size_t cornersOf(Topology topology) {
  static_assert(static_cast<int>(Topology::Triangles) == 2);
  return 1 + static_cast<std::size_t>(topology);
}

/// Up to four joints of a skin and their weights. Over all sets of a vertex they sum to 1, up to the rounding
/// of integers.
struct Influences {
  std::array<std::uint16_t, 4> joints{};  // indices into Skin::joints
  std::array<float, 4> weights{};
};

/// Bounds the vertices that follow one joint, in mesh space.
struct CasterSphere {
  int joint = -1;  // into Skin::joints; -1: the whole primitive, which is not skinned
  glm::vec3 center{0.0f};
  float radius = 0.0f;           // includes each morph target alone at weight 1
  float occlusionRadius = 0.0f;  // of a sphere with about the volume of the box of these vertices; 0 if flat
};

/// What a primitive has instead of its material in one variant.
struct VariantMaterial {
  int variant = 0;  // into Model::variants
  int material = 0;
};

/// Fewer triangles over the same vertices, so that skins and morph targets stay.
struct DetailLevel {
  std::vector<std::uint32_t> indices;
  float error = 0;  // how far the surface of the rest pose is off, as a fraction of the primitive's longest side
};

/// Vertex i is element i of the file's POSITION accessor. Attribute arrays are empty or have one element per vertex.
struct Primitive {
  Topology topology = Topology::Triangles;
  int material = -1;                              // -1: Material{}
  std::vector<VariantMaterial> variantMaterials;  // sorted, each variant at most once; others keep `material`
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3>
      normals;  // none: triangles are shaded flat (glTF 2.0, 3.7.2.1), points and lines without light
  std::vector<glm::vec4> tangents;  // w is the handedness
  std::array<std::vector<glm::vec2>, 2> uvs;
  std::vector<glm::vec4> colors;                    // linear
  std::vector<std::vector<Influences>> influences;  // per set: JOINTS_0 only, unless all sets were asked for
  std::vector<std::uint32_t> indices;               // empty: vertices in order
  std::vector<DetailLevel> detailLevels;            // with fewer and fewer triangles, see caster_spheres.h
  std::vector<CasterSphere> casters;                // see caster_spheres.h; empty: not computed yet, or no vertices
  std::vector<MorphTarget> morphTargets;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<std::string> morphTargetNames;  // one per target, made up where the file has none
};

/// palette[i] = model matrix of skeleton joint `joints[i]` * inverseBinds[i].
struct Skin {
  std::string name;
  std::vector<int> joints;  // indices into the skeleton
  std::vector<glm::mat4> inverseBinds;
};

/// A mesh attached to a node. A skinned instance ignores the node's own transform (glTF 2.0, 3.7.3.3).
struct MeshInstance {
  int node = 0;  // index into the skeleton
  int mesh = 0;
  int skin = -1;
  int morphOffset = 0;  // first of this instance's weights in Pose::morphWeights
  int morphCount = 0;
  bool inScene = true;       // false: outside the file's default scene, hidden, or a collider; not drawn
  std::vector<int> shownBy;  // offsets into Pose::morphWeights: drawn while all of them are at least one half
};

/// The material of a primitive; `variant`: into Model::variants, -1: none.
inline int materialOf(const Primitive& primitive, int variant) {
  const auto& all = primitive.variantMaterials;
  const auto found = std::ranges::lower_bound(all, variant, {}, &VariantMaterial::variant);
  return found != all.end() && found->variant == variant ? found->material : primitive.material;
}

}  // namespace app
