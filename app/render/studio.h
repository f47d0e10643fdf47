// The studio around the model: its light from each direction, and as textures.
#pragma once

#include <array>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/render/gl_handle.h"

namespace app {

// Precomputed image-based light: spherical harmonics for matte surfaces, a prefiltered cube map per roughness for
// glossy ones.

/// Linear radiance from a direction of unit length.
using Radiance = glm::vec3 (*)(const glm::vec3& direction);

struct LightProbe {
  static constexpr int kSize = 128;  // texels along an edge of the sharpest cube map; each next level has half as many
  static constexpr int kLevels = 6;  // roughness 0, 1/5, ... 1

  /// Irradiance / pi = sum of irradiance[i] * basis[i](normal), with the basis 1, y, z, x, xy, yz, 3z^2-1, xz, x^2-y^2.
  /// The constants of the harmonics are folded in (Ramamoorthi and Hanrahan, "An efficient representation for
  /// irradiance environment maps", 2001).
  std::array<glm::vec3, 9> irradiance{};
  /// Per level the faces +x -x +y -y +z -z, rows from the top, as OpenGL expects: radiance prefiltered with a GGX lobe
  /// of that roughness (Karis, "Real shading in Unreal Engine 4", 2013, first sum).
  std::array<std::vector<glm::vec3>, kLevels> levels;
};

/// Evaluates `radiance` about a million times (about 50 ms).
LightProbe makeLightProbe(Radiance radiance);

/// What a surface reflects of white light from everywhere: with GGX the fraction f0 * x + y (the second sum of Karis
/// 2013), and white sheen the fraction z (as in shaders/light.glsl, sheenOf). size * size entries; columns: cosine of
/// the view angle, rows: roughness, both at (i + 0.5) / size.
std::vector<glm::vec3> reflectanceTable(int size);

// ---- The studio's light on the GPU: a cube map with a level per roughness, and the reflectance table.

class StudioTextures {
 public:
  StudioTextures();
  /// Replaces the environment map.
  void use(const LightProbe& probe);
  void bind(unsigned int environmentUnit, unsigned int reflectanceUnit) const;

 private:
  GlTexture environment_;
  GlTexture reflectances_;
  GlSampler sampler_;
};

// ---- The studio around the model: the light from each direction, without the sun, which is DrawList::sunDirection.

/// Linear radiance from `direction` (unit length, y up); a fully lit white wall is about 1. A large softbox above, a
/// window on the sun's side, upright softboxes around, a pale wall and the floor. Soft edges keep noise low with few
/// samples.
glm::vec3 studioRadiance(const glm::vec3& direction);

}  // namespace app
