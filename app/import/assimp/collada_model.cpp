#include "app/import/assimp/collada_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/Importer.hpp>

#include "app/import/assimp/assimp_fault.h"
#include "app/import/assimp/assimp_mesh.h"
#include "app/import/assimp/assimp_nodes.h"
#include "app/import/assimp/collada_targets.h"
#include "app/import/collada/collada_clips.h"
#include "app/import/collada/collada_copy.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/wrong_file.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

constexpr std::string_view kColladaImporter = "Collada Importer";  // assimp's name of it

AssimpNodeIndex collectNodes(const aiScene& scene) {
  AssimpNodeIndex result;
  std::vector<const aiNode*> steps{scene.mRootNode};
  while (!steps.empty()) {
    const aiNode* node = steps.back();
    steps.pop_back();
    if (result.nodes.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " nodes");
    result.byName.try_emplace(nameOf(node->mName), static_cast<int>(result.nodes.size()));
    result.nodes.push_back(node);
    for (unsigned i = node->mNumChildren; i-- > 0;) steps.push_back(node->mChildren[i]);
  }
  return result;
}

crossfade::Transform transformOf(const aiMatrix4x4& matrix) {
  aiVector3D scale, translation;
  aiQuaternion rotation;
  matrix.Decompose(scale, rotation, translation);
  const glm::quat q = crossfade::makeQuat(rotation.x, rotation.y, rotation.z, rotation.w);
  return {.translation = vec3Of(translation),
          .rotation =
              std::isfinite(glm::length(q)) && glm::length(q) > 0 ? glm::normalize(q) : crossfade::makeQuat(0, 0, 0, 1),
          .scale = vec3Of(scale)};
}

/// `names`: what a node is called in the file, by what assimp calls it.
crossfade::Skeleton skeletonOf(const AssimpNodeIndex& nodes, const std::map<std::string, std::string>& names) {
  std::map<const aiNode*, int> indexOf;
  std::vector<crossfade::Joint> joints;
  for (const aiNode* node : nodes.nodes) {
    const int index = static_cast<int>(joints.size());
    indexOf[node] = index;
    const auto named = names.find(nameOf(node->mName));
    joints.push_back({.name = named == names.end() ? nameOf(node->mName) : named->second,
                      .parent = node->mParent ? indexOf.at(node->mParent) : crossfade::kNoJoint,
                      .rest = transformOf(node->mTransformation),
                      .documentIndex = index});
  }
  auto skeleton = crossfade::Skeleton::make(std::move(joints));
  if (!skeleton) refuse(skeleton.error().message);
  return std::move(*skeleton);
}

/// The four strongest joints of each vertex, with weights that sum to 1. A vertex without any follows `fallbackJoint`.
std::vector<Influences> influencesOf(const aiMesh& mesh, std::uint16_t fallbackJoint) {
  struct JointWeight {
    std::uint16_t joint;
    float weight;
  };
  std::vector<std::vector<JointWeight>> jointWeights(mesh.mNumVertices);
  for (unsigned b = 0; b < mesh.mNumBones; ++b)
    for (unsigned i = 0; i < mesh.mBones[b]->mNumWeights; ++i) {
      const aiVertexWeight& weight = mesh.mBones[b]->mWeights[i];
      if (weight.mVertexId < mesh.mNumVertices && weight.mWeight > 0 && std::isfinite(weight.mWeight))
        jointWeights[weight.mVertexId].push_back({static_cast<std::uint16_t>(b), weight.mWeight});
    }
  std::vector<Influences> result(mesh.mNumVertices);
  for (std::size_t v = 0; v < jointWeights.size(); ++v) {
    std::stable_sort(jointWeights[v].begin(), jointWeights[v].end(),
                     [](const JointWeight& a, const JointWeight& b) { return a.weight > b.weight; });
    jointWeights[v].resize(std::min<std::size_t>(jointWeights[v].size(), 4), {});
    float sum = 0;
    for (const JointWeight& jointWeight : jointWeights[v]) sum += jointWeight.weight;
    if (!(sum > 0)) jointWeights[v] = {{fallbackJoint, 1}}, sum = 1;
    for (std::size_t i = 0; i < jointWeights[v].size(); ++i) {
      result[v].joints[i] = jointWeights[v][i].joint;
      result[v].weights[i] = jointWeights[v][i].weight / sum;
    }
  }
  return result;
}

Mesh meshOf(const aiMesh& source, const ColladaMorph* morph) {
  Mesh mesh{.name = nameOf(source.mName), .primitives = {}, .morphTargetNames = {}};
  Primitive primitive = primitiveOf(source, mesh.name, colladaIndexSets(source));
  if (morph) {
    addColladaTargets(*morph, source, primitive);
    for (const ColladaShape& shape : morph->shapes) mesh.morphTargetNames.push_back(shape.name);
  }
  mesh.primitives.push_back(std::move(primitive));
  return mesh;
}

/// Adds the skin of a mesh on a node and returns its index; -1 when the mesh has no bones.
int addSkin(const aiMesh& source, const AssimpNodeIndex& nodes, int node, Mesh& mesh, Model& model) {
  if (source.mNumBones == 0 || source.mNumBones > limits::kJointsPerSkin) return -1;
  Skin skin{.name = mesh.name, .joints = {}, .inverseBinds = {}};
  int missing = 0;
  for (unsigned b = 0; b < source.mNumBones; ++b) {
    const int joint = nodes.jointOf(source.mBones[b]->mName);
    missing += joint < 0 ? 1 : 0;
    skin.joints.push_back(joint < 0 ? node : joint);
    skin.inverseBinds.push_back(joint < 0 ? glm::mat4(1) : mat4Of(source.mBones[b]->mOffsetMatrix));
  }
  skin.joints.push_back(node);  // for vertices that no bone moves
  skin.inverseBinds.emplace_back(1);
  if (missing > 0)
    model.report.lines.push_back(
        {Finding::Lost, "mesh '" + mesh.name + "'", concat(missing, " of its bones match no node of the file")});
  mesh.primitives[0].influences = {influencesOf(source, static_cast<std::uint16_t>(source.mNumBones))};
  model.skins.push_back(std::move(skin));
  return static_cast<int>(model.skins.size()) - 1;
}

/// Merges the single primitive of `mesh` and its skin into an existing instance, because a node has only one set of
/// morph weights.
void joinMesh(Mesh mesh, int skin, const MeshInstance& instance, Model& model) {
  if (skin >= 0) {
    Skin& from = model.skins[static_cast<std::size_t>(skin)];
    Skin& to = model.skins[static_cast<std::size_t>(instance.skin)];
    for (Influences& each : mesh.primitives[0].influences[0])
      for (std::uint16_t& joint : each.joints) joint = static_cast<std::uint16_t>(joint + to.joints.size());
    to.joints.insert(to.joints.end(), from.joints.begin(), from.joints.end());
    to.inverseBinds.insert(to.inverseBinds.end(), from.inverseBinds.begin(), from.inverseBinds.end());
    model.skins.pop_back();
  }
  model.meshes[static_cast<std::size_t>(instance.mesh)].primitives.push_back(std::move(mesh.primitives[0]));
}

/// Whether joinMesh() can merge this skin.
bool canJoin(int skin, const MeshInstance& instance, const Model& model) {
  if (skin < 0 || instance.skin < 0) return skin == instance.skin;
  const auto jointsOf = [&](int of) { return model.skins[static_cast<std::size_t>(of)].joints.size(); };
  return jointsOf(skin) + jointsOf(instance.skin) <= limits::kJointsPerSkin;
}

void addInstance(Mesh mesh, MeshInstance instance, const ColladaMorph* morph, Model& model) {
  instance.mesh = static_cast<int>(model.meshes.size());
  instance.morphOffset = static_cast<int>(model.restMorphWeights.size());
  instance.morphCount = static_cast<int>(mesh.morphTargetNames.size());
  if (morph)
    model.restMorphWeights.insert(model.restMorphWeights.end(), morph->restWeights.begin(), morph->restWeights.end());
  model.meshes.push_back(std::move(mesh));
  model.instances.push_back(instance);
}

void addMeshes(const aiScene& scene, const AssimpNodeIndex& nodes, const ColladaMorphs& morphs, Model& model,
               std::vector<ColladaMorphedNode>& morphed, const ImportWatch& watch) {
  std::uint64_t vertices = 0;
  for (std::size_t n = 0; n < nodes.nodes.size(); ++n) {
    std::map<const ColladaMorph*, std::size_t> instances;  // of this node
    for (unsigned i = 0; i < nodes.nodes[n]->mNumMeshes; ++i) {
      watch.at(n, nodes.nodes.size());
      const aiMesh& source = *scene.mMeshes[nodes.nodes[n]->mMeshes[i]];
      const ColladaMorph* const morph = morphs.of(nameOf(nodes.nodes[n]->mName), nameOf(source.mName));
      if ((vertices += source.mNumVertices) > limits::kVertices)
        refuse("it has more than ", limits::kVertices, " vertices");
      if (model.meshes.size() == limits::kMeshes) refuse("it has more than ", limits::kMeshes, " meshes");
      const int node = static_cast<int>(n);
      Mesh mesh = meshOf(source, morph);
      if (mesh.primitives[0].indices.empty() && mesh.primitives[0].topology != Topology::Points) continue;
      const int skin = addSkin(source, nodes, node, mesh, model);
      const auto known = instances.find(morph);
      if (morph && known != instances.end() && canJoin(skin, model.instances[known->second], model)) {
        joinMesh(std::move(mesh), skin, model.instances[known->second], model);
        continue;
      }
      if (morph && instances.empty()) morphed.push_back({node, morph});
      if (morph) instances.try_emplace(morph, model.instances.size());
      addInstance(std::move(mesh), {.node = node, .skin = skin}, morph, model);
    }
  }
}

void addColladaViews(ColladaViews views, const AssimpNodeIndex& nodes, Model& model) {
  const auto jointOf = [&](const std::string& id) { return nodes.jointOf(aiString(id)); };
  for (std::size_t i = 0; i < views.cameras.size(); ++i) {
    views.cameras[i].node = jointOf(views.cameraNodes[i]);
    if (views.cameras[i].node >= 0) model.cameras.push_back(std::move(views.cameras[i]));
  }
  std::vector<UnitlessLight> lights;
  for (std::size_t i = 0; i < views.lights.size(); ++i) {
    views.lights[i].light.node = jointOf(views.lightNodes[i]);
    if (views.lights[i].light.node >= 0) lights.push_back(std::move(views.lights[i]));
  }
  addUnitlessLights(std::move(lights), views.metersPerUnit, model);
}

void addColladaBones(const std::vector<std::string>& ids, const AssimpNodeIndex& nodes, Model& model) {
  std::set<int> bones;
  for (const std::string& id : ids)
    if (const int joint = nodes.jointOf(aiString(id)); joint >= 0) bones.insert(joint);
  model.bones.assign(bones.begin(), bones.end());
}

}  // namespace

void fillColladaModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                      const ImportWatch& watch) {
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  refuseWrongFile(file, ".dae");
  ColladaCopy copy = writeColladaCopy(file, model.report);
  Assimp::Importer importer;
  const ByteSpan readable(reinterpret_cast<const std::uint8_t*>(copy.text.data()), copy.text.size());
  const aiScene* scene = readScene(importer, readable, ".dae", kColladaImporter, importing);
  if (!scene || !scene->mRootNode)
    refuse(scene ? "it holds no nodes" : assimpFault(importer.GetErrorString(), "COLLADA"),
           copy.elsewhere.empty() ? "" : concat("; '", copy.elsewhere, "' is in another file, which is not read"));

  const AssimpNodeIndex nodes = collectNodes(*scene);
  model.skeleton = skeletonOf(nodes, copy.names);
  const ImportWatch converting = watch.enter(ImportStage::Converting);
  std::vector<ColladaMorphedNode> morphed;
  addMeshes(*scene, nodes, copy.morphs, model, morphed, converting.subrange(0, 2));
  addColladaBones(copy.bones, nodes, model);
  addColladaViews(std::move(copy.views), nodes, model);
  model.clips = crossfade::ClipSet(
      readColladaClips(copy.motion, nodes.jointsOf(), morphed, model.report, converting.subrange(1, 2)));
  addAssimpMaterials(*scene, folder, imageHeadersOnly, model, watch.enter(ImportStage::Pictures));
  if (model.meshes.empty() && model.bones.empty() && model.clips.size() == 0 && model.cameras.empty())
    model.report.lines.push_back(
        {Finding::Found, "document", "it holds nothing to show: no mesh, bone, clip or camera"});
  model.report.lines.push_back({Finding::Found, "document",
                                "assimp read its meshes, materials and node tree; clips, morph targets, cameras and "
                                "lights come from the document itself"});
}

}  // namespace app
