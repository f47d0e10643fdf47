#include "app/import/fbx/fbx_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "app/import/fbx/fbx_clips.h"
#include "app/import/fbx/fbx_deform.h"
#include "app/import/fbx/fbx_geometry.h"
#include "app/import/fbx/fbx_legacy.h"
#include "app/import/fbx/fbx_materials.h"
#include "app/import/fbx/fbx_nodes.h"
#include "app/import/fbx/fbx_views.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/wrong_file.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

// Skinned FBX geometries that several nodes show.

/// By geometry and node: the copy of each joint. Empty: the skin moves it by the joints themselves.
using FbxJointCopies = std::map<std::pair<std::int64_t, int>, std::map<int, int>>;

/// Each once: a file may connect them twice.
std::set<int> nodesThatShow(const FbxScene& scene, const FbxNodes& nodes, const FbxObject& geometry) {
  std::set<int> result;
  for (const FbxLink& link : scene.destinationsOf(geometry.id))
    if (const int node = nodes.nodeOf(link.object); node >= 0) result.insert(node);
  return result;
}

/// The joints and all nodes above them, without the root.
std::set<int> withAncestors(const FbxNodes& nodes, const std::vector<int>& joints) {
  std::set<int> result;
  for (int node : joints)
    for (; node > 0 && result.insert(node).second; node = nodes.nodes[static_cast<std::size_t>(node)].parent) {
    }
  return result;
}

FbxTransform transformOfMatrix(const glm::mat4& matrix) {
  const crossfade::DoubleTransform parts = crossfade::toDouble(crossfade::fromMatrix(matrix));
  FbxTransform result;
  result.translation = parts.translation;
  result.rotationQuat = parts.rotation;
  result.scaling = parts.scale;
  return result;
}

/// All instances show one deformed shape, each where its node is (Maya): a joint moves the mesh in the space of the
/// mesh, and its node moves the result. So each instance gets copies of the joints below its node, which move like
/// these.
FbxJointCopies addJointCopies(const FbxScene& scene, FbxNodes& nodes) {
  FbxJointCopies result;
  const auto add = [&](FbxNode node) {
    if (nodes.nodes.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " nodes");
    nodes.nodes.push_back(std::move(node));
    return static_cast<int>(nodes.nodes.size()) - 1;
  };
  for (const FbxObject& geometry : scene.objects()) {
    if (geometry.kind != "Geometry") continue;
    const std::set<int> owners = nodesThatShow(scene, nodes, geometry);
    if (owners.size() < 2) continue;
    ImportReport ignored;  // reading the skin for the mesh reports the same
    const std::optional<FbxSkin> skin = readFbxSkin(scene, nodes, geometry, 0, ignored);
    if (!skin || !(std::abs(glm::determinant(skin->meshWhenBound)) > 1e-30f)) continue;
    const std::set<int> copied = withAncestors(nodes, skin->joints);
    for (const int owner : owners) {
      const std::string of = " (" + nodes.nodes[static_cast<std::size_t>(owner)].name + ")";
      const int base = add({.parent = owner,
                            .name = "bind pose" + of,
                            .transform = transformOfMatrix(glm::inverse(skin->meshWhenBound))});
      std::map<int, int>& copies = result[{geometry.id, owner}];
      for (const int node : copied) {  // parents first, as their indices are lower
        FbxNode copy = nodes.nodes[static_cast<std::size_t>(node)];
        const auto parent = copies.find(copy.parent);
        if (parent == copies.end()) copy.transform.ignoresParentScale = false;  // the root has none
        copy.parent = parent == copies.end() ? base : parent->second;
        copy.name += of;
        copies[node] = add(std::move(copy));
      }
    }
  }
  return result;
}

struct Vec3Shape {
  std::vector<glm::vec3> offsets, normals;  // one per control point
};

Vec3Shape expanded(const FbxShape& shape, std::size_t pointCount) {
  Vec3Shape result{.offsets = std::vector<glm::vec3>(pointCount), .normals = {}};
  const bool hasNormals = shape.normals.size() >= 3 * shape.points.size() && !shape.points.empty();
  if (hasNormals) result.normals.resize(pointCount);
  const auto usable = [](double value) {
    return std::abs(value) <= static_cast<double>(limits::kMaxMagnitude) ? static_cast<float>(value) : 0.0f;
  };
  for (std::size_t i = 0; i < shape.points.size() && 3 * i + 2 < shape.offsets.size(); ++i) {
    const auto point = static_cast<std::size_t>(shape.points[i]);
    if (point >= pointCount) continue;
    for (int k = 0; k < 3; ++k) {
      const std::size_t at = 3 * i + static_cast<std::size_t>(k);
      result.offsets[point][k] = usable(shape.offsets[at]);
      if (hasNormals) result.normals[point][k] = usable(shape.normals[at]);
    }
  }
  return result;
}

/// A geometry with what bends it. Read once, however many nodes show it.
struct Geometry {
  std::vector<FbxPart> parts;  // with influences and morph targets, but without materials
  std::optional<FbxSkin> skin;
  FbxMorph morph;
  int unshown = 0;  // how many nodes still have to show it
};

void addMorphTargets(const std::vector<Vec3Shape>& shapes, FbxPart& part) {
  Primitive& primitive = part.primitive;
  for (const Vec3Shape& shape : shapes) {
    MorphTarget target;
    target.positions.reserve(part.points.size());
    for (const std::uint32_t point : part.points) target.positions.push_back(shape.offsets[point]);
    if (!shape.normals.empty() && !primitive.normals.empty()) {
      target.normals.reserve(part.points.size());
      for (const std::uint32_t point : part.points) target.normals.push_back(shape.normals[point]);
    }
    primitive.morphTargets.push_back(std::move(target));
  }
}

/// A vertex that no cluster moves follows the node: the joint behind those of the clusters.
void addInfluences(const FbxSkin& skin, FbxPart& part) {
  std::vector<Influences> influences;
  influences.reserve(part.points.size());
  for (const std::uint32_t point : part.points) {
    influences.push_back(skin.points[point]);
    if (influences.back().weights == std::array<float, 4>{})
      influences.back() = {.joints = {static_cast<std::uint16_t>(skin.joints.size())}, .weights = {1}};
  }
  part.primitive.influences = {std::move(influences)};
}

void apply(const glm::mat4& geometric, Primitive& primitive) {
  if (geometric == glm::mat4(1)) return;
  const glm::mat3 linear(geometric);
  const bool isInvertible = std::abs(glm::determinant(linear)) > 1e-30f;
  const glm::mat3 forNormals = isInvertible ? glm::transpose(glm::inverse(linear)) : glm::mat3(1);
  for (glm::vec3& position : primitive.positions) position = glm::vec3(geometric * glm::vec4(position, 1));
  for (glm::vec3& normal : primitive.normals) {
    const glm::vec3 turned = forNormals * normal;
    const float length = glm::length(turned);
    if (length > 0 && std::isfinite(length)) normal = turned / length;
  }
  for (MorphTarget& target : primitive.morphTargets) {
    for (glm::vec3& offset : target.positions) offset = linear * offset;
    for (glm::vec3& offset : target.normals) offset = forNormals * offset;
  }
}

/// Whether a node hides the back faces of its meshes: most files say no, and modeling programs show both sides.
bool hidesBacks(const FbxObject& node) { return node.record->textIn("Culling").starts_with("CullingOn"); }

/// What a node shows.
struct Shown {
  std::vector<const FbxObject*> geometries;  // each once: a file may connect one twice
  std::vector<const FbxObject*> materials;
};

Shown shownBy(const FbxScene& scene, const FbxObject& node) {
  Shown shown;
  std::set<const FbxObject*> known;
  for (const FbxLink& link : scene.sourcesOf(node.id)) {
    if (!link.property.empty()) continue;
    if (link.object->kind == "Material") shown.materials.push_back(link.object);
    if (link.object->kind == "Geometry" && known.insert(link.object).second) shown.geometries.push_back(link.object);
  }
  return shown;
}

class FbxMeshes {
 public:
  FbxMeshes(const FbxScene& scene, const FbxNodes& nodes, const FbxJointCopies& copies, FbxMaterials& materials,
            Model& model)
      : scene_(scene), nodes_(nodes), copies_(copies), materials_(materials), model_(model) {}

  void addAll(const ImportWatch& watch) {
    std::map<int, Shown> shown;  // by node
    for (std::size_t i = 0; i < nodes_.nodes.size(); ++i) {
      const FbxObject* const node = nodes_.nodes[i].model;
      if (!node || nodes_.nodeOf(node) != static_cast<int>(i)) continue;
      Shown here = shownBy(scene_, *node);
      for (const FbxObject* const geometry : here.geometries) {
        Use& use = uses_[geometry->id];
        ++use.nodes;
        use.slotCount = std::max(use.slotCount, here.materials.size());
      }
      if (!here.geometries.empty()) shown.emplace(static_cast<int>(i), std::move(here));
    }
    std::size_t done = 0;
    for (const auto& [node, here] : shown) {
      watch.at(done++, shown.size());
      for (const FbxObject* const geometry : here.geometries) addMesh(*geometry, node, here.materials, watch);
    }
  }
  const std::vector<FbxMorphedNode>& morphs() const { return morphs_; }

 private:
  /// By how many nodes a geometry is shown, and the most materials that one of them has.
  struct Use {
    int nodes = 0;
    std::size_t slotCount = 0;
  };

  Geometry& geometryOf(const FbxObject& object, std::string_view name, const ImportWatch& watch) {
    const auto [entry, isNew] = geometries_.try_emplace(object.id);
    Geometry& geometry = entry->second;
    if (!isNew) return geometry;
    const Use& use = uses_.at(object.id);
    geometry.unshown = use.nodes;
    const FbxGeometry read = readFbxGeometry(object, name, use.slotCount, model_.report);
    geometry.parts = primitivesOf(read, name, model_.report, watch);
    if (geometry.parts.empty()) return geometry;
    const std::size_t points = read.points.size();
    geometry.skin = readFbxSkin(scene_, nodes_, object, points, model_.report);
    geometry.morph = readFbxMorph(scene_, object);
    requireFewMorphed(points * geometry.morph.shapes.size());
    std::vector<Vec3Shape> shapes;
    for (const FbxShape& shape : geometry.morph.shapes) shapes.push_back(expanded(shape, points));
    for (FbxPart& part : geometry.parts) {
      addMorphTargets(shapes, part);
      if (geometry.skin) addInfluences(*geometry.skin, part);
    }
    return geometry;
  }

  static void requireFewMorphed(std::uint64_t count) {
    if (count > limits::kMorphedVertices)
      refuse("its morph targets have more than ", limits::kMorphedVertices, " vertices");
  }

  void addMesh(const FbxObject& object, int joint, const std::vector<const FbxObject*>& materials,
               const ImportWatch& watch) {
    const FbxNode& node = nodes_.nodes[static_cast<std::size_t>(joint)];
    Mesh mesh{.name = object.name.empty() ? node.name : object.name, .primitives = {}, .morphTargetNames = {}};
    Geometry& geometry = geometryOf(object, mesh.name, watch);
    const bool isLast = --geometry.unshown == 0;
    if (geometry.parts.empty()) return;
    if (model_.meshes.size() == limits::kMeshes) refuse("it has more than ", limits::kMeshes, " meshes");
    const glm::mat4 geometric(geometricTransformOf(scene_, *node.model));
    for (FbxPart& part : geometry.parts) {
      if ((vertices_ += part.points.size()) > limits::kVertices)
        refuse("it has more than ", limits::kVertices, " vertices");
      requireFewMorphed(morphed_ += part.points.size() * geometry.morph.shapes.size());
      mesh.primitives.push_back(isLast ? std::move(part.primitive) : part.primitive);
      const auto slot = static_cast<std::size_t>(part.slot);
      const int material = materials_.indexOf(slot < materials.size() ? materials[slot] : nullptr);
      mesh.primitives.back().material = material;
      if (!hidesBacks(*node.model)) model_.materials[static_cast<std::size_t>(material)].doubleSided = true;
      apply(geometric, mesh.primitives.back());
    }
    for (const FbxShape& shape : geometry.morph.shapes) mesh.morphTargetNames.push_back(shape.name);
    addInstance(object, geometry, joint, std::move(mesh));
  }

  void addInstance(const FbxObject& object, const Geometry& geometry, int joint, Mesh mesh) {
    MeshInstance instance{.node = joint, .mesh = static_cast<int>(model_.meshes.size())};
    if (geometry.skin) {
      Skin skin{.name = mesh.name, .joints = geometry.skin->joints, .inverseBinds = geometry.skin->inverseBinds};
      if (const auto copies = copies_.find({object.id, joint}); copies != copies_.end())
        for (int& each : skin.joints) each = copies->second.at(each);
      skin.joints.push_back(joint);
      skin.inverseBinds.emplace_back(1);
      instance.skin = static_cast<int>(model_.skins.size());
      model_.skins.push_back(std::move(skin));
    }
    instance.morphOffset = static_cast<int>(model_.restMorphWeights.size());
    instance.morphCount = static_cast<int>(mesh.morphTargetNames.size());
    std::vector<float> weights(mesh.morphTargetNames.size());
    for (const FbxChannel& channel : geometry.morph.channels) setShapeWeights(channel, channel.restWeight, weights);
    model_.restMorphWeights.insert(model_.restMorphWeights.end(), weights.begin(), weights.end());
    if (!weights.empty()) morphs_.push_back({joint, geometry.morph.channels, weights.size()});
    model_.meshes.push_back(std::move(mesh));
    model_.instances.push_back(instance);
  }

  const FbxScene& scene_;
  const FbxNodes& nodes_;
  const FbxJointCopies& copies_;
  FbxMaterials& materials_;
  Model& model_;
  std::map<std::int64_t, Use> uses_;  // of geometries, as the next
  std::map<std::int64_t, Geometry> geometries_;
  std::vector<FbxMorphedNode> morphs_;
  std::uint64_t vertices_ = 0, morphed_ = 0;
};

}  // namespace

void fillFbxModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                  const ImportWatch& watch) {
  watch.enter(ImportStage::Importing);
  refuseWrongFile(file, ".fbx");
  FbxDocument document = readFbx(file);
  if (isLegacyFbx(document)) modernizeFbx(document, model.report);
  const FbxScene scene(document);
  FbxNodes nodes = readFbxNodes(scene, model.report);
  const FbxJointCopies copies = addJointCopies(scene, nodes);
  model.skeleton = skeletonOf(scene, nodes);
  model.bones = bonesOf(nodes);

  const ImportWatch converting = watch.enter(ImportStage::Converting);
  FbxMaterials materials(scene, folder, model);
  FbxMeshes meshes(scene, nodes, copies, materials, model);
  meshes.addAll(converting.subrange(0, 2));
  addFbxViews(scene, nodes, model);
  addFbxVisibility(scene, nodes, model);
  model.clips = crossfade::ClipSet(
      readFbxClips(scene, nodes, meshes.morphs(), model.sceneValues, model.report, converting.subrange(1, 2)));
  materials.loadImages(imageHeadersOnly, watch.enter(ImportStage::Pictures));
}

}  // namespace app
