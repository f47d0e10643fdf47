// Precomputed image-based light: spherical harmonics for matte surfaces, a prefiltered cube map per roughness for
// glossy ones.
#ifndef APP_RENDER_LIGHT_PROBE_H
#define APP_RENDER_LIGHT_PROBE_H

#include <array>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace app {

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

}  // namespace app

#endif  // APP_RENDER_LIGHT_PROBE_H
