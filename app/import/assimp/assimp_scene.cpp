#include "app/import/assimp/assimp_scene.h"

#include <charconv>
#include <memory>
#include <optional>
#include <string_view>

#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include "app/import/assimp/confine_importer.h"
#include "app/import/file/import_error.h"

namespace app {
namespace {

/// The index after `word` in "node 12" or "mesh 3-1"; `rest` is what follows it.
std::optional<int> indexAfter(std::string_view word, std::string_view name, std::string_view& rest) {
  if (!name.starts_with(word)) return std::nullopt;
  int index = 0;
  const auto [end, error] = std::from_chars(name.data() + word.size(), name.data() + name.size(), index);
  if (error != std::errc() || index < 0) return std::nullopt;
  rest = name.substr(static_cast<std::size_t>(end - name.data()));
  return index;
}

std::string_view textOf(const aiString& text) { return {text.C_Str(), text.length}; }

std::optional<int> nodeIndex(const aiString& name) {
  std::string_view rest;
  const std::optional<int> index = indexAfter("node ", textOf(name), rest);
  return rest.empty() ? index : std::nullopt;
}

std::vector<glm::vec3> vec3s(const aiVector3D* vectors, unsigned count) {
  std::vector<glm::vec3> result;
  if (!vectors) return result;
  result.reserve(count);
  for (unsigned i = 0; i < count; ++i) result.emplace_back(vectors[i].x, vectors[i].y, vectors[i].z);
  return result;
}

std::optional<AssimpMesh> meshFrom(const aiMesh& source) {
  AssimpMesh mesh;
  std::string_view rest, end;
  const std::optional<int> index = indexAfter("mesh ", textOf(source.mName), rest);
  if (!index) return std::nullopt;
  mesh.mesh = *index;
  mesh.primitive = indexAfter("-", rest, end).value_or(0);
  mesh.positions = vec3s(source.mVertices, source.mNumVertices);
  mesh.normals = vec3s(source.mNormals, source.mNumVertices);
  for (unsigned set = 0; set < mesh.uvs.size(); ++set) {
    if (!source.mTextureCoords[set]) continue;
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
      const aiVector3D& uv = source.mTextureCoords[set][i];
      mesh.uvs[set].emplace_back(uv.x, 1.0f - uv.y);
    }
  }
  if (source.mColors[0]) {
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
      const aiColor4D& color = source.mColors[0][i];
      mesh.colors.emplace_back(color.r, color.g, color.b, color.a);
    }
  }
  for (unsigned i = 0; i < source.mNumFaces; ++i)
    mesh.indices.insert(mesh.indices.end(), source.mFaces[i].mIndices,
                        source.mFaces[i].mIndices + source.mFaces[i].mNumIndices);
  return mesh;
}

void walkNodes(const aiNode& root, std::vector<AssimpNode>& nodes) {
  struct Step {
    const aiNode* node;
    int parent;
  };
  std::vector<Step> steps = {{&root, -1}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const std::optional<int> index = nodeIndex(step.node->mName);  // none: assimp added a root above several roots
    if (index) nodes.push_back({*index, step.parent});
    for (unsigned i = step.node->mNumChildren; i-- > 0;) steps.push_back({step.node->mChildren[i], index.value_or(-1)});
  }
}

float seconds(double ticks, const aiAnimation& animation) {
  return static_cast<float>(ticks / (animation.mTicksPerSecond > 0 ? animation.mTicksPerSecond : 1000.0));
}

AssimpChannel vectorChannel(int node, crossfade::Channel channel, const aiVectorKey* keys, unsigned count,
                            const aiAnimation& animation) {
  AssimpChannel result{.node = node, .channel = channel, .times = {}, .values = {}};
  for (unsigned i = 0; i < count; ++i) {
    result.times.push_back(seconds(keys[i].mTime, animation));
    const aiVector3D& v = keys[i].mValue;
    result.values.insert(result.values.end(), {v.x, v.y, v.z});
  }
  return result;
}

AssimpChannel rotationChannel(int node, const aiNodeAnim& source, const aiAnimation& animation) {
  AssimpChannel result{.node = node, .channel = crossfade::Channel::Rotation, .times = {}, .values = {}};
  for (unsigned i = 0; i < source.mNumRotationKeys; ++i) {
    result.times.push_back(seconds(source.mRotationKeys[i].mTime, animation));
    const aiQuaternion& q = source.mRotationKeys[i].mValue;
    result.values.insert(result.values.end(), {q.x, q.y, q.z, q.w});
  }
  return result;
}

AssimpChannel weightsChannel(int node, const aiMeshMorphAnim& source, const aiAnimation& animation) {
  AssimpChannel result{.node = node, .channel = crossfade::Channel::Weights, .times = {}, .values = {}};
  for (unsigned i = 0; i < source.mNumKeys; ++i) {
    const aiMeshMorphKey& key = source.mKeys[i];
    result.times.push_back(seconds(key.mTime, animation));
    for (unsigned k = 0; k < key.mNumValuesAndWeights; ++k)
      result.values.push_back(static_cast<float>(key.mWeights[k]));
  }
  return result;
}

AssimpClip clipFrom(const aiAnimation& source) {
  AssimpClip clip{.name = std::string(textOf(source.mName)), .channels = {}};
  for (unsigned i = 0; i < source.mNumChannels; ++i) {
    const aiNodeAnim& channel = *source.mChannels[i];
    const std::optional<int> node = nodeIndex(channel.mNodeName);
    if (!node) continue;
    clip.channels.push_back(
        vectorChannel(*node, crossfade::Channel::Translation, channel.mPositionKeys, channel.mNumPositionKeys, source));
    clip.channels.push_back(rotationChannel(*node, channel, source));
    clip.channels.push_back(
        vectorChannel(*node, crossfade::Channel::Scale, channel.mScalingKeys, channel.mNumScalingKeys, source));
  }
  for (unsigned i = 0; i < source.mNumMorphMeshChannels; ++i)
    if (const std::optional<int> node = nodeIndex(source.mMorphMeshChannels[i]->mName))
      clip.channels.push_back(weightsChannel(*node, *source.mMorphMeshChannels[i], source));
  return clip;
}

}  // namespace

AssimpScene readAssimpScene(ByteSpan copy, const ImportWatch& watch) {
  AssimpScene assimp;
  Assimp::Importer importer;
  confineImporter(importer, "glTF2 Importer");
  // No post-processing: it could weld, split or reorder vertices.
  const aiScene* scene = importer.ReadFileFromMemory(copy.data(), copy.size(), 0, "glb");
  watch.at(0.6);  // reading takes about 60 % of the time, converting the rest
  if (!scene || !scene->mRootNode) {
    assimp.fault = scene ? "it returned no nodes" : importer.GetErrorString();
    return assimp;
  }
  walkNodes(*scene->mRootNode, assimp.nodes);
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    watch.throwIfCanceled();
    if (std::optional<AssimpMesh> mesh = meshFrom(*scene->mMeshes[i])) assimp.meshes.push_back(std::move(*mesh));
  }
  for (unsigned i = 0; i < scene->mNumAnimations; ++i) {
    watch.throwIfCanceled();
    assimp.clips.push_back(clipFrom(*scene->mAnimations[i]));
  }
  return assimp;
}

}  // namespace app
