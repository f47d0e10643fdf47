#include "app/import/gltf/gltf_materials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/model_images.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

constexpr float kDielectric = 0.04f;  // specular reflectance of dielectrics (F0)
constexpr float kEpsilon = 1e-6f;

float brightness(const glm::vec3& color) {
  return std::sqrt(glm::dot(color * color, glm::vec3(0.299f, 0.587f, 0.114f)));
}

float metallicOf(float diffuse, float specular, float notReflected) {
  if (specular < kDielectric) return 0;
  const float b = diffuse * notReflected / (1 - kDielectric) + specular - 2 * kDielectric;
  const float c = kDielectric - specular;
  const float root = std::sqrt(std::max(b * b - 4 * kDielectric * c, 0.0f));
  return std::clamp((root - b) / (2 * kDielectric), 0.0f, 1.0f);
}

constexpr std::size_t kSteps = 4096;  // of the table back to sRGB

struct SrgbTables {
  std::array<float, 256> linear{};
  std::array<std::uint8_t, kSteps + 1> srgb{};

  SrgbTables() {
    for (std::size_t i = 0; i < linear.size(); ++i)
      linear[i] = glm::convertSRGBToLinear(glm::vec3(static_cast<float>(i) / 255)).x;
    for (std::size_t i = 0; i < srgb.size(); ++i)
      srgb[i] = static_cast<std::uint8_t>(
          std::lround(255 * glm::convertLinearToSRGB(glm::vec3(static_cast<float>(i) / kSteps)).x));
  }
  std::uint8_t encode(float value) const {
    return srgb[static_cast<std::size_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * kSteps))];
  }
};

std::uint8_t byteOf(float value) { return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255)); }

/// The texel of an image at (x, y) of `width` * `height`; white without one.
glm::vec4 texel(const SrgbTables& tables, const Image* image, int x, int y, int width, int height) {
  if (image == nullptr || image->rgba.empty()) return glm::vec4(1);
  const auto column =
      static_cast<std::size_t>(x) * static_cast<std::size_t>(image->width) / static_cast<std::size_t>(width);
  const auto row =
      static_cast<std::size_t>(y) * static_cast<std::size_t>(image->height) / static_cast<std::size_t>(height);
  const std::uint8_t* rgba = image->rgba.data() + 4 * (row * static_cast<std::size_t>(image->width) + column);
  return {tables.linear[rgba[0]], tables.linear[rgba[1]], tables.linear[rgba[2]], static_cast<float>(rgba[3]) / 255};
}

}  // namespace

MetalRough metalRoughOf(const SpecGloss& surface) {
  const glm::vec3 diffuse(surface.diffuse);
  const float notReflected = 1 - std::max({surface.specular.x, surface.specular.y, surface.specular.z});
  const float metallic = metallicOf(brightness(diffuse), brightness(surface.specular), notReflected);
  const glm::vec3 fromDiffuse = diffuse * (notReflected / (1 - kDielectric) / std::max(1 - metallic, kEpsilon));
  const glm::vec3 fromSpecular = (surface.specular - kDielectric * (1 - metallic)) / std::max(metallic, kEpsilon);
  const glm::vec3 color = glm::clamp(glm::mix(fromDiffuse, fromSpecular, metallic * metallic), 0.0f, 1.0f);
  return {.baseColor = glm::vec4(color, surface.diffuse.a), .metallic = metallic, .roughness = 1 - surface.glossiness};
}

ImageSize metalRoughSize(const Image* diffuse, const Image* specularGlossiness) {
  const auto side = [&](int Image::*which) {
    return std::max(diffuse ? diffuse->*which : 1, specularGlossiness ? specularGlossiness->*which : 1);
  };
  return {side(&Image::width), side(&Image::height)};
}

MetalRoughImages metalRoughImages(const Image* diffuse, const Image* specularGlossiness, const SpecGloss& factors) {
  static const SrgbTables kTables;
  const ImageSize size = metalRoughSize(diffuse, specularGlossiness);
  const int width = size.width, height = size.height;
  MetalRoughImages result;
  result.baseColor = {.name = diffuse ? diffuse->name : "", .width = width, .height = height, .rgba = {}};
  result.metallicRoughness = {
      .name = specularGlossiness ? specularGlossiness->name : "", .width = width, .height = height, .rgba = {}};
  result.baseColor.rgba.resize(size.bytes());
  result.metallicRoughness.rgba.resize(size.bytes(), 255);
  std::uint8_t* color = result.baseColor.rgba.data();
  std::uint8_t* surface = result.metallicRoughness.rgba.data();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, color += 4, surface += 4) {
      const glm::vec4 specGloss = texel(kTables, specularGlossiness, x, y, width, height);
      const MetalRough converted =
          metalRoughOf({.diffuse = factors.diffuse * texel(kTables, diffuse, x, y, width, height),
                        .specular = factors.specular * glm::vec3(specGloss),
                        .glossiness = factors.glossiness * specGloss.a});
      for (int k = 0; k < 3; ++k) color[k] = kTables.encode(converted.baseColor[k]);
      color[3] = byteOf(converted.baseColor.a);
      surface[1] = byteOf(converted.roughness);
      surface[2] = byteOf(converted.metallic);
    }
  return result;
}

namespace {

const Json& memberOr(const Json& object, const char* key, const Json& otherwise) {
  const Json* const found = findMember(object, key);
  return found ? *found : otherwise;
}

bool hasAny(const Json& object, std::initializer_list<const char*> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return findMember(object, key) != nullptr; });
}

void reportRest(const std::string& where, bool ownTexture, bool outlined, ImportReport& report) {
  if (ownTexture) report.add(Finding::Ignored, where, "the texture of its shade; the shade tints the color's texture");
  if (outlined) report.add(Finding::Ignored, where, "MToon's outlines, rim light and matcaps");
}

/// VRM 1.0, by the cosine between the normal and the direction to the light: fully lit above 1 - toony - shift, fully
/// shaded below toony - 1 - shift, linear in between (VRMC_materials_mtoon, "Lighting").
void readVersion1(const Json& mtoon, const JsonLocation& location, Material& material, ImportReport& report) {
  const float toony = std::clamp(numberMember(mtoon, "shadingToonyFactor", 0.9f, location), 0.0f, 1.0f);
  const float shift = std::clamp(numberMember(mtoon, "shadingShiftFactor", 0, location), -1.0f, 1.0f);
  material.shadeRange = {toony - 1 - shift, 1 - toony - shift};
  material.shadeColor = glm::vec3(1);
  readVector(mtoon, "shadeColorFactor", material.shadeColor, location);
  const std::string outline = textMember(mtoon, "outlineWidthMode", "none");
  reportRest(location.text(), hasAny(mtoon, {"shadeMultiplyTexture", "shadingShiftTexture"}),
             outline != "none" || hasAny(mtoon, {"matcapTexture", "rimMultiplyTexture"}), report);
}

/// VRM 0.x: colors are sRGB, and the range begins at the shift (UniVRM, MToon10Migrator).
void readVersion0(const Json& properties, const JsonLocation& location, Material& material, ImportReport& report) {
  static const Json kNone = Json::object();
  const Json& numbers = memberOr(properties, "floatProperties", kNone);
  const Json& vectors = memberOr(properties, "vectorProperties", kNone);
  const Json& textures = memberOr(properties, "textureProperties", kNone);
  const float toony = std::clamp(numberMember(numbers, "_ShadeToony", 0.9f, location), 0.0f, 1.0f);
  const float shift = std::clamp(numberMember(numbers, "_ShadeShift", 0, location), -1.0f, 1.0f);
  material.shadeRange = {shift, 1 + (shift - 1) * toony};
  glm::vec3 color(0.97f, 0.81f, 0.86f);
  if (const auto c = numbersMember(vectors, "_ShadeColor", 0, location); c.size() >= 3) color = {c[0], c[1], c[2]};
  material.shadeColor = glm::convertSRGBToLinear(glm::clamp(color, 0.0f, 1.0f));
  const auto textureAt = [&](const char* key) { return sizeMember(textures, key, ~0u, location); };
  reportRest(location.text(), textureAt("_ShadeTexture") != ~0u && textureAt("_ShadeTexture") != textureAt("_MainTex"),
             numberMember(numbers, "_OutlineWidthMode", 0, location) != 0 || hasAny(textures, {"_SphereAdd"}), report);
}

}  // namespace

void readMToon(const GltfDocument& document, const Json& object, std::size_t index, Material& material,
               ImportReport& report) {
  const JsonLocation outer{"material", static_cast<std::ptrdiff_t>(index)};
  const JsonLocation location{"MToon", -1, &outer};
  if (const Json* const mtoon = findExtension(object, "VRMC_materials_mtoon")) {
    readVersion1(*mtoon, location, material, report);
  } else {
    const Json* const vrm = findExtension(document.json, "VRM");
    const Json* const all = vrm ? findMember(*vrm, "materialProperties") : nullptr;
    if (all == nullptr || !all->is_array() || index >= all->size()) return;
    const Json& properties = (*all)[index];
    if (textMember(properties, "shader") != "VRM/MToon") return;
    readVersion0(properties, location, material, report);
  }
  material.toon = material.unlit = true;
}

namespace {

Wrap wrapOf(std::uint64_t code) {
  return code == gltf::kClampToEdge      ? Wrap::ClampToEdge
         : code == gltf::kMirroredRepeat ? Wrap::MirroredRepeat
                                         : Wrap::Repeat;
}

/// A specular-glossiness material, whose textures can be converted once they are decoded.
struct PendingSpecGloss {
  std::size_t material = 0;
  SpecGloss factors;
  TextureRef diffuse;
  TextureRef specularGlossiness;
};

/// What became of two images and the factors that were multiplied into them.
struct ConvertedImages {
  std::array<int, 2> from{};  // diffuse, specular-glossiness
  SpecGloss factors;
  std::array<int, 2> made{};  // base color, metallic-roughness
};

class GltfMaterialReader {
 public:
  GltfMaterialReader(const GltfDocument& document, ImportReport& report, const ImportWatch& watch)
      : document_(document),
        report_(report),
        watch_(watch),
        textures_(section(document, "textures", limits::kListEntries)),
        images_(section(document, "images", limits::kListEntries)),
        samplers_(section(document, "samplers", limits::kListEntries)) {}

  Material read(const Json& object, const JsonLocation& location) {
    Material material;
    material.name = readName(object, location, report_);
    readSurface(object, material, location);
    readSpecGloss(object, material, location);
    material.normalTexture = texture(object, "normalTexture", location);
    if (const Json* info = findMember(object, "normalTexture"))
      material.normalScale = numberMember(*info, "scale", 1, location);
    material.occlusionTexture = texture(object, "occlusionTexture", location);
    if (const Json* info = findMember(object, "occlusionTexture"))
      material.occlusionStrength = numberMember(*info, "strength", 1, location);
    material.emissiveTexture = texture(object, "emissiveTexture", location);
    readVector(object, "emissiveFactor", material.emissive, location);
    if (const Json* strength = findExtension(object, "KHR_materials_emissive_strength"))
      material.emissiveStrength = numberMember(*strength, "emissiveStrength", 1, location);
    readClearcoat(object, material, location);
    readSheen(object, material, location);
    material.unlit = findExtension(object, "KHR_materials_unlit") != nullptr;
    readMToon(document_, object, static_cast<std::size_t>(location.index), material, report_);
    material.doubleSided = flagMember(object, "doubleSided", false);
    material.alphaCutoff = numberMember(object, "alphaCutoff", 0.5f, location);
    const std::string mode = textMember(object, "alphaMode", "OPAQUE");
    if (mode == "MASK")
      material.alphaMode = AlphaMode::Mask;
    else if (mode == "BLEND")
      material.alphaMode = AlphaMode::Blend;
    else if (mode != "OPAQUE")
      report_.add(Finding::Ignored, location.text(), concat("alpha mode '", shortText(mode), "' is unknown"));
    readTransmission(object, material, location);
    return material;
  }

  /// Decodes the images of all materials, and finishes what depends on their pixels.
  std::vector<Image> readImages(std::vector<Material>& materials, bool headersOnly) {
    markBaseColors(materials, sources_);
    ModelImages decoded = decodeImages(sources_, document_.folder, headersOnly, report_, watch_);
    dropReplacedMaps(materials, decoded);
    for (const PendingSpecGloss& pending : specGloss_) {
      watch_.throwIfCanceled();
      const auto image = static_cast<std::size_t>(pending.specularGlossiness.image);
      if (!headersOnly && decoded.states[image] == ImageState::Decoded)
        convert(pending, materials[pending.material], decoded.images);
    }
    return usedImages(std::move(decoded.images), materials);
  }

 private:
  int imageOf(int documentIndex) {
    const auto [entry, isNew] = sourceIndex_.try_emplace(documentIndex, static_cast<int>(sources_.size()));
    if (!isNew) return entry->second;
    const JsonLocation location{"image", documentIndex};
    const Json& object = requireObject(images_[static_cast<std::size_t>(documentIndex)], location);
    ImageSource source{.name = readName(object, location, report_),
                       .where = location.text(),
                       .bytes = {},
                       .uri = textMember(object, "uri")};
    if (const auto view = indexMember(object, "bufferView", document_.views.size(), "buffer view", location))
      source.bytes = bytesOf(document_, document_.views[static_cast<std::size_t>(*view)]);
    sources_.push_back(std::move(source));
    return entry->second;
  }

  /// WebP is preferred as it is usually the smaller one; other formats of extensions are tried when there is none.
  std::optional<int> imageIndex(const Json& texture, const JsonLocation& location) const {
    const auto sourceOf = [&](const Json& object) {
      return indexMember(object, "source", images_.size(), "image", location);
    };
    if (const Json* webp = findExtension(texture, "EXT_texture_webp"))
      if (const auto index = sourceOf(*webp)) return index;
    if (const auto index = sourceOf(texture)) return index;
    if (const Json* extensions = findMember(texture, "extensions"); extensions && extensions->is_object())
      for (const Json& extension : *extensions)
        if (const auto index = sourceOf(extension)) return index;
    return std::nullopt;
  }

  void readSampler(const Json& sampler, TextureRef& ref, const JsonLocation& location) {
    ref.wrapU = wrapOf(sizeMember(sampler, "wrapS", gltf::kRepeat, location));
    ref.wrapV = wrapOf(sizeMember(sampler, "wrapT", gltf::kRepeat, location));
    ref.magnify =
        sizeMember(sampler, "magFilter", gltf::kLinear, location) == gltf::kNearest ? Filter::Nearest : Filter::Linear;
    const std::uint64_t minify = sizeMember(sampler, "minFilter", 0, location);
    const bool nearest =
        minify == gltf::kNearest || minify == gltf::kNearestMipmapNearest || minify == gltf::kNearestMipmapLinear;
    ref.minify = nearest ? Filter::Nearest : Filter::Linear;
    ref.mipmaps = minify != gltf::kNearest && minify != gltf::kLinear;
  }

  void readTransform(const Json& info, TextureRef& ref, const JsonLocation& location) {
    std::uint64_t uvSet = sizeMember(info, "texCoord", 0, location);
    if (const Json* transform = findExtension(info, "KHR_texture_transform")) {
      readVector(*transform, "offset", ref.offset, location);
      readVector(*transform, "scale", ref.scale, location);
      ref.rotation = numberMember(*transform, "rotation", 0, location);
      uvSet = sizeMember(*transform, "texCoord", uvSet, location);
    }
    if (uvSet > 1) {
      report_.add(Finding::Ignored, location.text(),
                  concat("it uses texture coordinates ", uvSet, "; only sets 0 and 1 are supported, so set 0 is used"));
      uvSet = 0;
    }
    ref.uvSet = static_cast<int>(uvSet);
  }

  TextureRef texture(const Json& owner, const char* key, const JsonLocation& outer) {
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
    if (const auto source = imageIndex(texture, location)) {
      ref.image = imageOf(*source);
    } else {
      report_.add(Finding::Lost, location.text(), concat("texture ", *index, " has no readable image"));
    }
    return ref;
  }

  void readSurface(const Json& object, Material& material, const JsonLocation& location) {
    const Json* surface = findMember(object, "pbrMetallicRoughness");
    if (!surface) return;
    requireObject(*surface, location);
    readVector(*surface, "baseColorFactor", material.baseColor, location);
    material.baseColorTexture = texture(*surface, "baseColorTexture", location);
    material.metallic = numberMember(*surface, "metallicFactor", 1, location);
    material.roughness = numberMember(*surface, "roughnessFactor", 1, location);
    material.metallicRoughnessTexture = texture(*surface, "metallicRoughnessTexture", location);
  }

  void readClearcoat(const Json& object, Material& material, const JsonLocation& outer) {
    const Json* coat = findExtension(object, "KHR_materials_clearcoat");
    if (!coat) return;
    const JsonLocation location{"KHR_materials_clearcoat", -1, &outer};
    requireObject(*coat, location);
    material.clearcoat = numberMember(*coat, "clearcoatFactor", 0, location);
    material.clearcoatRoughness = numberMember(*coat, "clearcoatRoughnessFactor", 0, location);
    const bool isAnimated = document_.materialValues.has(static_cast<int>(outer.index), MaterialProperty::Clearcoat);
    if (!(material.clearcoat > 0) && !isAnimated) return;
    material.clearcoatTexture = texture(*coat, "clearcoatTexture", location);
    material.clearcoatRoughnessTexture = texture(*coat, "clearcoatRoughnessTexture", location);
    if (findMember(*coat, "clearcoatNormalTexture"))
      report_.add(Finding::Ignored, location.text(),
                  "the clearcoat's own normal map; the clearcoat uses the mesh's normals");
  }

  void readSheen(const Json& object, Material& material, const JsonLocation& outer) {
    const Json* sheen = findExtension(object, "KHR_materials_sheen");
    if (!sheen) return;
    const JsonLocation location{"KHR_materials_sheen", -1, &outer};
    requireObject(*sheen, location);
    readVector(*sheen, "sheenColorFactor", material.sheenColor, location);
    material.sheenColor = glm::clamp(material.sheenColor, 0.0f, 1.0f);
    material.sheenRoughness = numberMember(*sheen, "sheenRoughnessFactor", 0, location);
    const bool isAnimated = document_.materialValues.has(static_cast<int>(outer.index), MaterialProperty::SheenColor);
    if (material.sheenColor == glm::vec3(0) && !isAnimated) return;
    material.sheenColorTexture = texture(*sheen, "sheenColorTexture", location);
    material.sheenRoughnessTexture = texture(*sheen, "sheenRoughnessTexture", location);
  }

  void readSpecGloss(const Json& object, Material& material, const JsonLocation& outer) {
    const Json* surface = findExtension(object, "KHR_materials_pbrSpecularGlossiness");
    if (!surface) return;
    const JsonLocation location{"KHR_materials_pbrSpecularGlossiness", -1, &outer};
    requireObject(*surface, location);
    PendingSpecGloss pending{.material = static_cast<std::size_t>(outer.index)};
    SpecGloss& factors = pending.factors;
    readVector(*surface, "diffuseFactor", factors.diffuse, location);
    readVector(*surface, "specularFactor", factors.specular, location);
    factors.glossiness = numberMember(*surface, "glossinessFactor", 1, location);
    pending.diffuse = texture(*surface, "diffuseTexture", location);
    pending.specularGlossiness = texture(*surface, "specularGlossinessTexture", location);
    const MetalRough converted = metalRoughOf(factors);
    material.baseColor = converted.baseColor;
    material.metallic = converted.metallic;
    material.roughness = converted.roughness;
    material.baseColorTexture = pending.diffuse;
    material.metallicRoughnessTexture = {};
    report_.add(Finding::Repaired, location.text(), "it became metallic-roughness, which reflects the same");
    if (pending.specularGlossiness.image >= 0) specGloss_.push_back(pending);
  }

  /// Glass: what is behind shows through, tinted, but neither bent nor blurred.
  void readTransmission(const Json& object, Material& material, const JsonLocation& outer) {
    constexpr float kKept = 0.25f;  // of the surface itself, so that reflections and the tint stay
    const Json* transmission = findExtension(object, "KHR_materials_transmission");
    if (!transmission) return;
    const JsonLocation location{"KHR_materials_transmission", -1, &outer};
    const float factor = std::clamp(numberMember(*transmission, "transmissionFactor", 0, location), 0.0f, 1.0f);
    if (factor == 0) return;
    if (findMember(*transmission, "transmissionTexture")) {
      report_.add(Finding::Ignored, location.text(), "transmission textures are not supported; the surface is opaque");
      return;
    }
    glm::vec3 tint(material.tint);
    if (const Json* volume = findExtension(object, "KHR_materials_volume"))
      readVector(*volume, "attenuationColor", tint, location);
    material.tint = glm::vec4(tint, 1 - (1 - kKept) * factor);
    if (material.alphaMode == AlphaMode::Opaque) material.alphaMode = AlphaMode::Blend;
    report_.add(Finding::Ignored, location.text(), "light passes straight through, neither bent nor blurred");
  }

  /// Two textures of a specular-glossiness material become two others, unless that would need too much memory.
  void convert(const PendingSpecGloss& pending, Material& material, std::vector<Image>& images) {
    const auto imageAt = [&](int index) { return index < 0 ? nullptr : &images[static_cast<std::size_t>(index)]; };
    const TextureRef& specGloss = pending.specularGlossiness;
    const std::array from{pending.diffuse.image, specGloss.image};
    auto known = std::find_if(converted_.begin(), converted_.end(), [&](const ConvertedImages& each) {
      return each.from == from && each.factors == pending.factors;
    });
    if (known == converted_.end()) {
      const std::uint64_t bytes = 2 * metalRoughSize(imageAt(from[0]), imageAt(from[1])).bytes();
      if (convertedBytes_ + bytes > limits::kShownImageBytes || images.size() + 2 > limits::kListEntries) {
        report_.add(Finding::Lost, concat("material ", pending.material),
                    "its specular-glossiness texture: all that such textures become would need too much memory");
        return;
      }
      convertedBytes_ += bytes;
      const int next = static_cast<int>(images.size());
      MetalRoughImages made = metalRoughImages(imageAt(from[0]), imageAt(from[1]), pending.factors);
      images.push_back(std::move(made.baseColor));
      images.push_back(std::move(made.metallicRoughness));
      known = converted_.insert(known, {.from = from, .factors = pending.factors, .made = {next, next + 1}});
    }
    // differs from the extension: textures that are moved in different ways follow the one for reflections.
    material.baseColorTexture = material.metallicRoughnessTexture = specGloss;
    material.baseColorTexture.image = known->made[0];
    material.metallicRoughnessTexture.image = known->made[1];
    material.baseColor = glm::vec4(1);
    material.metallic = material.roughness = 1;
  }

  const GltfDocument& document_;
  ImportReport& report_;
  const ImportWatch& watch_;
  const Json& textures_;
  const Json& images_;
  const Json& samplers_;
  std::map<int, int> sourceIndex_;  // document's image -> model's
  std::vector<ImageSource> sources_;
  std::vector<PendingSpecGloss> specGloss_;
  std::vector<ConvertedImages> converted_;
  std::uint64_t convertedBytes_ = 0;
};

}  // namespace

Materials readMaterials(const GltfDocument& document, ImportReport& report, const ImportWatch& watch,
                        bool imageHeadersOnly) {
  GltfMaterialReader reader(document, report, watch);
  Materials result;
  const Json& list = section(document, "materials", limits::kListEntries);
  forEachObject(list, "material", [&](const Json& object, const JsonLocation& location) {
    result.materials.push_back(reader.read(object, location));
  });
  result.images = reader.readImages(result.materials, imageHeadersOnly);
  return result;
}

}  // namespace app
