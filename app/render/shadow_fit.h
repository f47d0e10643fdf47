// Fits the sun's shadow map to all casters, in steps, so that shadow edges do not crawl while they move.
#ifndef APP_RENDER_SHADOW_FIT_H
#define APP_RENDER_SHADOW_FIT_H

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace app {

struct ShadowFit {
  bool empty = true;  // no casters
  glm::mat4 clipFromWorld{1.0f};
  glm::mat4 textureFromWorld{1.0f};  // to 0..1 in each axis
  glm::vec3 center{0.0f};            // of the casters' box, meters
  float texelSize = 0.0f;            // meters
  float radius = 0.0f;               // of the covered sphere, meters
};

/// `casters` are spheres (w: radius); `sun` points toward the sun. The covered radius grows in steps of 19 % and the
/// map moves by whole texels, so that a still object keeps its texels while another moves. Hysteresis: the previous
/// frame's radius (0: none) remains while it fits and is less than two steps too large.
ShadowFit fitShadow(std::span<const glm::vec4> casters, const glm::vec3& sun, int mapSize, float previousRadius = 0.0f);

/// Min x, min z, max x, max z of the floor area that the casters' shadows can reach. All 0 without casters or with the
/// sun at or below the horizon.
glm::vec4 shadowOnFloor(std::span<const glm::vec4> casters, const glm::vec3& sun, float floorHeight);

}  // namespace app

#endif  // APP_RENDER_SHADOW_FIT_H
