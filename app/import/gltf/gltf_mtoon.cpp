#include "app/import/gltf/gltf_mtoon.h"

#include <algorithm>
#include <initializer_list>

#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>

#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_extensions.h"

namespace app {
namespace {

const Json& memberOr(const Json& object, const char* key, const Json& otherwise) {
  const Json* const found = findMember(object, key);
  return found ? *found : otherwise;
}

bool hasAny(const Json& object, std::initializer_list<const char*> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return findMember(object, key) != nullptr; });
}

void reportRest(const std::string& where, bool ownTexture, bool outlined, ImportReport& report) {
  if (ownTexture)
    report.lines.push_back({Finding::Ignored, where, "the texture of its shade; the shade tints the color's texture"});
  if (outlined) report.lines.push_back({Finding::Ignored, where, "MToon's outlines, rim light and matcaps"});
}

/// VRM 1.0, by the cosine between the normal and the direction to the light: fully lit above 1 - toony - shift, fully
/// shaded below toony - 1 - shift, linear in between (VRMC_materials_mtoon, "Lighting").
void readVersion1(const Json& mtoon, const JsonLocation& location, Material& material, ImportReport& report) {
  const float toony = std::clamp(numberMember(mtoon, "shadingToonyFactor", 0.9f, location), 0.0f, 1.0f);
  const float shift = std::clamp(numberMember(mtoon, "shadingShiftFactor", 0, location), -1.0f, 1.0f);
  material.shadeRange = {toony - 1 - shift, 1 - toony - shift};
  material.shadeColor = glm::vec3(1);
  if (const auto c = numbersMember(mtoon, "shadeColorFactor", 3, location); !c.empty())
    material.shadeColor = {c[0], c[1], c[2]};
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

}  // namespace app
