#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The file name without folders. Empty if the path names no file.
std::string_view fileNameIn(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
  return name == "." || name == ".." ? std::string_view() : name;
}

/// The materials with an image: "material 'Skin' and 7 others".
struct ImageUsers {
  std::string first;
  int count = 0;
  void add(const std::string& material) {
    if (count++ == 0) first = material;
  }
  std::string text() const {
    const std::string others = count < 2    ? std::string()
                               : count == 2 ? " and another"
                                            : concat(" and ", count - 1, " others");
    return concat("material '", first, "'", others);
  }
};

class AssimpMaterialReader {
 public:
  AssimpMaterialReader(const aiScene& scene, const std::filesystem::path& folder, ImportReport& report)
      : scene_(scene), search_(folder), report_(report) {}

  std::vector<Material> readAll() {
    std::vector<Material> materials;
    for (unsigned i = 0; i < scene_.mNumMaterials; ++i) {
      known_.clear();
      materials.push_back(read(*scene_.mMaterials[i]));
    }
    return materials;
  }

  /// Loads the images that the materials read so far need, and reports what was missing or substituted.
  std::vector<ImageSource> takeSources() {
    if (nameless_.count > 0)
      report_.lines.push_back({Finding::Lost, nameless_.text(),
                               nameless_.count == 1 ? "its texture has no file name and is left out"
                                                    : "their textures have no file name and are left out"});
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      sources_[i].where = concat("image '", sources_[i].name, "' of ", users_[i].text());
      if (found_[i] != sources_[i].name && !found_[i].empty())
        report_.lines.push_back({Finding::Found, sources_[i].where, concat("'", found_[i], "' is used")});
    }
    return std::move(sources_);
  }

 private:
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
    int twoSided = 0, shading = 0;
    material.unlit = source.Get(AI_MATKEY_SHADING_MODEL, shading) == AI_SUCCESS && shading == aiShadingMode_NoShading;
    material.doubleSided = source.Get(AI_MATKEY_TWOSIDED, twoSided) == AI_SUCCESS && twoSided != 0;
    material.baseColorTexture.image = texture(source, aiTextureType_DIFFUSE, material.name);
    if (material.baseColorTexture.image >= 0 && material.baseColor.r + material.baseColor.g + material.baseColor.b == 0)
      material.baseColor = {1, 1, 1, material.baseColor.a};
    if (material.baseColorTexture.image >= 0 && isCutOut(source) && material.alphaMode == AlphaMode::Opaque)
      material.alphaMode = AlphaMode::Mask;  // hair and leaves; blending would need them sorted
    material.normalTexture.image = texture(source, aiTextureType_NORMALS, material.name);
    material.emissiveTexture.image = texture(source, aiTextureType_EMISSIVE, material.name);
    return material;
  }

  /// Whether the alpha of its base color texture is its opacity.
  static bool isCutOut(const aiMaterial& source) {
    aiString color, opacity;
    return source.GetTexture(aiTextureType_DIFFUSE, 0, &color) == AI_SUCCESS &&
           source.GetTexture(aiTextureType_OPACITY, 0, &opacity) == AI_SUCCESS && color == opacity;
  }

  int texture(const aiMaterial& source, aiTextureType type, const std::string& material) {
    aiString path;
    if (source.GetTextureCount(type) == 0 || source.GetTexture(type, 0, &path) != AI_SUCCESS) return -1;
    const std::string name = nameOf(path);
    const bool isNew = known_.insert(name).second;  // for this material
    if (fileNameIn(name).empty()) {
      if (isNew) nameless_.add(material);
      return -1;
    }
    const auto [entry, isFirst] = indexOf_.try_emplace(name, static_cast<int>(sources_.size()));
    if (isFirst) addSource(path, name);
    if (isNew) users_[static_cast<std::size_t>(entry->second)].add(material);
    return entry->second;
  }

  void addSource(const aiString& path, const std::string& name) {
    ImageSource source{.name = name, .where = {}, .bytes = {}, .uri = {}};
    std::string used;
    if (const aiTexture* embedded = scene_.GetEmbeddedTexture(path.C_Str())) {
      if (embedded->mHeight == 0)
        source.bytes = ByteSpan(reinterpret_cast<const std::uint8_t*>(embedded->pcData), embedded->mWidth);
    } else {  // files often hold a path on the author's machine
      const auto found = search_.find(name);
      source.uri = found ? uriOf(*found) : std::string(fileNameIn(name));
      if (found) used = found->generic_string();
    }
    sources_.push_back(std::move(source));
    found_.push_back(std::move(used));
    users_.emplace_back();
  }

  const aiScene& scene_;
  TextureSearch search_;
  ImportReport& report_;
  std::vector<ImageSource> sources_;
  std::vector<std::string> found_;  // of each: the file beside the model; empty: there is none
  std::vector<ImageUsers> users_;   // of each
  ImageUsers nameless_;
  std::map<std::string, int, std::less<>> indexOf_;  // of sources, by name
  std::set<std::string, std::less<>> known_;         // what the current material names
};

}  // namespace

void addAssimpMaterials(const aiScene& scene, const std::filesystem::path& folder, bool imageHeadersOnly, Model& model,
                        const ImportWatch& watch) {
  AssimpMaterialReader reader(scene, folder, model.report);
  model.materials = reader.readAll();
  std::vector<ImageSource> sources = reader.takeSources();
  markBaseColors(model.materials, sources);
  ModelImages decoded = decodeImages(sources, folder, imageHeadersOnly, model.report, watch);
  dropReplacedMaps(model.materials, decoded);
  model.images = usedImages(std::move(decoded.images), model.materials);
}

}  // namespace app
