#include "app/import/gltf/gltf_materials.h"

#include <algorithm>
#include <map>

#include "app/import/file/image_decode.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

// glTF uses OpenGL's enum values.
constexpr std::uint64_t kNearest = 9728, kLinear = 9729, kNearestMipmapNearest = 9984, kNearestMipmapLinear = 9986;
constexpr std::uint64_t kClampToEdge = 33071, kMirroredRepeat = 33648, kRepeat = 10497;

Wrap wrapOf(std::uint64_t code) {
  return code == kClampToEdge ? Wrap::ClampToEdge : code == kMirroredRepeat ? Wrap::MirroredRepeat : Wrap::Repeat;
}

const Json* extension(const Json& object, const char* name) {
  const Json* extensions = findMember(object, "extensions");
  return extensions ? findMember(*extensions, name) : nullptr;
}

class GltfMaterialReader {
 public:
  GltfMaterialReader(const GltfDocument& document, ImportReport& report, const ImportWatch& watch)
      : document_(document),
        report_(report),
        watch_(watch),
        textures_(section(document, "textures", limits::kListEntries)),
        images_(section(document, "images", limits::kImages)),
        samplers_(section(document, "samplers", limits::kListEntries)) {}

  Material read(const Json& object, const JsonLocation& location);
  std::vector<Image> takeImages() { return std::move(decoded_); }

 private:
  TextureRef texture(const Json& owner, const char* key, const JsonLocation& outer);
  void readTransform(const Json& info, TextureRef& ref, const JsonLocation& location);
  void readSampler(const Json& sampler, TextureRef& ref, const JsonLocation& location);
  void readSurface(const Json& object, Material& material, const JsonLocation& location);
  void readClearcoat(const Json& object, Material& material, const JsonLocation& outer);
  int imageOf(int documentIndex);
  Image decode(const Json& object, const JsonLocation& location) const;
  void addFinding(Finding kind, std::string where, std::string what) {
    report_.lines.push_back({kind, std::move(where), std::move(what)});
  }

  const GltfDocument& document_;
  ImportReport& report_;
  const ImportWatch& watch_;
  const Json& textures_;
  const Json& images_;
  const Json& samplers_;
  std::map<int, int> decodedIndex_;  // document's image -> model's
  std::vector<Image> decoded_;
  std::uint64_t bytesLeft_ = limits::kImageBytes;
};

Image GltfMaterialReader::decode(const Json& object, const JsonLocation& location) const {
  requireObject(object, location);
  if (const auto view = indexMember(object, "bufferView", document_.views.size(), "buffer view", location))
    return decodeImage(bytesOf(document_, document_.views[static_cast<std::size_t>(*view)]), bytesLeft_);
  const std::string uri = textMember(object, "uri");
  if (uri.empty()) refuse("has neither a file nor a buffer view");
  return decodeImage(
      readResource(document_.folder, uri, limits::kFileBytes, watch_.subrange(decoded_.size(), images_.size())),
      bytesLeft_);
}

int GltfMaterialReader::imageOf(int documentIndex) {
  const auto [entry, isNew] = decodedIndex_.try_emplace(documentIndex, static_cast<int>(decoded_.size()));
  if (!isNew) return entry->second;
  watch_.at(decoded_.size(), images_.size());
  const JsonLocation location{"image", documentIndex};
  const Json& object = images_[static_cast<std::size_t>(documentIndex)];
  std::string name = readName(object, location, report_);
  Image image;
  try {
    image = decode(object, location);
    bytesLeft_ -= image.rgba.size();
  } catch (const ImportError& error) {  // also for a URI that may not be read: see resource_uri.h
    addFinding(Finding::Lost, location.text(), concat(error.what(), "; a checkerboard is shown instead"));
    image = checkerImage();
  }
  if (!name.empty()) image.name = std::move(name);
  decoded_.push_back(std::move(image));
  return entry->second;
}

void GltfMaterialReader::readSampler(const Json& sampler, TextureRef& ref, const JsonLocation& location) {
  ref.wrapU = wrapOf(sizeMember(sampler, "wrapS", kRepeat, location));
  ref.wrapV = wrapOf(sizeMember(sampler, "wrapT", kRepeat, location));
  ref.magnify = sizeMember(sampler, "magFilter", kLinear, location) == kNearest ? Filter::Nearest : Filter::Linear;
  const std::uint64_t minify = sizeMember(sampler, "minFilter", 0, location);
  const bool nearest = minify == kNearest || minify == kNearestMipmapNearest || minify == kNearestMipmapLinear;
  ref.minify = nearest ? Filter::Nearest : Filter::Linear;
  ref.mipmaps = minify != kNearest && minify != kLinear;
}

void GltfMaterialReader::readTransform(const Json& info, TextureRef& ref, const JsonLocation& location) {
  std::uint64_t uvSet = sizeMember(info, "texCoord", 0, location);
  if (const Json* transform = extension(info, "KHR_texture_transform")) {
    if (const auto v = numbersMember(*transform, "offset", 2, location); !v.empty()) ref.offset = {v[0], v[1]};
    if (const auto v = numbersMember(*transform, "scale", 2, location); !v.empty()) ref.scale = {v[0], v[1]};
    ref.rotation = numberMember(*transform, "rotation", 0, location);
    uvSet = sizeMember(*transform, "texCoord", uvSet, location);
  }
  if (uvSet > 1) {
    addFinding(Finding::Ignored, location.text(),
               concat("it uses texture coordinates ", uvSet, "; only sets 0 and 1 are supported, so set 0 is used"));
    uvSet = 0;
  }
  ref.uvSet = static_cast<int>(uvSet);
}

TextureRef GltfMaterialReader::texture(const Json& owner, const char* key, const JsonLocation& outer) {
  const JsonLocation location{key, -1, &outer};
  TextureRef ref;
  const Json* info = findMember(owner, key);
  if (!info) return ref;
  const auto index = indexMember(requireObject(*info, location), "index", textures_.size(), "texture", location);
  if (!index) return ref;
  const Json& texture = requireObject(textures_[static_cast<std::size_t>(*index)], location);
  readTransform(*info, ref, location);
  if (const auto sampler = indexMember(texture, "sampler", samplers_.size(), "sampler", location))
    readSampler(samplers_[static_cast<std::size_t>(*sampler)], ref, location);
  if (const auto source = indexMember(texture, "source", images_.size(), "image", location)) {
    ref.image = imageOf(*source);
  } else {
    addFinding(Finding::Lost, location.text(), concat("texture ", *index, " has no readable image"));
  }
  return ref;
}

void GltfMaterialReader::readSurface(const Json& object, Material& material, const JsonLocation& location) {
  const Json* surface = findMember(object, "pbrMetallicRoughness");
  if (!surface) return;
  requireObject(*surface, location);
  if (const auto c = numbersMember(*surface, "baseColorFactor", 4, location); !c.empty())
    material.baseColor = {c[0], c[1], c[2], c[3]};
  material.baseColorTexture = texture(*surface, "baseColorTexture", location);
  material.metallic = numberMember(*surface, "metallicFactor", 1, location);
  material.roughness = numberMember(*surface, "roughnessFactor", 1, location);
  material.metallicRoughnessTexture = texture(*surface, "metallicRoughnessTexture", location);
}

void GltfMaterialReader::readClearcoat(const Json& object, Material& material, const JsonLocation& outer) {
  const Json* coat = extension(object, "KHR_materials_clearcoat");
  if (!coat) return;
  const JsonLocation location{"KHR_materials_clearcoat", -1, &outer};
  requireObject(*coat, location);
  material.clearcoat = numberMember(*coat, "clearcoatFactor", 0, location);
  if (!(material.clearcoat > 0)) return;
  material.clearcoatTexture = texture(*coat, "clearcoatTexture", location);
  material.clearcoatRoughness = numberMember(*coat, "clearcoatRoughnessFactor", 0, location);
  material.clearcoatRoughnessTexture = texture(*coat, "clearcoatRoughnessTexture", location);
  if (findMember(*coat, "clearcoatNormalTexture"))
    addFinding(Finding::Ignored, location.text(),
               "the clearcoat's own normal map; the clearcoat uses the mesh's normals");
}

Material GltfMaterialReader::read(const Json& object, const JsonLocation& location) {
  requireObject(object, location);
  Material material;
  material.name = readName(object, location, report_);
  readSurface(object, material, location);
  material.normalTexture = texture(object, "normalTexture", location);
  if (const Json* info = findMember(object, "normalTexture"))
    material.normalScale = numberMember(*info, "scale", 1, location);
  material.occlusionTexture = texture(object, "occlusionTexture", location);
  if (const Json* info = findMember(object, "occlusionTexture"))
    material.occlusionStrength = numberMember(*info, "strength", 1, location);
  material.emissiveTexture = texture(object, "emissiveTexture", location);
  if (const auto c = numbersMember(object, "emissiveFactor", 3, location); !c.empty())
    material.emissive = {c[0], c[1], c[2]};
  if (const Json* strength = extension(object, "KHR_materials_emissive_strength"))
    material.emissive *= numberMember(*strength, "emissiveStrength", 1, location);
  readClearcoat(object, material, location);
  material.unlit = extension(object, "KHR_materials_unlit") != nullptr;
  material.doubleSided = flagMember(object, "doubleSided", false);
  material.alphaCutoff = numberMember(object, "alphaCutoff", 0.5f, location);
  const std::string mode = textMember(object, "alphaMode", "OPAQUE");
  if (mode == "MASK")
    material.alphaMode = AlphaMode::Mask;
  else if (mode == "BLEND")
    material.alphaMode = AlphaMode::Blend;
  else if (mode != "OPAQUE")
    addFinding(Finding::Ignored, location.text(), concat("alpha mode '", shortText(mode), "' is unknown"));
  return material;
}

}  // namespace

Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch) {
  GltfMaterialReader reader(document, report, watch);
  Materials result;
  std::ptrdiff_t index = 0;
  for (const Json& object : section(document, "materials", limits::kListEntries))
    result.materials.push_back(reader.read(object, {"material", index++}));
  result.images = reader.takeImages();
  return result;
}

}  // namespace app
