#include "app/import/exact_material.h"

#include <algorithm>
#include <map>

#include "app/import/gltf_sections.h"
#include "app/import/image_decode.h"
#include "app/import/import_limits.h"
#include "app/import/refusal.h"
#include "app/import/resource_uri.h"
#include "app/import/utf8_text.h"

namespace app {
namespace {

// OpenGL's numbers, as glTF writes them.
constexpr std::uint64_t kNearest = 9728, kLinear = 9729, kNearestMipmapNearest = 9984, kNearestMipmapLinear = 9986;
constexpr std::uint64_t kClampToEdge = 33071, kMirroredRepeat = 33648, kRepeat = 10497;

Wrap wrapOf(std::uint64_t code) {
  return code == kClampToEdge ? Wrap::ClampToEdge : code == kMirroredRepeat ? Wrap::MirroredRepeat : Wrap::Repeat;
}

const Json* extension(const Json& object, const char* name) {
  const Json* extensions = findMember(object, "extensions");
  return extensions ? findMember(*extensions, name) : nullptr;
}

class MaterialReader {
 public:
  MaterialReader(const GltfDocument& document, ImportReport& report, const ImportWatch& watch)
      : document_(document),
        report_(report),
        watch_(watch),
        textures_(section(document, "textures", limits::kNodes)),
        images_(section(document, "images", limits::kImages)),
        samplers_(section(document, "samplers", limits::kNodes)) {}

  Material read(const Json& object, const Place& place);
  std::vector<Image> takeImages() { return std::move(decoded_); }

 private:
  TextureRef texture(const Json& owner, const char* key, const Place& outer);
  void readTransform(const Json& info, TextureRef& ref, const Place& place);
  void readSampler(const Json& sampler, TextureRef& ref, const Place& place);
  void readSurface(const Json& object, Material& material, const Place& place);
  void readClearcoat(const Json& object, Material& material, const Place& outer);
  int imageOf(int documentIndex);
  Image decode(const Json& object, const Place& place) const;
  void say(Finding kind, std::string where, std::string what) {
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

Image MaterialReader::decode(const Json& object, const Place& place) const {
  requireObject(object, place);
  if (const auto view = indexMember(object, "bufferView", document_.views.size(), "buffer view", place))
    return decodeImage(bytesOf(document_, document_.views[static_cast<std::size_t>(*view)]), bytesLeft_);
  const std::string uri = textMember(object, "uri");
  if (uri.empty()) refuse("has neither a file nor a buffer view");
  return decodeImage(
      readResource(document_.folder, uri, limits::kModelFileBytes, watch_.part(decoded_.size(), images_.size())),
      bytesLeft_);
}

int MaterialReader::imageOf(int documentIndex) {
  const auto [entry, isNew] = decodedIndex_.try_emplace(documentIndex, static_cast<int>(decoded_.size()));
  if (!isNew) return entry->second;
  watch_.at(decoded_.size(), images_.size());
  const Place place{"image", documentIndex};
  const Json& object = images_[static_cast<std::size_t>(documentIndex)];
  std::string name = readName(object, place, report_);
  Image image;
  try {
    image = decode(object, place);
    bytesLeft_ -= image.rgba.size();
  } catch (const Refusal& refusal) {
    say(Finding::Lost, place.text(), sentence(refusal.what(), "; a checker stands for it"));
    image = checkerImage();
  }
  if (!name.empty()) image.name = std::move(name);
  decoded_.push_back(std::move(image));
  return entry->second;
}

void MaterialReader::readSampler(const Json& sampler, TextureRef& ref, const Place& place) {
  ref.wrapU = wrapOf(sizeMember(sampler, "wrapS", kRepeat, place));
  ref.wrapV = wrapOf(sizeMember(sampler, "wrapT", kRepeat, place));
  ref.magnify = sizeMember(sampler, "magFilter", kLinear, place) == kNearest ? Filter::Nearest : Filter::Linear;
  const std::uint64_t minify = sizeMember(sampler, "minFilter", 0, place);
  const bool nearest = minify == kNearest || minify == kNearestMipmapNearest || minify == kNearestMipmapLinear;
  ref.minify = nearest ? Filter::Nearest : Filter::Linear;
  ref.mipmaps = minify != kNearest && minify != kLinear;
}

void MaterialReader::readTransform(const Json& info, TextureRef& ref, const Place& place) {
  std::uint64_t uvSet = sizeMember(info, "texCoord", 0, place);
  if (const Json* transform = extension(info, "KHR_texture_transform")) {
    if (const auto v = numbersMember(*transform, "offset", 2, place); !v.empty()) ref.offset = {v[0], v[1]};
    if (const auto v = numbersMember(*transform, "scale", 2, place); !v.empty()) ref.scale = {v[0], v[1]};
    ref.rotation = numberMember(*transform, "rotation", 0, place);
    uvSet = sizeMember(*transform, "texCoord", uvSet, place);
  }
  if (uvSet > 1) {
    say(Finding::Ignored, place.text(),
        sentence("it uses texture coordinates ", uvSet, "; only sets 0 and 1 are kept, so set 0 stands for them"));
    uvSet = 0;
  }
  ref.uvSet = static_cast<int>(uvSet);
}

TextureRef MaterialReader::texture(const Json& owner, const char* key, const Place& outer) {
  const Place place{key, -1, &outer};
  TextureRef ref;
  const Json* info = findMember(owner, key);
  if (!info) return ref;
  const auto index = indexMember(requireObject(*info, place), "index", textures_.size(), "texture", place);
  if (!index) return ref;
  const Json& texture = requireObject(textures_[static_cast<std::size_t>(*index)], place);
  readTransform(*info, ref, place);
  if (const auto sampler = indexMember(texture, "sampler", samplers_.size(), "sampler", place))
    readSampler(samplers_[static_cast<std::size_t>(*sampler)], ref, place);
  if (const auto source = indexMember(texture, "source", images_.size(), "image", place)) {
    ref.image = imageOf(*source);
  } else {
    say(Finding::Lost, place.text(), sentence("texture ", *index, " has no picture that can be read"));
  }
  return ref;
}

void MaterialReader::readSurface(const Json& object, Material& material, const Place& place) {
  const Json* surface = findMember(object, "pbrMetallicRoughness");
  if (!surface) return;
  requireObject(*surface, place);
  if (const auto c = numbersMember(*surface, "baseColorFactor", 4, place); !c.empty())
    material.baseColor = {c[0], c[1], c[2], c[3]};
  material.baseColorTexture = texture(*surface, "baseColorTexture", place);
  material.metallic = numberMember(*surface, "metallicFactor", 1, place);
  material.roughness = numberMember(*surface, "roughnessFactor", 1, place);
  material.metallicRoughnessTexture = texture(*surface, "metallicRoughnessTexture", place);
}

void MaterialReader::readClearcoat(const Json& object, Material& material, const Place& outer) {
  const Json* coat = extension(object, "KHR_materials_clearcoat");
  if (!coat) return;
  const Place place{"KHR_materials_clearcoat", -1, &outer};
  requireObject(*coat, place);
  material.clearcoat = numberMember(*coat, "clearcoatFactor", 0, place);
  if (!(material.clearcoat > 0)) return;
  material.clearcoatTexture = texture(*coat, "clearcoatTexture", place);
  material.clearcoatRoughness = numberMember(*coat, "clearcoatRoughnessFactor", 0, place);
  material.clearcoatRoughnessTexture = texture(*coat, "clearcoatRoughnessTexture", place);
  if (findMember(*coat, "clearcoatNormalTexture"))
    say(Finding::Ignored, place.text(), "the coat's own normal map; the coat is as smooth as the mesh");
}

Material MaterialReader::read(const Json& object, const Place& place) {
  requireObject(object, place);
  Material material;
  material.name = readName(object, place, report_);
  readSurface(object, material, place);
  material.normalTexture = texture(object, "normalTexture", place);
  if (const Json* info = findMember(object, "normalTexture"))
    material.normalScale = numberMember(*info, "scale", 1, place);
  material.occlusionTexture = texture(object, "occlusionTexture", place);
  if (const Json* info = findMember(object, "occlusionTexture"))
    material.occlusionStrength = numberMember(*info, "strength", 1, place);
  material.emissiveTexture = texture(object, "emissiveTexture", place);
  if (const auto c = numbersMember(object, "emissiveFactor", 3, place); !c.empty())
    material.emissive = {c[0], c[1], c[2]};
  if (const Json* strength = extension(object, "KHR_materials_emissive_strength"))
    material.emissive *= numberMember(*strength, "emissiveStrength", 1, place);
  readClearcoat(object, material, place);
  material.unlit = extension(object, "KHR_materials_unlit") != nullptr;
  material.doubleSided = flagMember(object, "doubleSided", false);
  material.alphaCutoff = numberMember(object, "alphaCutoff", 0.5f, place);
  const std::string mode = textMember(object, "alphaMode", "OPAQUE");
  if (mode == "MASK")
    material.alphaMode = AlphaMode::Mask;
  else if (mode == "BLEND")
    material.alphaMode = AlphaMode::Blend;
  else if (mode != "OPAQUE")
    say(Finding::Ignored, place.text(), sentence("alpha mode '", shortText(mode), "' is unknown"));
  return material;
}

}  // namespace

Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch) {
  MaterialReader reader(document, report, watch);
  Materials result;
  std::ptrdiff_t index = 0;
  for (const Json& object : section(document, "materials", limits::kNodes))
    result.materials.push_back(reader.read(object, {"material", index++}));
  result.images = reader.takeImages();
  return result;
}

}  // namespace app
