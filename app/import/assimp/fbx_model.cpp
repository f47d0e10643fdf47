#include "app/import/assimp/fbx_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "app/import/assimp/assimp_fault.h"
#include "app/import/assimp/assimp_mesh.h"
#include "app/import/assimp/assimp_nodes.h"
#include "app/import/fbx/fbx_clips.h"
#include "app/import/fbx/fbx_copy.h"
#include "app/import/fbx/fbx_instances.h"
#include "app/import/fbx/fbx_views.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/wrong_file.h"

namespace app {
namespace {

constexpr std::string_view kFbxImporter = "Autodesk FBX Importer";

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

/// A geometry with what the file says about it. Read once, however many nodes show it.
struct Geometry {
  const FbxObject* object = nullptr;
  std::optional<FbxSkin> skin;
  FbxMorph morph;
  std::vector<Vec3Shape> shapes;
};

class FbxMeshes {
 public:
  FbxMeshes(const FbxScene& scene, const FbxNodes& nodes, const FbxJointCopies& copies, Model& model)
      : scene_(scene), nodes_(nodes), copies_(copies), model_(model) {
    for (const FbxObject& object : scene.objects())
      if (object.kind == "Model" || object.kind == "Geometry") byName_[fbxCopyName(object)] = &object;
  }

  void add(const aiScene& assimp, const aiNode& node) {
    const auto found = byName_.find(nameOf(node.mName));
    const int joint = found == byName_.end() ? -1 : nodes_.nodeOf(found->second);
    if (joint < 0) return;
    std::map<std::string, std::vector<const aiMesh*>> meshes;  // assimp splits a geometry by material
    // Each once: a file may connect a geometry to a node twice.
    for (const unsigned index : std::set<unsigned>(node.mMeshes, node.mMeshes + node.mNumMeshes)) {
      const aiMesh* mesh = assimp.mMeshes[index];
      meshes[nameOf(mesh->mName)].push_back(mesh);
    }
    for (const auto& [name, parts] : meshes) addMesh(*found->second, joint, name, parts);
  }
  const std::vector<FbxMorphedNode>& morphs() const { return morphs_; }

 private:
  Geometry& geometryOf(const std::string& name) {
    const auto [entry, isNew] = geometries_.try_emplace(name);
    Geometry& geometry = entry->second;
    const auto found = byName_.find(name);
    if (!isNew || found == byName_.end() || found->second->kind != "Geometry") return geometry;
    geometry.object = found->second;
    const std::size_t points = numbersIn(*geometry.object->record, "Vertices").size() / 3;
    geometry.skin = readFbxSkin(scene_, nodes_, *geometry.object, points, model_.report);
    geometry.morph = readFbxMorph(scene_, *geometry.object);
    if ((morphed_ += points * geometry.morph.shapes.size()) > limits::kMorphedVertices)
      refuse("its morph targets have more than ", limits::kMorphedVertices, " vertices");
    for (const FbxShape& shape : geometry.morph.shapes) geometry.shapes.push_back(expanded(shape, points));
    return geometry;
  }

  void addMesh(const FbxObject& node, int joint, const std::string& name, const std::vector<const aiMesh*>& parts) {
    if (model_.meshes.size() == limits::kMeshes) refuse("it has more than ", limits::kMeshes, " meshes");
    Geometry& geometry = geometryOf(name);
    const bool isNamed = geometry.object && !geometry.object->name.empty();
    Mesh mesh{.name = isNamed ? geometry.object->name : node.name, .primitives = {}, .morphTargetNames = {}};
    const glm::mat4 geometric(geometricTransformOf(scene_, node));
    for (const aiMesh* const part : parts) {
      if ((vertices_ += part->mNumVertices) > limits::kVertices)
        refuse("it has more than ", limits::kVertices, " vertices");
      const int set = markedUvSet(*part, kFbxPointMark);
      Primitive primitive = primitiveOf(*part, mesh.name, {&set, 1});
      if (primitive.indices.empty() && primitive.topology != Topology::Points) continue;
      const std::vector<std::size_t> points = indicesIn(*part, set);
      if (points.empty() && (geometry.skin || !geometry.shapes.empty()))
        model_.report.lines.push_back({Finding::Lost, "mesh '" + mesh.name + "'", "its skin and morph targets"});
      addMorphTargets(geometry, points, primitive);
      addInfluences(geometry, points, primitive);
      apply(geometric, primitive);
      mesh.primitives.push_back(std::move(primitive));
    }
    if (mesh.primitives.empty()) return;
    for (const FbxShape& shape : geometry.morph.shapes) mesh.morphTargetNames.push_back(shape.name);
    addInstance(geometry, joint, std::move(mesh));
  }

  static void addMorphTargets(const Geometry& geometry, const std::vector<std::size_t>& points, Primitive& primitive) {
    for (const Vec3Shape& shape : geometry.shapes) {
      MorphTarget target;
      target.positions.resize(primitive.positions.size());
      if (!shape.normals.empty() && !primitive.normals.empty()) target.normals.resize(primitive.positions.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i] >= shape.offsets.size()) continue;
        target.positions[i] = shape.offsets[points[i]];
        if (!target.normals.empty()) target.normals[i] = shape.normals[points[i]];
      }
      primitive.morphTargets.push_back(std::move(target));
    }
  }

  /// A vertex that no cluster moves follows the node: the joint behind those of the clusters.
  static void addInfluences(const Geometry& geometry, const std::vector<std::size_t>& points, Primitive& primitive) {
    if (!geometry.skin) return;
    const FbxSkin& skin = *geometry.skin;
    std::vector<Influences> influences(primitive.positions.size());
    for (std::size_t i = 0; i < influences.size(); ++i) {
      if (i < points.size() && points[i] < skin.points.size()) influences[i] = skin.points[points[i]];
      if (influences[i].weights == std::array<float, 4>{})
        influences[i] = {.joints = {static_cast<std::uint16_t>(skin.joints.size())}, .weights = {1}};
    }
    primitive.influences = {std::move(influences)};
  }

  static void apply(const glm::mat4& geometric, Primitive& primitive) {
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

  void addInstance(const Geometry& geometry, int joint, Mesh mesh) {
    MeshInstance instance{.node = joint, .mesh = static_cast<int>(model_.meshes.size())};
    if (geometry.skin) {
      Skin skin{.name = mesh.name, .joints = geometry.skin->joints, .inverseBinds = geometry.skin->inverseBinds};
      if (const auto copies = copies_.find({geometry.object->id, joint}); copies != copies_.end())
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
  Model& model_;
  std::map<std::string, const FbxObject*> byName_;
  std::map<std::string, Geometry> geometries_;
  std::vector<FbxMorphedNode> morphs_;
  std::uint64_t vertices_ = 0, morphed_ = 0;
};

void addFbxMeshes(const aiScene& assimp, FbxMeshes& meshes, const ImportWatch& watch) {
  std::vector<const aiNode*> steps{assimp.mRootNode};
  while (!steps.empty()) {
    const aiNode* node = steps.back();
    steps.pop_back();
    watch.throwIfCanceled();
    meshes.add(assimp, *node);
    for (unsigned i = node->mNumChildren; i-- > 0;) steps.push_back(node->mChildren[i]);
  }
}

}  // namespace

void fillFbxModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                  const ImportWatch& watch) {
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  refuseWrongFile(file, ".fbx");
  const FbxDocument document = readFbx(file);
  const FbxScene scene(document);
  FbxNodes nodes = readFbxNodes(scene, model.report);
  const FbxJointCopies copies = addJointCopies(scene, nodes);
  model.skeleton = skeletonOf(scene, nodes);
  model.bones = bonesOf(nodes);
  Assimp::Importer importer;
  const bool hasMeshes = std::any_of(scene.objects().begin(), scene.objects().end(),
                                     [](const FbxObject& object) { return object.kind == "Geometry"; });
  const aiScene* assimp =
      hasMeshes ? readScene(importer, writeFbxCopy(scene), ".fbx", kFbxImporter, importing) : nullptr;
  if (hasMeshes && (!assimp || !assimp->mRootNode)) refuse(assimpFault(importer.GetErrorString(), "FBX"));

  const ImportWatch converting = watch.enter(ImportStage::Converting);
  FbxMeshes meshes(scene, nodes, copies, model);
  if (assimp) addFbxMeshes(*assimp, meshes, converting);
  addFbxViews(scene, nodes, model);
  model.clips = crossfade::ClipSet(readFbxClips(scene, nodes, meshes.morphs(), model.report, converting));
  if (assimp) addAssimpMaterials(*assimp, folder, imageHeadersOnly, model, watch.enter(ImportStage::Pictures));
  model.report.lines.push_back({Finding::Found, "document",
                                "assimp read its meshes, materials and textures; nodes, skins, morph targets and clips "
                                "come from the file itself"});
}

}  // namespace app
