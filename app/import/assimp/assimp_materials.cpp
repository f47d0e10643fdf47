#include <algorithm>
#include <cmath>

#include <assimp/material.h>
#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>

#include "app/import/assimp/assimp_nodes.h"
#include "app/import/file/image_decode.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"

namespace app {
namespace {

glm::vec3 linear(const aiColor3D& srgb) {
  return glm::convertSRGBToLinear(glm::clamp(glm::vec3(srgb.r, srgb.g, srgb.b), 0.0f, 1.0f));
}

class AssimpMaterialReader {
 public:
  AssimpMaterialReader(const aiScene& scene, const std::filesystem::path& folder, Model& model,
                       const ImportWatch& watch)
      : scene_(scene), folder_(folder), model_(model), watch_(watch) {}

  Material read(const aiMaterial& source) {
    Material material;
    aiString name;
    if (source.Get(AI_MATKEY_NAME, name) == AI_SUCCESS) material.name = nameOf(name);
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
    int twoSided = 0;
    material.doubleSided = source.Get(AI_MATKEY_TWOSIDED, twoSided) == AI_SUCCESS && twoSided != 0;
    material.baseColorTexture.image = texture(source, aiTextureType_DIFFUSE, material.name);
    if (material.baseColorTexture.image >= 0 && material.baseColor.r + material.baseColor.g + material.baseColor.b == 0)
      material.baseColor = {1, 1, 1, material.baseColor.a};
    material.normalTexture.image = texture(source, aiTextureType_NORMALS, material.name);
    material.emissiveTexture.image = texture(source, aiTextureType_EMISSIVE, material.name);
    return material;
  }

 private:
  int texture(const aiMaterial& source, aiTextureType type, const std::string& material) {
    aiString path;
    if (source.GetTextureCount(type) == 0 || source.GetTexture(type, 0, &path) != AI_SUCCESS) return -1;
    const std::string name = nameOf(path);
    const auto known = std::find_if(model_.images.begin(), model_.images.end(),
                                    [&](const Image& image) { return image.name == name; });
    if (known != model_.images.end()) return static_cast<int>(known - model_.images.begin());
    if (model_.images.size() == limits::kImages) return -1;
    watch_.throwIfCanceled();
    Image image;
    try {
      image = decode(path, name);
    } catch (const ImportError& error) {  // also for a URI that may not be read: see resource_uri.h
      image = checkerImage();
      model_.report.lines.push_back({Finding::Lost, "material '" + material + "', image '" + name + "'", error.what()});
    }
    image.name = name;
    bytes_ += image.rgba.size();
    model_.images.push_back(std::move(image));
    return static_cast<int>(model_.images.size()) - 1;
  }

  Image decode(const aiString& path, const std::string& name) {
    const std::uint64_t bytesLeft = limits::kImageBytes - std::min(bytes_, limits::kImageBytes);
    if (const aiTexture* embedded = scene_.GetEmbeddedTexture(path.C_Str())) {
      if (embedded->mHeight != 0) refuse("it is embedded uncompressed, which is not supported");
      return decodeImage({reinterpret_cast<const std::uint8_t*>(embedded->pcData), embedded->mWidth}, bytesLeft);
    }
    // Files often hold a path on the author's machine: look for a file of that name beside the model.
    const std::size_t slash = name.find_last_of("/\\");
    const Bytes file =
        readResource(folder_, slash == std::string::npos ? name : name.substr(slash + 1), limits::kFileBytes, watch_);
    return decodeImage(file, bytesLeft);
  }

  const aiScene& scene_;
  const std::filesystem::path& folder_;
  Model& model_;
  const ImportWatch& watch_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, Model& model,
                        const ImportWatch& watch) {
  AssimpMaterialReader reader(scene, folder, model, watch);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
    watch.at(i, scene.mNumMaterials);
    model.materials.push_back(reader.read(*scene.mMaterials[i]));
  }
}

}  // namespace app
