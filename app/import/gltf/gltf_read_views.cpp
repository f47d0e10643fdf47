// What a document is seen with: cameras, lights and variants of its materials.
#include <algorithm>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/gltf/gltf_extensions.h"
#include "app/import/gltf/gltf_sections.h"

namespace app {
namespace {

constexpr float kHalfTurn = 3.14159265f;

/// Why a camera cannot be used; empty: it can.
std::string faultOf(const FileCamera& camera) {
  if (camera.orthographic && !(camera.halfSize.x > 0 && camera.halfSize.y > 0))
    return concat("it sees an area of ", camera.halfSize.x, " x ", camera.halfSize.y, ", which cannot be shown");
  if (!camera.orthographic && !(camera.verticalFov > 0 && camera.verticalFov < kHalfTurn))
    return concat("its field of view of ", camera.verticalFov, " radians cannot be shown");
  return {};
}

FileCamera readCamera(const Json& object, const JsonLocation& location, ImportReport& report) {
  FileCamera camera{.name = readName(object, location, report)};
  const Json* const perspective = findMember(object, "perspective");
  const Json* const orthographic = findMember(object, "orthographic");
  camera.orthographic = perspective == nullptr;
  if (perspective != nullptr) {
    camera.verticalFov = numberMember(*perspective, "yfov", camera.verticalFov, location);
    camera.aspect = std::max(0.0f, numberMember(*perspective, "aspectRatio", 0, location));
    camera.nearPlane = std::max(0.0f, numberMember(*perspective, "znear", camera.nearPlane, location));
  } else if (orthographic != nullptr) {
    camera.halfSize = glm::abs(
        glm::vec2(numberMember(*orthographic, "xmag", 0, location), numberMember(*orthographic, "ymag", 0, location)));
    camera.nearPlane = std::max(0.0f, numberMember(*orthographic, "znear", 0, location));
  } else {
    camera.halfSize = glm::vec2(0);
  }
  return camera;
}

/// The list of an extension of the document; empty without it.
const Json& listOf(const GltfDocument& document, const char* extension, const char* list) {
  static const Json kNone = Json::array();
  const Json* const found = findExtension(document.json, extension);
  if (found == nullptr) return kNone;
  const Json& entries = listMember(*found, list, {extension});
  if (entries.size() > limits::kListEntries)
    refuse(extension, ": there are ", entries.size(), " ", list, "; the limit is ", limits::kListEntries);
  return entries;
}

FileLight readLight(const Json& object, const JsonLocation& location, ImportReport& report) {
  FileLight light{.name = readName(object, location, report)};
  const std::string type = textMember(object, "type");
  light.kind = type == "directional" ? LightKind::Directional : type == "spot" ? LightKind::Spot : LightKind::Point;
  if (type != "directional" && type != "spot" && type != "point")
    report.lines.push_back({Finding::Repaired, location.text(),
                            concat("its type '", shortText(type), "' is unknown; it shines as a point")});
  if (const auto color = numbersMember(object, "color", 3, location); !color.empty())
    light.color = glm::max(glm::vec3(color[0], color[1], color[2]), glm::vec3(0));
  light.intensity = std::max(0.0f, numberMember(object, "intensity", 1, location));
  light.range = std::max(0.0f, numberMember(object, "range", 0, location));
  if (const Json* const spot = findMember(object, "spot")) {
    light.outerCone = std::clamp(numberMember(*spot, "outerConeAngle", light.outerCone, location), 0.0f, kHalfTurn / 2);
    light.innerCone = std::clamp(numberMember(*spot, "innerConeAngle", 0, location), 0.0f, light.outerCone);
  }
  return light;
}

}  // namespace

void readCameras(GltfDocument& document, ImportReport& report) {
  std::ptrdiff_t index = 0;
  for (const Json& object : section(document, "cameras", limits::kListEntries)) {
    const JsonLocation location{"camera", index++};
    requireObject(object, location);
    GltfCamera camera{.camera = readCamera(object, location, report)};
    const std::string fault = faultOf(camera.camera);
    camera.usable = fault.empty();
    if (!camera.usable) report.lines.push_back({Finding::Ignored, location.text(), fault});
    document.cameras.push_back(std::move(camera));
  }
}

void readLights(GltfDocument& document, ImportReport& report) {
  std::ptrdiff_t index = 0;
  for (const Json& object : listOf(document, "KHR_lights_punctual", "lights")) {
    const JsonLocation location{"light", index++};
    document.lights.push_back(readLight(requireObject(object, location), location, report));
  }
}

void readVariants(GltfDocument& document, ImportReport& report) {
  std::ptrdiff_t index = 0;
  for (const Json& object : listOf(document, "KHR_materials_variants", "variants")) {
    const JsonLocation location{"variant", index++};
    document.variants.push_back(readName(requireObject(object, location), location, report));
  }
}

}  // namespace app
