#include "app/ui/widgets/color_space.h"

#include <cmath>

#include <glm/common.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/mat3x3.hpp>

namespace app {
namespace {

// One column for each input value.
constexpr glm::dmat3 kLinearToCones{0.4122214708, 0.2119034982, 0.0883024619,  //
                                    0.5363325363, 0.6806995451, 0.2817188376,  //
                                    0.0514459929, 0.1073969566, 0.6299787005};
constexpr glm::dmat3 kConeRootsToLab{0.2104542553,  1.9779984951,  0.0259040371,  //
                                     0.7936177850,  -2.4285922050, 0.7827717662,  //
                                     -0.0040720468, 0.4505937099,  -0.8086757660};
constexpr glm::dmat3 kLabToConeRoots{1,
                                     1,
                                     1,  //
                                     0.3963377774,
                                     -0.1055613458,
                                     -0.0894841775,  //
                                     0.2158037573,
                                     -0.0638541728,
                                     -1.2914855480};
constexpr glm::dmat3 kConesToLinear{4.0767416621,  -1.2684380046, -0.0041960863,  //
                                    -3.3077115913, 2.6097574011,  -0.7034186147,  //
                                    0.2309699292,  -0.3413193965, 1.7076147010};

}  // namespace

glm::dvec3 linearOf(ImU32 color) {
  const auto channel = [color](int shift) { return static_cast<double>((color >> shift) & 255) / 255; };
  return glm::convertSRGBToLinear(
      glm::dvec3(channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)));
}

ImU32 colorOf(glm::dvec3 linear) {
  const glm::dvec3 bytes = glm::round(glm::convertLinearToSRGB(glm::clamp(linear, 0.0, 1.0)) * 255.0);
  return IM_COL32(static_cast<ImU32>(bytes.r), static_cast<ImU32>(bytes.g), static_cast<ImU32>(bytes.b), 255);
}

glm::dvec3 oklabOf(glm::dvec3 linear) {
  const glm::dvec3 cones = kLinearToCones * linear;
  return kConeRootsToLab * glm::dvec3(std::cbrt(cones.x), std::cbrt(cones.y), std::cbrt(cones.z));
}

glm::dvec3 linearOfOklab(glm::dvec3 lab) {
  const glm::dvec3 roots = kLabToConeRoots * lab;
  return kConesToLinear * (roots * roots * roots);
}

}  // namespace app
