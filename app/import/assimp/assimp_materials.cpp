#include <algorithm>
#include <cmath>

#include <assimp/material.h>
#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>

#include "app/import/assimp/assimp_nodes.h"
#include "app/import/file/import_error.h"
#include "app/import/file/model_images.h"
#include "app/import/file/texture_search.h"

namespace app {
namespace {

glm::vec3 linear(const aiColor3D& srgb) {
  return glm::convertSRGBToLinear(glm::clamp(glm::vec3(srgb.r, srgb.g, srgb.b), 0.0f, 1.0f));
}

class AssimpMaterialReader {
 public:
  AssimpMaterialReader(const aiScene& scene, const std::filesystem::path& folder, ImportReport& report)
      : scene_(scene), search_(folder), report_(report) {}
  const std::vector<ImageSource>& sources() const { return sources_; }

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
    if (name.empty()) {
      report_.lines.push_back(
          {Finding::Lost, concat("material '", material, "'"), "its texture has no file name and is left out"});
      return -1;
    }
    const auto known =
        std::find_if(sources_.begin(), sources_.end(), [&](const ImageSource& each) { return each.name == name; });
    if (known != sources_.end()) return static_cast<int>(known - sources_.begin());
    sources_.push_back(sourceOf(path, name, material));
    return static_cast<int>(sources_.size()) - 1;
  }

  ImageSource sourceOf(const aiString& path, const std::string& name, const std::string& material) {
    ImageSource source{
        .name = name, .where = "material '" + material + "', image '" + name + "'", .bytes = {}, .uri = {}};
    if (const aiTexture* embedded = scene_.GetEmbeddedTexture(path.C_Str())) {
      if (embedded->mHeight == 0)
        source.bytes = ByteSpan(reinterpret_cast<const std::uint8_t*>(embedded->pcData), embedded->mWidth);
      return source;
    }
    // Files often hold a path on the author's machine.
    const auto found = search_.find(name);
    const std::size_t slash = name.find_last_of("/\\");
    source.uri = found ? uriOf(*found) : slash == std::string::npos ? name : name.substr(slash + 1);
    if (found && found->generic_string() != name)
      report_.lines.push_back({Finding::Found, source.where, concat("'", found->generic_string(), "' is used")});
    return source;
  }

  const aiScene& scene_;
  TextureSearch search_;
  ImportReport& report_;
  std::vector<ImageSource> sources_;
};

}  // namespace

void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool imageHeadersOnly, Model& model,
                        const ImportWatch& watch) {
  AssimpMaterialReader reader(scene, folder, model.report);
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) model.materials.push_back(reader.read(*scene.mMaterials[i]));
  ModelImages decoded = decodeImages(reader.sources(), folder, imageHeadersOnly, model.report, watch);
  dropReplacedMaps(model.materials, decoded);
  model.images = usedImages(std::move(decoded.images), model.materials);
}

}  // namespace app
