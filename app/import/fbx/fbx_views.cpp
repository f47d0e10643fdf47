#include "app/import/fbx/fbx_views.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/trigonometric.hpp>
#include <glm/vec2.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/unitless_lights.h"
#include "app/model/hidden_meshes.h"

namespace app {
namespace {

constexpr double kInch = 25.4;       // millimeters
constexpr double kOrthoExtent = 30;  // units of the file that an orthographic camera sees at a zoom of 1

enum class AspectMode { Window, Ratio, Resolution, FixedWidth, FixedHeight };
enum class GateFit { None, Vertical, Horizontal, Fill, Overscan, Stretch };
enum class ApertureMode { HorizontalAndVertical, Horizontal, Vertical, FocalLength };
enum class Decay { None, Linear, Quadratic, Cubic };

/// Reads the properties of one node attribute; what is neither there nor in its template has the default of the FBX
/// SDK.
class Attribute {
 public:
  Attribute(const FbxScene& scene, const FbxObject& object) : scene_(scene), object_(object) {}
  double number(std::string_view name, double otherwise) const { return scene_.number(object_, name, otherwise); }
  double positive(std::string_view name, double otherwise) const {
    const double value = number(name, otherwise);
    return value > 0 ? value : otherwise;
  }
  template <class Enum>
  Enum choice(std::string_view name, Enum otherwise, Enum last) const {
    const double value = number(name, static_cast<double>(otherwise));
    return value >= 0 && value <= static_cast<double>(last) ? static_cast<Enum>(static_cast<int>(value)) : otherwise;
  }
  glm::dvec3 vector(std::string_view name, glm::dvec3 otherwise) const {
    return scene_.vector(object_, name, otherwise);
  }

 private:
  const FbxScene& scene_;
  const FbxObject& object_;
};

double aspectOf(const Attribute& camera) {
  const double width = camera.positive("AspectWidth", 320), height = camera.positive("AspectHeight", 200);
  switch (camera.choice("AspectRatioMode", AspectMode::Window, AspectMode::FixedHeight)) {
    case AspectMode::FixedWidth:
      return 1 / height;
    case AspectMode::FixedHeight:
      return width;
    case AspectMode::Window:
    case AspectMode::Ratio:
    case AspectMode::Resolution:
      break;
  }
  return width / height;
}

/// Whether the picture spans the width of the film; otherwise it spans the height.
bool spansFilmWidth(GateFit fit, double aspect, double filmAspect) {
  switch (fit) {
    case GateFit::Horizontal:
      return true;
    case GateFit::Fill:
      return aspect > filmAspect;
    case GateFit::Overscan:
      return aspect < filmAspect;
    case GateFit::None:
    case GateFit::Vertical:
    case GateFit::Stretch:
      break;
  }
  return false;
}

/// The tangent of half the vertical field of view.
double tangentOfHalfFov(const Attribute& camera, double aspect) {
  const auto tangent = [&](std::string_view name) {
    return std::tan(glm::radians(std::clamp(camera.positive(name, 25.115), 0.01, 179.0)) / 2);
  };
  switch (camera.choice("ApertureMode", ApertureMode::Vertical, ApertureMode::FocalLength)) {
    case ApertureMode::HorizontalAndVertical:
      return tangent("FieldOfViewY");
    case ApertureMode::Horizontal:
      return tangent("FieldOfView") / aspect;
    case ApertureMode::Vertical:
      return tangent("FieldOfView");
    case ApertureMode::FocalLength:
      break;
  }
  const double width = camera.positive("FilmWidth", 0.816);
  const double height = camera.positive("FilmHeight", 0.612) * camera.positive("FilmSqueezeRatio", 1);
  const bool byWidth =
      spansFilmWidth(camera.choice("GateFit", GateFit::None, GateFit::Stretch), aspect, width / height);
  return (byWidth ? width / aspect : height) / 2 * kInch / camera.positive("FocalLength", 34.89);
}

/// Blender writes what the camera sees in meters, where others write a zoom.
double orthoExtentOf(const FbxScene& scene, const Attribute& camera) {
  const bool isBlender = scene.document().root.textIn("Creator").find("Blender") != std::string_view::npos;
  return camera.positive("OrthoZoom", 1) * (isBlender ? 1 : kOrthoExtent * metersPerUnit(scene));
}

FileCamera readCamera(const FbxScene& scene, const FbxObject& attribute) {
  const Attribute camera(scene, attribute);
  const double aspect = std::clamp(aspectOf(camera), limits::kCameraAspectMin, limits::kCameraAspectMax);
  const auto limited = [](double size) { return std::clamp(size, limits::kCameraSizeMin, limits::kCameraSizeMax); };
  const double nearPlane = std::min(camera.positive("NearPlane", 10) * metersPerUnit(scene), limits::kCameraNear);
  FileCamera result{.aspect = static_cast<float>(aspect),
                    .nearPlane = static_cast<float>(nearPlane),
                    .orthographic = camera.number("CameraProjectionType", 0) == 1};
  if (!result.orthographic) {
    result.verticalFov = static_cast<float>(2 * std::atan(limited(tangentOfHalfFov(camera, aspect))));
    return result;
  }
  const double half = orthoExtentOf(scene, camera) / 2;
  const double filmAspect = camera.positive("FilmWidth", 0.816) / camera.positive("FilmHeight", 0.612);
  const GateFit fit = camera.choice("GateFit", GateFit::None, GateFit::Stretch);
  const bool isSquare = fit == GateFit::None || fit == GateFit::Stretch;
  const double height = !isSquare && spansFilmWidth(fit, aspect, filmAspect) ? half / aspect : half;
  const double width = isSquare ? half : height * aspect;
  result.halfSize = glm::vec2(static_cast<float>(limited(width)), static_cast<float>(limited(height)));
  return result;
}

UnitlessLight readLight(const FbxScene& scene, const FbxObject& attribute) {
  const Attribute light(scene, attribute);
  UnitlessLight result;
  const double type = light.number("LightType", 0);
  result.light.kind = type == 1 ? LightKind::Directional : type == 2 ? LightKind::Spot : LightKind::Point;
  result.light.color = glm::max(glm::vec3(light.vector("Color", glm::dvec3(1))), glm::vec3(0));
  const bool shines = light.number("CastLight", 1) != 0;
  result.light.intensity = shines ? static_cast<float>(light.positive("Intensity", 100) / 100) : 0;
  const double outer = light.number("OuterAngle", light.number("Cone angle", 45));
  const double inner = light.number("InnerAngle", light.number("HotSpot", 0));
  result.light.outerCone = static_cast<float>(glm::radians(std::clamp(outer, 0.0, 179.0) / 2));
  result.light.innerCone = static_cast<float>(glm::radians(std::clamp(inner, 0.0, std::clamp(outer, 0.0, 179.0)) / 2));
  switch (light.choice("DecayType", Decay::None, Decay::Cubic)) {
    case Decay::None:
      break;
    case Decay::Linear:
      result.constant = 0;
      result.linear = 1;
      break;
    case Decay::Quadratic:
    case Decay::Cubic:
      result.constant = 0;
      result.quadratic = 1;
      break;
  }
  return result;
}

}  // namespace

void addFbxViews(const FbxScene& scene, const FbxNodes& nodes, Model& model) {
  std::vector<UnitlessLight> lights;
  int areas = 0;
  for (std::size_t i = 0; i < nodes.nodes.size(); ++i) {
    const FbxNode& node = nodes.nodes[i];
    if (!node.model || nodes.nodeOf(node.model) != static_cast<int>(i)) continue;
    for (const FbxLink& link : scene.sourcesOf(node.model->id)) {
      if (link.object->kind != "NodeAttribute") continue;
      const auto add = [&](auto& view) { view.name = node.name, view.node = static_cast<int>(i); };
      if (link.object->subclass == "Camera") {
        model.cameras.push_back(readCamera(scene, *link.object));
        add(model.cameras.back());
      } else if (link.object->subclass == "Light") {
        lights.push_back(readLight(scene, *link.object));
        add(lights.back().light);
        areas += scene.number(*link.object, "LightType", 0) > 2 ? 1 : 0;
      }
    }
  }
  if (areas > 0)
    model.report.add(Finding::Repaired, "document", concat(areas, " area or volume lights shine as points"));
  addUnitlessLights(std::move(lights), metersPerUnit(scene), model);
}

// ---- What a file hides.

namespace {

bool hasCurve(const FbxScene& scene, const FbxObject& model, std::string_view property) {
  for (const FbxLink& node : scene.sourcesOf(model.id)) {
    if (node.property != property || node.object->kind != "AnimationCurveNode") continue;
    const std::vector<FbxLink>& curves = scene.sourcesOf(node.object->id);
    if (std::ranges::any_of(curves, [](const FbxLink& link) { return link.object->kind == "AnimationCurve"; }))
      return true;
  }
  return false;
}

}  // namespace

void addFbxVisibility(const FbxScene& scene, const FbxNodes& nodes, Model& model) {
  std::vector<bool> isHidden(nodes.nodes.size()), hidesMeshes(nodes.nodes.size());
  std::vector<float> rests;
  int animatedShows = 0;
  for (std::size_t i = 0; i < nodes.nodes.size(); ++i) {  // parents first
    const FbxNode& node = nodes.nodes[i];
    const FbxObject* const object = node.model;
    const bool inherits = object == nullptr || scene.number(*object, "Visibility Inheritance", 1) != 0;
    isHidden[i] = inherits && node.parent >= 0 && isHidden[static_cast<std::size_t>(node.parent)];
    if (object == nullptr) continue;
    const bool isVisible = scene.number(*object, "Visibility", 1) >= 0.5;
    const bool isFirst = nodes.nodeOf(object) == static_cast<int>(i);
    if (isFirst && model.sceneValues.size() < limits::kSceneValues && hasCurve(scene, *object, "Visibility")) {
      model.sceneValues.push_back({.property = SceneProperty::Shown, .of = static_cast<int>(i)});
      rests.push_back(isVisible ? 1.0f : 0.0f);
    } else if (!isVisible) {
      isHidden[i] = true;
    }
    hidesMeshes[i] = isHidden[i] || scene.number(*object, "Show", 1) == 0;
    animatedShows += isFirst && hasCurve(scene, *object, "Show") ? 1 : 0;
  }
  if (animatedShows > 0)
    model.report.add(Finding::Ignored, "nodes",
                     concat("Show is animated on ", animatedShows, " of them; its rest value is used"));
  hideMeshes(model, hidesMeshes, "hidden in the file, so it is not drawn", "hidden in the file, so they are not drawn");
  std::erase_if(model.lights,
                [&](const FileLight& light) { return hidesMeshes[static_cast<std::size_t>(light.node)]; });
  addSceneValues(model, rests);
}

}  // namespace app
