// Light from everywhere, made ready for surfaces: matt ones by spherical harmonics, shining ones by a cube map per
// roughness.
#pragma once

#include <array>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace app {

/// Light by direction (unit length), linear.
using Radiance = glm::vec3 (*)(const glm::vec3& direction);

struct LightProbe {
  static constexpr int kSize = 128;  // texels along an edge of the sharpest cube; each next one has half as many
  static constexpr int kLevels = 6;  // roughness 0, 1/5, ... 1

  /// Irradiance / pi = sum of irradiance[i] * basis[i](normal), with the basis 1, y, z, x, xy, yz, 3z^2-1, xz, x^2-y^2:
  /// the constants of the harmonics are in the numbers (Ramamoorthi and Hanrahan, "An efficient representation for
  /// irradiance environment maps", 2001).
  std::array<glm::vec3, 9> irradiance{};
  /// Per level six faces +x -x +y -y +z -z one after the other, rows from the top, as OpenGL wants them: the mean of
  /// the light around a mirrored direction as GGX of that roughness weighs it (Karis, "Real shading in Unreal Engine
  /// 4", 2013, first sum).
  std::array<std::vector<glm::vec3>, kLevels> levels;
};

/// Evaluates `radiance` about a million times: some 50 ms.
LightProbe makeLightProbe(Radiance radiance);

/// The second sum of Karis 2013, size * size: what a surface of GGX reflects of white light from everywhere is f0 * x +
/// y. Columns: cosine of the view, rows: roughness; element i stands for (i + 0.5) / size.
std::vector<glm::vec2> reflectanceTable(int size);

}  // namespace app
