#include <algorithm>
#include <cmath>
#include <cstdint>

#include <assimp/material.h>
#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>

#include "app/import/assimp/assimp_nodes.h"
#include "app/import/file/material_images.h"

namespace app {
namespace {

glm::vec3 linear(const aiColor3D& srgb) {
  return glm::convertSRGBToLinear(glm::clamp(glm::vec3(srgb.r, srgb.g, srgb.b), 0.0f, 1.0f));
}

class AssimpMaterialReader {
 public:
  AssimpMaterialReader(const aiScene& scene, MaterialImages& images) : scene_(scene), images_(images) {}

  Material read(const aiMaterial& source) {
    Material material;
    aiString name;
    if (source.Get(AI_MATKEY_NAME, name) == AI_SUCCESS) material.name = nameOf(name);
    images_.begin(material.name);
    material.metallic = 0;
    material.roughness = 0.6f;
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
    if (source.Get(AI_MATKEY_ROUGHNESS_FACTOR, value) == AI_SUCCESS)
      material.roughness = std::clamp(value, 0.0f, 1.0f);
    else if (source.Get(AI_MATKEY_SHININESS, value) == AI_SUCCESS && value > 0)
      material.roughness = std::clamp(std::sqrt(2 / (value + 2)), 0.05f, 1.0f);  // from a Blinn-Phong exponent
    if (source.Get(AI_MATKEY_METALLIC_FACTOR, value) == AI_SUCCESS) material.metallic = std::clamp(value, 0.0f, 1.0f);
    int twoSided = 0, shading = 0;
    material.unlit = source.Get(AI_MATKEY_SHADING_MODEL, shading) == AI_SUCCESS && shading == aiShadingMode_NoShading;
    material.doubleSided = source.Get(AI_MATKEY_TWOSIDED, twoSided) == AI_SUCCESS && twoSided != 0;
    material.baseColorTexture.image = texture(source, aiTextureType_DIFFUSE);
    if (material.baseColorTexture.image >= 0 && material.baseColor.r + material.baseColor.g + material.baseColor.b == 0)
      material.baseColor = {1, 1, 1, material.baseColor.a};
    if (material.baseColorTexture.image >= 0 && isCutOut(source) && material.alphaMode == AlphaMode::Opaque)
      material.alphaMode = AlphaMode::Mask;  // hair and leaves; blending would need them sorted
    material.normalTexture.image = texture(source, aiTextureType_NORMALS);
    material.emissiveTexture.image = texture(source, aiTextureType_EMISSIVE);
    return material;
  }

 private:
  /// Whether the alpha of its base color texture is its opacity.
  static bool isCutOut(const aiMaterial& source) {
    aiString color, opacity;
    return source.GetTexture(aiTextureType_DIFFUSE, 0, &color) == AI_SUCCESS &&
           source.GetTexture(aiTextureType_OPACITY, 0, &opacity) == AI_SUCCESS && color == opacity;
  }

  int texture(const aiMaterial& source, aiTextureType type) {
    aiString path;
    if (source.GetTextureCount(type) == 0 || source.GetTexture(type, 0, &path) != AI_SUCCESS) return -1;
    const aiTexture* const embedded = scene_.GetEmbeddedTexture(path.C_Str());
    const bool isFile = embedded && embedded->mHeight == 0;  // else its pixels, which no writer of these formats has
    return images_.texture(
        {path.C_Str(), path.length},
        isFile ? ByteSpan(reinterpret_cast<const std::uint8_t*>(embedded->pcData), embedded->mWidth) : ByteSpan());
  }

  const aiScene& scene_;
  MaterialImages& images_;
};

}  // namespace

void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool imageHeadersOnly, Model& model,
                        const ImportWatch& watch) {
  MaterialImages images(folder);
  AssimpMaterialReader reader(scene, images);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) model.materials.push_back(reader.read(*scene.mMaterials[i]));
  images.load(imageHeadersOnly, model, watch);
}

}  // namespace app
