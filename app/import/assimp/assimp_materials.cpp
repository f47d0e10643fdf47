#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/texture.h>

#include <glm/common.hpp>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_values.h"
#include "app/import/file/model_images.h"

namespace app {
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

void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool isLinear, bool imageHeadersOnly,
                        Model& model, const ImportWatch& watch) {
  MaterialImages images(folder);
  AssimpMaterialReader reader(scene, isLinear, images);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) model.materials.push_back(reader.read(*scene.mMaterials[i]));
  images.load(imageHeadersOnly, model, watch);
}

}  // namespace app
