// Colors as they are drawn (sRGB, 8 bits a channel), in linear light, and in Oklab, where mixing looks even.
#ifndef APP_UI_WIDGETS_COLOR_SPACE_H
#define APP_UI_WIDGETS_COLOR_SPACE_H

#include <glm/vec3.hpp>

#include <imgui.h>

namespace app {

/// Linear sRGB, 0 to 1. Alpha is ignored.
glm::dvec3 linearOf(ImU32 color);
/// Opaque; values outside 0 to 1 are clamped.
ImU32 colorOf(glm::dvec3 linear);

/// Lightness, a, b. Ottosson, "A perceptual color space for image processing", 2020.
glm::dvec3 oklabOf(glm::dvec3 linear);
glm::dvec3 linearOfOklab(glm::dvec3 lab);

}  // namespace app

#endif  // APP_UI_WIDGETS_COLOR_SPACE_H
