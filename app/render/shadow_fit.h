// Which part of the world the sun's shadow map covers: all casters, in steps, so that shadow edges do not crawl while
// they move.
#pragma once

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace app {

struct ShadowFit {
  bool empty = true;  // nothing casts a shadow
  glm::mat4 clipFromWorld{1.0f};
  glm::mat4 textureFromWorld{1.0f};  // to 0..1 in each axis
  glm::vec3 center{0.0f};            // of the casters' box, metres
  float texelSize = 0.0f;            // metres
  float radius = 0.0f;               // of what the map covers, metres
};

/// `casters` are spheres (w: radius); `sun` points towards the sun. The covered radius grows in steps of 19 %, and the
/// map moves by whole texels, so a still object keeps its texels while another moves. The radius of the frame before
/// (0: none) is kept while it fits and is less than two steps too large, so that a stride across a step does not change
/// it back and forth.
ShadowFit fitShadow(std::span<const glm::vec4> casters, const glm::vec3& sun, int mapSize, float previousRadius = 0.0f);

/// Low x and z, high x and z of what the casters' shadows can reach on the floor. Nothing casts, or the sun is below:
/// all 0.
glm::vec4 shadowOnFloor(std::span<const glm::vec4> casters, const glm::vec3& sun, float floorHeight);

}  // namespace app
