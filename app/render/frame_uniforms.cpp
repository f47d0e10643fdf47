#include "app/render/frame_uniforms.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace app {
namespace {

constexpr glm::vec3 kUp(0.0f, 1.0f, 0.0f);

glm::vec3 unitOr(const glm::vec3& direction, const glm::vec3& fallback) {
  const float length = glm::length(direction);
  return length > 1e-6f ? direction / length : fallback;
}

// Behind the model as seen from the camera, above and slightly left: a bright edge from every side.
glm::vec3 rimDirection(const glm::mat4& view) {
  const glm::vec3 right(view[0][0], view[1][0], view[2][0]);
  const glm::vec3 forward(-view[0][2], -view[1][2], -view[2][2]);
  return unitOr(forward * 0.75f - right * 0.55f + kUp * 0.55f, kUp);
}

}  // namespace

FrameUniforms frameUniforms(const DrawList& list, const ShadowFit& shadow, int width, int height, int samples) {
  const float radius = std::isfinite(list.sceneRadius) && list.sceneRadius > 0 ? list.sceneRadius : 1.0f;
  const float lineWidth = std::max(0.7f, static_cast<float>(height) / 720.0f);
  FrameUniforms frame;
  frame.clipFromWorld = list.projection * list.view;
  frame.shadowClipFromWorld = shadow.clipFromWorld;
  frame.shadowTextureFromWorld = shadow.textureFromWorld;
  frame.eye = glm::vec4(list.eye, radius);
  frame.sun = glm::vec4(unitOr(list.sunDirection, kUp), shadow.empty ? 0.0f : 1.0f);
  frame.rim = glm::vec4(rimDirection(list.view), 0.0f);
  frame.ground = glm::vec4(shadow.center.x, list.groundHeight, shadow.center.z, 9.0f * radius);
  frame.picture =
      glm::vec4(static_cast<float>(width), static_cast<float>(height), lineWidth, list.darkBackground ? 1.0f : 0.0f);
  const float largeCell = std::pow(10.0f, std::round(std::log10(radius)));
  frame.grid = glm::vec4(largeCell, shadow.texelSize, samples > 1 ? 1.0f : 0.0f, list.grid ? 1.0f : 0.0f);
  const glm::dvec2 axes = list.floor.offset,
                   cells = axes - static_cast<double>(largeCell) * glm::floor(axes / static_cast<double>(largeCell));
  frame.floorOffset = glm::vec4(glm::vec2(cells), glm::vec2(axes));
  frame.floorTurn = glm::vec4(std::cos(list.floor.turn), std::sin(list.floor.turn), 0, 0);
  frame.viewFromWorld = list.view;
  frame.rim.w = list.lighting.studio;
  frame.sunColor =
      glm::vec4(list.lighting.sunColor, static_cast<float>(std::min<std::size_t>(list.lights.size(), kMaxLights)));
  for (std::size_t i = 0; i < list.lights.size() && i < frame.lights.size(); ++i) {
    const PunctualLight& light = list.lights[i];
    const float point = light.kind == LightKind::Directional ? 0.0f : 1.0f;
    frame.lights[i] = {.position = glm::vec4(light.position, point),
                       .direction = glm::vec4(light.direction, 0),
                       .color = glm::vec4(light.color, light.range),
                       .cone = {light.coneScale, light.coneOffset, 0, 0}};
  }
  frame.light =
      glm::vec4(list.lighting.sun, list.lighting.rim, list.lighting.exposure, list.lighting.toneCurve ? 1.0f : 0.0f);
  return frame;
}

}  // namespace app
