#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include <assimp/mesh.h>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"

namespace app {
namespace {

unsigned cornersOf(const aiMesh& mesh) {
  return mesh.mPrimitiveTypes & aiPrimitiveType_TRIANGLE ? 3 : mesh.mPrimitiveTypes & aiPrimitiveType_LINE ? 2 : 1;
}

bool isEmpty(const aiMesh& mesh) {
  const unsigned corners = cornersOf(mesh);
  return mesh.mNumVertices == 0 || (corners > 1 && mesh.mNumFaces == 0);
}

Primitive convertedPrimitive(const aiMesh& mesh, const std::string& name, std::size_t materials) {
  Primitive primitive;
  const unsigned corners = cornersOf(mesh);
  primitive.topology = corners == 3 ? Topology::Triangles : corners == 2 ? Topology::Lines : Topology::Points;
  primitive.material = mesh.mMaterialIndex < materials ? static_cast<int>(mesh.mMaterialIndex) : -1;
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const glm::vec3 at = vectorOf(mesh.mVertices[i]);
    if (!isUsable(at)) refuse("mesh '", name, "': vertex ", i, " is not finite or too large");
    primitive.positions.push_back(at);
    if (mesh.mNormals) primitive.normals.push_back(usableOr(vectorOf(mesh.mNormals[i]), glm::vec3(0, 1, 0)));
    if (mesh.mColors[0]) {
      const aiColor4D& color = mesh.mColors[0][i];
      primitive.colors.push_back(usableOr(glm::vec4(color.r, color.g, color.b, color.a), glm::vec4(1)));
    }
    for (std::size_t set = 0; set < primitive.uvs.size(); ++set) {
      if (!mesh.mTextureCoords[set]) continue;
      const aiVector3D& uv = mesh.mTextureCoords[set][i];
      primitive.uvs[set].push_back(usableOr(glm::vec2(uv.x, 1 - uv.y), glm::vec2(0)));
    }
  }
  for (unsigned f = 0; f < mesh.mNumFaces; ++f)
    if (mesh.mFaces[f].mNumIndices == corners)
      primitive.indices.insert(primitive.indices.end(), mesh.mFaces[f].mIndices, mesh.mFaces[f].mIndices + corners);
  return primitive;
}

/// assimp has the moved mesh, glTF and we the offsets from the base mesh.
MorphTarget convertedTarget(const aiMesh& mesh, const aiAnimMesh& moved) {
  MorphTarget target;
  if (moved.mNumVertices != mesh.mNumVertices) return target;  // no offsets: it moves nothing
  const auto offset = [](const aiVector3D& to, const aiVector3D& from) {
    return usableOr(vectorOf(to) - vectorOf(from), glm::vec3(0));
  };
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    if (moved.mVertices) target.positions.push_back(offset(moved.mVertices[i], mesh.mVertices[i]));
    if (moved.mNormals && mesh.mNormals) target.normals.push_back(offset(moved.mNormals[i], mesh.mNormals[i]));
  }
  return target;
}

/// A joint of a skin as a bone of a mesh has it; a skin holds each once.
struct SkinJoint {
  int joint;
  glm::mat4 inverseBind;
};

std::uint16_t indexInSkin(const SkinJoint& joint, Skin& skin) {
  for (std::size_t i = 0; i < skin.joints.size(); ++i)
    if (skin.joints[i] == joint.joint && skin.inverseBinds[i] == joint.inverseBind)
      return static_cast<std::uint16_t>(i);
  if (skin.joints.size() >= limits::kJointsPerSkin)
    refuse("skin '", skin.name, "' has more than ", limits::kJointsPerSkin, " joints");
  skin.joints.push_back(joint.joint);
  skin.inverseBinds.push_back(joint.inverseBind);
  return static_cast<std::uint16_t>(skin.joints.size() - 1);
}

/// The meshes of one node with the same number of morph targets; without targets, each mesh on its own.
struct NodeMeshes {
  int joint = 0;
  std::vector<const aiMesh*> meshes;
};

class AssimpMeshReader {
 public:
  AssimpMeshReader(const aiScene& scene, const AssimpNodes& nodes, Model& model)
      : scene_(scene), nodes_(nodes), model_(model) {}

  void addNode(int joint) {
    const aiNode& node = *nodes_.all()[static_cast<std::size_t>(joint)];
    std::map<unsigned, NodeMeshes> morphed;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      if (node.mMeshes[i] >= scene_.mNumMeshes) continue;
      const aiMesh& mesh = *scene_.mMeshes[node.mMeshes[i]];
      if (isEmpty(mesh)) continue;
      if (mesh.mNumAnimMeshes == 0)
        add({joint, {&mesh}});
      else
        morphed.try_emplace(mesh.mNumAnimMeshes, NodeMeshes{joint, {}}).first->second.meshes.push_back(&mesh);
    }
    for (const auto& [targets, group] : morphed) add(group);
  }
  std::vector<AssimpMorphedNode> takeMorphed() { return std::move(morphed_); }

 private:
  void add(const NodeMeshes& group) {
    if (model_.meshes.size() == limits::kMeshes) refuse("it has more than ", limits::kMeshes, " meshes");
    const aiMesh& first = *group.meshes.front();
    const std::size_t targets = std::min<std::size_t>(first.mNumAnimMeshes, limits::kMorphTargets);
    Mesh mesh{.name = textOf(first.mName), .primitives = {}, .morphTargetNames = {}};
    if (mesh.name.empty()) mesh.name = textOf(nodes_.all()[static_cast<std::size_t>(group.joint)]->mName);
    for (std::size_t t = 0; t < targets; ++t) {
      std::string name = textOf(first.mAnimMeshes[t]->mName);
      mesh.morphTargetNames.push_back(name.empty() ? concat("target ", t) : std::move(name));
    }
    if (targets < first.mNumAnimMeshes)
      model_.report.lines.push_back({Finding::Lost, concat("mesh '", mesh.name, "'"),
                                     concat("its morph targets beyond the first ", limits::kMorphTargets)});
    addInstance(group, targets, std::move(mesh));
  }

  void addInstance(const NodeMeshes& group, std::size_t targets, Mesh mesh) {
    MeshInstance instance{.node = group.joint, .mesh = static_cast<int>(model_.meshes.size())};
    const bool isSkinned =
        std::any_of(group.meshes.begin(), group.meshes.end(), [](const aiMesh* each) { return each->mNumBones > 0; });
    Skin skin{.name = mesh.name, .joints = {}, .inverseBinds = {}};
    for (const aiMesh* source : group.meshes) {
      if ((vertices_ += source->mNumVertices) > limits::kVertices)
        refuse("it has more than ", limits::kVertices, " vertices");
      if ((morphedVertices_ += targets * source->mNumVertices) > limits::kMorphedVertices)
        refuse("its morph targets have more than ", limits::kMorphedVertices, " vertices");
      Primitive primitive = convertedPrimitive(*source, mesh.name, scene_.mNumMaterials);
      for (std::size_t t = 0; t < targets; ++t)
        primitive.morphTargets.push_back(convertedTarget(*source, *source->mAnimMeshes[t]));
      if (isSkinned) primitive.influences = {influencesOf(*source, group.joint, skin)};
      mesh.primitives.push_back(std::move(primitive));
    }
    if (isSkinned) {
      instance.skin = static_cast<int>(model_.skins.size());
      model_.skins.push_back(std::move(skin));
    }
    addMorph(group, targets, instance);
    model_.meshes.push_back(std::move(mesh));
    model_.instances.push_back(instance);
  }

  void addMorph(const NodeMeshes& group, std::size_t targets, MeshInstance& instance) {
    instance.morphOffset = static_cast<int>(model_.restMorphWeights.size());
    instance.morphCount = static_cast<int>(targets);
    for (std::size_t t = 0; t < targets; ++t) {
      const float rest = group.meshes.front()->mAnimMeshes[t]->mWeight;
      model_.restMorphWeights.push_back(isUsable(rest) ? rest : 0);
    }
    if (targets == 0) return;
    const aiNode& node = *nodes_.all()[static_cast<std::size_t>(group.joint)];
    AssimpMorphedNode morphed{.joint = group.joint, .targets = targets, .names = {textOf(node.mName)}};
    for (const aiMesh* each : group.meshes) morphed.names.push_back(textOf(each->mName));
    morphed_.push_back(std::move(morphed));
  }

  /// A vertex that no bone moves follows `node`.
  std::vector<Influences> influencesOf(const aiMesh& mesh, int node, Skin& skin) {
    std::vector<std::vector<JointWeight>> weights(mesh.mNumVertices);
    int missing = 0;
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const aiBone& bone = *mesh.mBones[b];
      const int joint = nodes_.jointOf(bone.mName);
      missing += joint < 0 ? 1 : 0;
      const SkinJoint placed{joint < 0 ? node : joint, joint < 0 ? glm::mat4(1) : matrixOf(bone.mOffsetMatrix)};
      const std::uint16_t index = indexInSkin(placed, skin);
      for (unsigned i = 0; i < bone.mNumWeights; ++i) {
        const aiVertexWeight& each = bone.mWeights[i];
        if (each.mVertexId < mesh.mNumVertices && each.mWeight > 0 && std::isfinite(each.mWeight))
          weights[each.mVertexId].push_back({index, each.mWeight});
      }
    }
    if (missing > 0)
      model_.report.lines.push_back({Finding::Lost, concat("mesh '", textOf(mesh.mName), "'"),
                                     concat(missing, " of its bones match no node of the file")});
    const bool hasFree = std::any_of(weights.begin(), weights.end(), [](const auto& each) { return each.empty(); });
    const std::uint16_t otherwise = hasFree ? indexInSkin({node, glm::mat4(1)}, skin) : std::uint16_t{0};
    std::vector<Influences> result;
    result.reserve(weights.size());
    for (std::vector<JointWeight>& each : weights) result.push_back(strongestInfluences(each, otherwise));
    return result;
  }

  const aiScene& scene_;
  const AssimpNodes& nodes_;
  Model& model_;
  std::vector<AssimpMorphedNode> morphed_;
  std::uint64_t vertices_ = 0, morphedVertices_ = 0;
};

}  // namespace

std::vector<AssimpMorphedNode> addAssimpMeshes(const aiScene& scene, const AssimpNodes& nodes, Model& model,
                                               const ImportWatch& watch) {
  AssimpMeshReader reader(scene, nodes, model);
  for (std::size_t i = 0; i < nodes.all().size(); ++i) {
    watch.at(i, nodes.all().size());
    reader.addNode(static_cast<int>(i));
  }
  return reader.takeMorphed();
}

}  // namespace app
