#include "app/view/file_lights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace app {
namespace {

struct RankedLight {
  PunctualLight light;
  float irradiance = 0;  // at the camera's target, on a surface that faces the light
};

float brightnessOf(const glm::vec3& color) { return std::max({color.x, color.y, color.z}); }

/// KHR_lights_punctual: the inverse square, and a smooth end at the range.
float attenuation(const PunctualLight& light, const glm::vec3& at) {
  if (light.kind == LightKind::Directional) return 1;
  const glm::vec3 way = at - light.position;
  const float squared = std::max(glm::dot(way, way), 1e-12f);
  if (!(light.range > 0)) return 1 / squared;
  const float part = squared / (light.range * light.range);
  return std::clamp(1 - part * part, 0.0f, 1.0f) / squared;
}

/// Nothing for a light that shines nowhere, or whose node has no direction.
std::optional<RankedLight> placed(const FileLight& light, const glm::mat4& world, const glm::vec3& target) {
  const glm::vec3 back(world[2]);
  const float length = glm::length(back);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  PunctualLight shown{.kind = light.kind,
                      .position = glm::vec3(world[3]),
                      .direction = back / length,
                      .color = light.color * light.intensity,
                      .range = light.range};
  if (light.kind == LightKind::Spot) {
    const float outer = std::cos(light.outerCone);
    shown.coneScale = 1 / std::max(std::cos(light.innerCone) - outer, 1e-3f);
    shown.coneOffset = -outer * shown.coneScale;
  }
  const float irradiance = brightnessOf(shown.color) * attenuation(shown, target);
  if (!(irradiance > 0) || !std::isfinite(irradiance)) return std::nullopt;
  return RankedLight{shown, irradiance};
}

}  // namespace

void addFileLights(const Model& model, const PosedModel& pose, LightSource source, const Camera& camera,
                   DrawList& out) {
  if (source == LightSource::Studio || model.lights.empty()) return;
  std::array<RankedLight, kMaxLights + 1> ranked;
  std::size_t count = 0;
  for (const FileLight& light : model.lights) {
    const auto next = placed(light, pose.worlds[static_cast<std::size_t>(light.node)], camera.target);
    if (!next) continue;
    if (count == ranked.size() && next->irradiance <= ranked.back().irradiance) continue;
    count = std::min(count + 1, ranked.size());
    ranked[count - 1] = *next;
    for (std::size_t i = count - 1; i > 0 && ranked[i - 1].irradiance < ranked[i].irradiance; --i)
      std::swap(ranked[i - 1], ranked[i]);
  }
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += ranked[i].irradiance;
  const float brightest = kBrightest * glm::pi<float>(), dimmed = sum > brightest ? brightest / sum : 1.0f;

  const bool beside = source == LightSource::Both;
  if (!beside) out.lighting = {.sun = 0, .rim = 0, .studio = kStudioBesideLights};
  bool hasSun = beside;  // the studio's
  for (std::size_t i = 0; i < count; ++i) {
    PunctualLight light = ranked[i].light;
    light.color *= dimmed;
    if (!hasSun && light.kind == LightKind::Directional) {
      hasSun = true;
      out.sunDirection = light.direction;
      out.lighting.sun = 1;
      out.lighting.sunColor = light.color;
    } else if (out.lights.size() < kMaxLights) {
      out.lights.push_back(light);
    }
  }
}

}  // namespace app
