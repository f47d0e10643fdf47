#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/texture.h>
#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/model_images.h"

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
      model_.report.add(Finding::Lost, concat("mesh '", mesh.name, "'"),
                        concat("its morph targets beyond the first ", limits::kMorphTargets));
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
      model_.report.add(Finding::Lost, concat("mesh '", textOf(mesh.mName), "'"),
                        concat(missing, " of its bones match no node of the file"));
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

namespace {

/// Pixels that the file holds, as an image file that is decoded with all others: an uncompressed Truevision TGA of 32
/// bits with the top row first.
Bytes tgaOf(const aiTexture& texture) {
  constexpr std::size_t kHeader = 18;
  constexpr std::uint8_t kTrueColor = 2, kTopFirst = 0x28;  // with 8 bits of alpha
  Bytes file(kHeader);
  if (texture.mWidth > 0xFFFF || texture.mHeight > 0xFFFF) return file;  // no image: replaced and reported
  file[2] = kTrueColor;
  const auto setShort = [&](std::size_t at, unsigned value) {
    file[at] = static_cast<std::uint8_t>(value), file[at + 1] = static_cast<std::uint8_t>(value >> 8);
  };
  setShort(12, texture.mWidth), setShort(14, texture.mHeight);
  file[16] = 32, file[17] = kTopFirst;
  const std::size_t count = static_cast<std::size_t>(texture.mWidth) * texture.mHeight;
  file.reserve(kHeader + 4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const aiTexel& texel = texture.pcData[i];
    file.insert(file.end(), {texel.b, texel.g, texel.r, texel.a});
  }
  return file;
}

Wrap wrapOf(int mode) {
  return mode == aiTextureMapMode_Mirror                                    ? Wrap::MirroredRepeat
         : mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal ? Wrap::ClampToEdge
                                                                            : Wrap::Repeat;
}

class AssimpMaterialReader {
 public:
  AssimpMaterialReader(const aiScene& scene, bool isLinear, MaterialImages& images)
      : scene_(scene), isLinear_(isLinear), images_(images) {}

  Material read(const aiMaterial& source) {
    Material material;
    aiString name;
    if (source.Get(AI_MATKEY_NAME, name) == AI_SUCCESS) material.name = textOf(name);
    images_.begin(material.name);
    readColors(source, material);
    readSurface(source, material);
    readTextures(source, material);
    return material;
  }

 private:
  glm::vec3 linear(const aiColor3D& color) const {
    const glm::vec3 value(color.r, color.g, color.b);
    return isLinear_ ? glm::clamp(value, 0.0f, 1.0f) : linearColor(value);
  }

  void readColors(const aiMaterial& source, Material& material) const {
    aiColor4D color(0.8f, 0.8f, 0.8f, 1);
    if (source.Get(AI_MATKEY_BASE_COLOR, color) != AI_SUCCESS) source.Get(AI_MATKEY_COLOR_DIFFUSE, color);
    material.baseColor = glm::vec4(linear({color.r, color.g, color.b}), 1);
    aiColor3D glow(0, 0, 0);
    if (source.Get(AI_MATKEY_COLOR_EMISSIVE, glow) == AI_SUCCESS) material.emissive = linear(glow);
    float value = 1;
    if (source.Get(AI_MATKEY_OPACITY, value) == AI_SUCCESS && value > 0 && value < 1) {
      material.baseColor.a = value;
      material.alphaMode = AlphaMode::Blend;
    }
    aiString mode;
    if (source.Get(AI_MATKEY_GLTF_ALPHAMODE, mode) != AI_SUCCESS) return;
    material.baseColor.a = isLinear_ ? std::clamp(color.a, 0.0f, 1.0f) : material.baseColor.a;
    material.alphaMode = textOf(mode) == "BLEND"  ? AlphaMode::Blend
                         : textOf(mode) == "MASK" ? AlphaMode::Mask
                                                  : AlphaMode::Opaque;
    if (source.Get(AI_MATKEY_GLTF_ALPHACUTOFF, value) == AI_SUCCESS)
      material.alphaCutoff = std::clamp(value, 0.0f, 1.0f);
  }

  static void readSurface(const aiMaterial& source, Material& material) {
    material.metallic = 0;
    material.roughness = 0.6f;
    float value = 1;
    if (source.Get(AI_MATKEY_ROUGHNESS_FACTOR, value) == AI_SUCCESS)
      material.roughness = std::clamp(value, 0.0f, 1.0f);
    else if (source.Get(AI_MATKEY_SHININESS, value) == AI_SUCCESS && value > 0)
      material.roughness = roughnessOfExponent(value);
    if (source.Get(AI_MATKEY_METALLIC_FACTOR, value) == AI_SUCCESS) material.metallic = std::clamp(value, 0.0f, 1.0f);
    int twoSided = 0, shading = 0;
    material.unlit = source.Get(AI_MATKEY_SHADING_MODEL, shading) == AI_SUCCESS && shading == aiShadingMode_NoShading;
    material.doubleSided = source.Get(AI_MATKEY_TWOSIDED, twoSided) == AI_SUCCESS && twoSided != 0;
  }

  void readTextures(const aiMaterial& source, Material& material) {
    material.baseColorTexture = texture(source, aiTextureType_BASE_COLOR);
    if (material.baseColorTexture.image < 0) material.baseColorTexture = texture(source, aiTextureType_DIFFUSE);
    if (material.baseColorTexture.image >= 0 && material.baseColor.r + material.baseColor.g + material.baseColor.b == 0)
      material.baseColor = {1, 1, 1, material.baseColor.a};
    if (material.baseColorTexture.image >= 0 && isCutOut(source) && material.alphaMode == AlphaMode::Opaque)
      material.alphaMode = AlphaMode::Mask;  // hair and leaves; blending would need them sorted
    material.normalTexture = texture(source, aiTextureType_NORMALS);
    material.emissiveTexture = texture(source, aiTextureType_EMISSIVE);
    if (!isLinear_) return;
    material.metallicRoughnessTexture = texture(source, aiTextureType_UNKNOWN);  // where assimp puts glTF's
    material.occlusionTexture = texture(source, aiTextureType_LIGHTMAP);
  }

  /// Whether the alpha of its base color texture is its opacity.
  static bool isCutOut(const aiMaterial& source) {
    aiString color, opacity;
    return source.GetTexture(aiTextureType_DIFFUSE, 0, &color) == AI_SUCCESS &&
           source.GetTexture(aiTextureType_OPACITY, 0, &opacity) == AI_SUCCESS && color == opacity;
  }

  TextureRef texture(const aiMaterial& source, aiTextureType type) {
    TextureRef result;
    aiString path;
    if (source.GetTextureCount(type) == 0 || source.GetTexture(type, 0, &path) != AI_SUCCESS) return result;
    result.image = images_.texture({path.C_Str(), path.length}, embedded(path));
    int value = 0;
    if (source.Get(AI_MATKEY_UVWSRC(type, 0), value) == AI_SUCCESS) result.uvSet = std::clamp(value, 0, 1);
    if (source.Get(AI_MATKEY_MAPPINGMODE_U(type, 0), value) == AI_SUCCESS) result.wrapU = wrapOf(value);
    if (source.Get(AI_MATKEY_MAPPINGMODE_V(type, 0), value) == AI_SUCCESS) result.wrapV = wrapOf(value);
    return result;
  }

  /// The image file inside the model that the path stands for; empty: there is none.
  ByteSpan embedded(const aiString& path) {
    const aiTexture* const found = scene_.GetEmbeddedTexture(path.C_Str());
    if (!found || !found->pcData) return {};
    if (found->mHeight == 0) return {reinterpret_cast<const std::uint8_t*>(found->pcData), found->mWidth};
    const auto [entry, isNew] = encoded_.try_emplace(found);
    if (isNew) entry->second = tgaOf(*found);
    return entry->second;
  }

  const aiScene& scene_;
  bool isLinear_;
  MaterialImages& images_;
  std::map<const aiTexture*, Bytes> encoded_;  // until the images are loaded
};

}  // namespace

void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool isGltf, bool imageHeadersOnly,
                        Model& model, const ImportWatch& watch) {
  MaterialImages images(folder, isGltf ? TextureSearch::Reach::Below : TextureSearch::Reach::Around);
  AssimpMaterialReader reader(scene, isGltf, images);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) model.materials.push_back(reader.read(*scene.mMaterials[i]));
  images.load(imageHeadersOnly, model, watch);
}

}  // namespace app
