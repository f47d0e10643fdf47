#include "app/import/fbx/fbx_materials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/resource_uri.h"

namespace app {
namespace {

using Names = std::initializer_list<std::string_view>;  // of properties, in the order of preference

constexpr glm::vec3 kGray(0.8f);

std::optional<float> numberOf(const FbxScene& scene, const FbxObject& material, std::string_view name) {
  const double value = scene.number(material, name, std::numeric_limits<double>::quiet_NaN());
  return std::isnan(value) ? std::nullopt : std::optional(static_cast<float>(value));
}

std::optional<glm::vec3> colorOf(const FbxScene& scene, const FbxObject& material, std::string_view name) {
  const glm::vec3 value(scene.vector(material, name, glm::dvec3(std::numeric_limits<double>::quiet_NaN())));
  return std::isnan(value.x) ? std::nullopt : std::optional(value);
}

/// "Diffuse": DiffuseColor times DiffuseFactor.
std::optional<glm::vec3> scaledColorOf(const FbxScene& scene, const FbxObject& material, const std::string& name) {
  const auto color = colorOf(scene, material, name + "Color");
  return color ? std::optional(*color * numberOf(scene, material, name + "Factor").value_or(1)) : std::nullopt;
}

/// 1: nothing of it is transparent. "Opacity" is what programs mean; the transparency factor of Maya is always 1.
float opacityOf(const FbxScene& scene, const FbxObject& material) {
  if (const auto opacity = numberOf(scene, material, "Opacity")) return *opacity;
  const auto color = colorOf(scene, material, "TransparentColor");
  if (!color) return 1;
  const glm::vec3 lost = *color * numberOf(scene, material, "TransparencyFactor").value_or(1);
  return 1 - (lost.r + lost.g + lost.b) / 3;  // as the FBX SDK
}

/// Blender writes its linear colors as they are, and reads them so (io_scene_fbx); other programs write sRGB.
bool hasLinearColors(const FbxDocument& document) {
  const FbxRecord* const header = document.root.child("FBXHeaderExtension");
  return header && header->textIn("Creator").starts_with("Blender (stable FBX IO)");
}

/// From a Blinn-Phong exponent, as Blender reads it.
float roughnessOf(float exponent) { return 1 - std::sqrt(std::max(exponent, 0.0f)) / 10; }

/// The first texture of a layered one.
const FbxObject* textureIn(const FbxScene& scene, const FbxObject& object) {
  if (object.kind == "Texture") return &object;
  if (object.kind != "LayeredTexture") return nullptr;
  for (const FbxLink& link : scene.sourcesOf(object.id))
    if (link.object->kind == "Texture") return link.object;
  return nullptr;
}

/// The texture of the first property that has one; null: none has.
const FbxObject* textureOf(const FbxScene& scene, const FbxObject& material, Names names) {
  for (const std::string_view name : names) {
    const FbxObject* texture = nullptr;
    for (const FbxLink& link : scene.sourcesOf(material.id))
      if (link.property == name)
        if (const FbxObject* const found = textureIn(scene, *link.object)) texture = found;
    if (texture) return texture;
  }
  return nullptr;
}

/// Of the physical materials of Arnold, Stingray and 3ds Max.
const FbxObject* physicalColorOf(const FbxScene& scene, const FbxObject& material) {
  const bool usesMap = numberOf(scene, material, "Maya|use_color_map").value_or(1) != 0;
  const FbxObject* const stingray = usesMap ? textureOf(scene, material, {"Maya|TEX_color_map"}) : nullptr;
  return stingray ? stingray
                  : textureOf(scene, material,
                              {"Maya|baseColor", "3dsMax|Parameters|base_color_map", "3dsMax|main|base_color_map"});
}

/// The text of the first record that has one.
std::string_view textIn(const FbxObject& object, Names names) {
  for (const std::string_view name : names)
    if (const std::string_view text = object.record->textIn(name); !text.empty()) return text;
  return {};
}

std::string_view pathIn(const FbxObject& textureOrVideo) {
  return textIn(textureOrVideo, {"RelativeFilename", "FileName", "Filename"});
}

const FbxObject* videoOf(const FbxScene& scene, const FbxObject& texture) {
  const FbxObject* video = nullptr;
  for (const FbxLink& link : scene.sourcesOf(texture.id))
    if (link.object->kind == "Video") video = link.object;
  return video;
}

/// The base64 of a text file, in one piece or several. Nothing if it is damaged.
Bytes decodedContent(const FbxRecord& content) {
  Bytes bytes;
  for (const FbxProperty& piece : content.properties) {
    if (piece.type != 'S') continue;
    try {
      const Bytes part = decodeDataUri(concat("data:;base64,", rawTextOf(piece)), limits::kFileBytes);
      bytes.insert(bytes.end(), part.begin(), part.end());
    } catch (const ImportError&) {
      return {};
    }
  }
  return bytes;
}

}  // namespace

FbxMaterials::FbxMaterials(const FbxScene& scene, std::filesystem::path folder, Model& model)
    : scene_(scene), model_(model), images_(std::move(folder)), colorsAreLinear_(hasLinearColors(scene.document())) {
  for (const FbxObject& object : scene.objects())
    if (const std::string_view name = object.kind == "Video" ? fileNameIn(pathIn(object)) : ""; !name.empty())
      if (object.record->valueIn("Content")) videoNamed_.try_emplace(name, &object);
}

int FbxMaterials::indexOf(const FbxObject* material) {
  const auto [entry, isNew] =
      indexOf_.try_emplace(material ? material->id : 0, static_cast<int>(model_.materials.size()));
  if (!isNew) return entry->second;
  if (model_.materials.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " materials");
  if (material)
    model_.materials.push_back(read(*material));
  else
    model_.materials.push_back(
        {.name = "DefaultMaterial", .baseColor = glm::vec4(linearColor(kGray), 1), .metallic = 0, .roughness = 0.6f});
  return entry->second;
}

Material FbxMaterials::read(const FbxObject& source) {
  images_.begin(source.name);
  Material material{.name = source.name, .metallic = 0, .roughness = 0.6f};
  const auto number = [&](std::string_view name) { return numberOf(scene_, source, name); };
  const auto color = [&](std::string_view name) { return colorOf(scene_, source, name); };
  const auto base = color("Maya|base_color");
  const glm::vec3 diffuse = scaledColorOf(scene_, source, "Diffuse").value_or(kGray);
  material.baseColor = glm::vec4(linear(base.value_or(diffuse)), 1);
  if (const auto glow = scaledColorOf(scene_, source, "Emissive"))
    material.emissive = linear(*glow);
  else
    material.emissive = linear(color("Maya|emissive").value_or(glm::vec3(0)));
  if (const float opacity = opacityOf(scene_, source); opacity > 0 && opacity < 1) {
    material.baseColor.a = opacity;
    material.alphaMode = AlphaMode::Blend;
  }
  if (const auto roughness = number("Maya|roughness"))
    material.roughness = std::clamp(*roughness, 0.0f, 1.0f);
  else if (const auto exponent = number("ShininessExponent"))
    material.roughness = std::clamp(roughnessOf(*exponent), 0.0f, 1.0f);
  material.metallic = std::clamp(number("Maya|metallic").value_or(0), 0.0f, 1.0f);

  const FbxObject* surface = textureOf(scene_, source, {"Maya|DiffuseTexture", "DiffuseColor"});
  if (surface == nullptr) surface = physicalColorOf(scene_, source);
  material.baseColorTexture.image = image(surface);
  // It replaces the color, as in 3ds Max, Maya, Blender and Unity. Many files keep a default gray or black beside it.
  if (material.baseColorTexture.image >= 0) material.baseColor = {1, 1, 1, material.baseColor.a};
  const FbxObject* const opacity = textureOf(
      scene_, source, {"3dsMax|main|opacity_map", "Maya|FalloffTexture", "TransparencyFactor", "TransparentColor"});
  if (material.baseColorTexture.image >= 0 && opacity && pathOf(*opacity) == pathOf(*surface) &&
      material.alphaMode == AlphaMode::Opaque)
    material.alphaMode = AlphaMode::Mask;  // hair and leaves; blending would need them sorted
  material.normalTexture.image = image(
      textureOf(scene_, source, {"Maya|NormalTexture", "NormalMap", "Maya|TEX_normal_map", "3dsMax|main|norm_map"}));
  material.emissiveTexture.image = image(textureOf(scene_, source, {"EmissiveFactor", "EmissiveColor"}));
  return material;
}

glm::vec3 FbxMaterials::linear(const glm::vec3& color) const {
  return colorsAreLinear_ ? glm::clamp(color, 0.0f, 1.0f) : linearColor(color);
}

int FbxMaterials::image(const FbxObject* texture) {
  if (!texture) return -1;
  const std::string path = pathOf(*texture);
  return images_.texture(path, contentOf(*texture, path));
}

std::string FbxMaterials::pathOf(const FbxObject& texture) const {
  const std::string_view own = pathIn(texture);
  const FbxObject* const video = own.empty() ? videoOf(scene_, texture) : nullptr;
  return std::string(video ? pathIn(*video) : own);
}

/// Programs write an image that several textures use only once: then another video of that file name has it.
ByteSpan FbxMaterials::contentOf(const FbxObject& texture, std::string_view path) {
  const FbxObject* const own = videoOf(scene_, texture);
  if (const ByteSpan content = own ? contentOf(*own) : ByteSpan(); !content.empty()) return content;
  const auto other = videoNamed_.find(fileNameIn(path));
  return other == videoNamed_.end() ? ByteSpan() : contentOf(*other->second);
}

ByteSpan FbxMaterials::contentOf(const FbxObject& video) {
  const FbxProperty* const content = video.record->valueIn("Content");
  if (!content) return {};
  if (scene_.document().isBinary) return content->type == 'R' ? content->bytes : ByteSpan();
  const auto [entry, isNew] = decoded_.try_emplace(video.id);
  if (isNew) entry->second = decodedContent(*video.record->child("Content"));
  return entry->second;
}

}  // namespace app
