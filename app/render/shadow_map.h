// The sun's shadow map, and how it is fitted to all casters.
#pragma once

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/render/gl_handle.h"

namespace app {

// ---- Fits the sun's shadow map to all casters, in steps, so that shadow edges do not crawl while they move.

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

// ---- The shadow map: depth as seen from the sun.

class ShadowMap {
 public:
  ShadowMap();
  /// Binds it; everything drawn until endPass() casts a shadow, with a slope-scaled depth offset (shadow.glsl adds a
  /// normal offset) so that surfaces do not shade themselves. Reallocates if `texels`, per side, changed.
  void beginPass(int texels);
  /// Forgets all shadows.
  void clear() const;
  void endPass() const;
  /// Binds it to `unit` with a comparing, filtering sampler (lit outside the map), and to `depthUnit` as plain depths.
  void bindForReading(unsigned int unit, unsigned int depthUnit) const;

 private:
  void resize(int texels);

  int texels_ = 0;
  GlTexture depth_;
  GlSampler sampler_;
  GlFramebuffer framebuffer_;
};

}  // namespace app
