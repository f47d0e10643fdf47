#include "app/import/file/unitless_lights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include "app/import/file/import_limits.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

constexpr double kNearest = 1e-3;  // meters: a light in the middle of the model is not infinitely bright

/// Of the joints of skins and the points of other meshes. Without meshes: the origin.
glm::dvec3 middleOf(const Model& model, const std::vector<glm::mat4>& worlds) {
  constexpr double kFar = std::numeric_limits<double>::max();
  glm::dvec3 low(kFar), high(-kFar);
  const auto add = [&](const glm::vec3& at) {
    low = glm::min(low, glm::dvec3(at));
    high = glm::max(high, glm::dvec3(at));
  };
  for (const MeshInstance& instance : model.instances) {
    if (instance.skin >= 0) {
      for (const int joint : model.skins[static_cast<std::size_t>(instance.skin)].joints)
        add(glm::vec3(worlds[static_cast<std::size_t>(joint)][3]));
      continue;
    }
    const glm::mat4& world = worlds[static_cast<std::size_t>(instance.node)];
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      for (const glm::vec3& position : primitive.positions) add(glm::vec3(world * glm::vec4(position, 1)));
  }
  return low.x <= high.x ? (low + high) / 2.0 : glm::dvec3(0);
}

}  // namespace

void addUnitlessLights(std::vector<UnitlessLight> lights, double metersPerUnit, Model& model) {
  if (lights.empty()) return;
  std::vector<glm::mat4> worlds(static_cast<std::size_t>(model.skeleton.jointCount()));
  crossfade::localToModel(model.skeleton.parents(), model.skeleton.restLocals(), worlds);
  const glm::dvec3 middle = middleOf(model, worlds);
  const auto distanceOf = [&](const FileLight& light) {
    return std::max(glm::length(glm::dvec3(worlds[static_cast<std::size_t>(light.node)][3]) - middle), kNearest);
  };
  double brightest = 0;
  bool decays = false;
  for (UnitlessLight& each : lights) {
    if (each.light.kind == LightKind::Directional) continue;
    const double units = distanceOf(each.light) / metersPerUnit;
    const double falloff = each.constant + each.linear * units + each.quadratic * units * units;
    each.light.intensity = static_cast<float>(static_cast<double>(each.light.intensity) / std::max(falloff, 1e-12));
    brightest = std::max(brightest, static_cast<double>(each.light.intensity));
    decays = decays || each.linear > 0 || each.quadratic > 0;
  }
  const double factor = brightest > 1 || (decays && brightest > 0) ? 1 / brightest : 1;
  for (UnitlessLight& each : lights) {
    double intensity = static_cast<double>(each.light.intensity) * glm::pi<double>();
    if (each.light.kind != LightKind::Directional) intensity *= factor * std::pow(distanceOf(each.light), 2);
    each.light.intensity = static_cast<float>(std::clamp(intensity, 0.0, static_cast<double>(limits::kMaxMagnitude)));
    model.lights.push_back(std::move(each.light));
  }
}

}  // namespace app
