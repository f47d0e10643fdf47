#include "app/import/collada/collada_views.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include <glm/common.hpp>
#include <glm/trigonometric.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/model/counted.h"

namespace app {
namespace {

/// The numbers of an element; what it lacks is `otherwise`.
template <std::size_t kCount>
std::array<double, kCount> numbersOf(const pugi::xml_node& element, std::array<double, kCount> otherwise) {
  std::string_view text = element.child_value();
  for (double& value : otherwise) {
    const std::size_t begin = text.find_first_of("-.0123456789");
    if (begin == text.npos) break;
    double found = 0;
    const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), found);
    if (error != std::errc() || !(std::abs(found) <= static_cast<double>(limits::kMaxMagnitude))) break;
    value = found;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return otherwise;
}
double numberOf(const pugi::xml_node& element, double otherwise) {
  return numbersOf(element, std::array{otherwise})[0];
}

/// Of two sizes and their ratio, files state any two, or one size.
struct Sizes {
  double x = 0, y = 0, ratio = 0;  // 0: not stated
};
Sizes completed(Sizes sizes) {
  if (sizes.ratio <= 0 && sizes.x > 0 && sizes.y > 0) sizes.ratio = sizes.x / sizes.y;
  if (sizes.y <= 0) sizes.y = sizes.ratio > 0 ? sizes.x / sizes.ratio : sizes.x;
  if (sizes.x <= 0) sizes.x = sizes.ratio > 0 ? sizes.y * sizes.ratio : sizes.y;
  return sizes;
}
float limitedSize(double size) {
  return static_cast<float>(std::clamp(size, limits::kCameraSizeMin, limits::kCameraSizeMax));
}

/// Whether it has a usable field of view.
bool readOptics(const pugi::xml_node& common, double metersPerUnit, FileCamera& camera) {
  const pugi::xml_node perspective = common.child("perspective"), orthographic = common.child("orthographic");
  const pugi::xml_node optics = perspective ? perspective : orthographic;
  camera.orthographic = !perspective;
  const double nearPlane = numberOf(optics.child("znear"), 0.01) * metersPerUnit;
  camera.nearPlane = static_cast<float>(std::clamp(nearPlane, 0.0, limits::kCameraNear));
  const auto tangent = [&](const char* name) {
    const double degrees = numberOf(perspective.child(name), 0);
    return degrees > 0 && degrees < 180 ? std::tan(glm::radians(degrees) / 2) : 0;
  };
  const double ratio = numberOf(optics.child("aspect_ratio"), 0);
  const Sizes sizes = completed(perspective ? Sizes{tangent("xfov"), tangent("yfov"), ratio}
                                            : Sizes{numberOf(orthographic.child("xmag"), 0) * metersPerUnit,
                                                    numberOf(orthographic.child("ymag"), 0) * metersPerUnit, ratio});
  if (!(sizes.x > 0 && sizes.y > 0)) return false;
  if (sizes.ratio > 0)
    camera.aspect = static_cast<float>(std::clamp(sizes.ratio, limits::kCameraAspectMin, limits::kCameraAspectMax));
  camera.halfSize = glm::vec2(limitedSize(sizes.x), limitedSize(sizes.y));
  camera.verticalFov = 2 * std::atan(camera.halfSize.y);
  return true;
}

/// Whether it shines from somewhere: an ambient light does not.
bool readLight(const pugi::xml_node& common, UnitlessLight& light) {
  const pugi::xml_node directional = common.child("directional"), spot = common.child("spot");
  const pugi::xml_node shines = directional ? directional : spot ? spot : common.child("point");
  if (!shines) return false;
  light.light.kind = directional ? LightKind::Directional : spot ? LightKind::Spot : LightKind::Point;
  const auto color = numbersOf(shines.child("color"), std::array{1.0, 1.0, 1.0});
  const double most = *std::ranges::max_element(color);
  light.light.intensity = static_cast<float>(std::max(most, 0.0));
  for (int k = 0; k < 3; ++k)
    light.light.color[k] = most > 0 ? static_cast<float>(std::max(color[static_cast<std::size_t>(k)], 0.0) / most) : 0;
  light.constant = std::max(numberOf(shines.child("constant_attenuation"), 1), 0.0);
  light.linear = std::max(numberOf(shines.child("linear_attenuation"), 0), 0.0);
  light.quadratic = std::max(numberOf(shines.child("quadratic_attenuation"), 0), 0.0);
  const double angle = std::clamp(numberOf(spot.child("falloff_angle"), 180), 0.0, 179.0);
  light.light.outerCone = static_cast<float>(glm::radians(angle) / 2);
  light.light.innerCone = numberOf(spot.child("falloff_exponent"), 0) > 0 ? 0 : light.light.outerCone;
  return true;
}

}  // namespace

ColladaViews readColladaViews(const ColladaDocument& document, ImportReport& report) {
  ColladaViews views;
  if (const double meters = document.root().child("asset").child("unit").attribute("meter").as_double(1);
      meters > 1e-6 && meters < 1e6)
    views.metersPerUnit = meters;
  std::size_t unusable = 0, ambient = 0;
  for (const pugi::xml_node& node : elementsNamed(document.root(), "node")) {
    const std::string id = idOf(node), name = shownNameOf(node);
    const auto each = [&](const char* instance, std::string_view kind, auto add) {
      for (const pugi::xml_node& use : node.children(instance)) {
        const pugi::xml_node found = document.find(use.attribute("url").value(), kind);
        if (found && isNamed(found.parent(), concat("library_", kind, "s"))) add(found);
      }
    };
    each("instance_camera", "camera", [&](const pugi::xml_node& camera) {
      FileCamera read{.name = name};
      if (!readOptics(camera.child("optics").child("technique_common"), views.metersPerUnit, read)) {
        ++unusable;
        return;
      }
      views.cameras.push_back(std::move(read));
      views.cameraNodes.push_back(id);
    });
    each("instance_light", "light", [&](const pugi::xml_node& light) {
      UnitlessLight read;
      read.light.name = name;
      if (!readLight(light.child("technique_common"), read)) {
        ++ambient;
        return;
      }
      views.lights.push_back(std::move(read));
      views.lightNodes.push_back(id);
    });
    if (views.cameras.size() + views.lights.size() > limits::kListEntries)
      refuse("it has more than ", limits::kListEntries, " cameras and lights");
  }
  if (unusable > 0)
    report.add(Finding::Ignored, "document", concat(counted(unusable, "camera"), " without a usable field of view"));
  if (ambient > 0)
    report.add(Finding::Ignored, "document", concat(counted(ambient, "light"), ", ambient or of an unknown kind"));
  return views;
}

}  // namespace app
