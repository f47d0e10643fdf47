// Colors and sizes of the interface. A clip has the same color everywhere.
#pragma once

#include <imgui.h>
#include <glm/vec3.hpp>

namespace app {

// Colors as they are drawn (sRGB, 8 bits a channel), in linear light, and in Oklab, where mixing looks even.

/// Linear sRGB, 0 to 1. Alpha is ignored.
glm::dvec3 linearOf(ImU32 color);
/// Opaque; values outside 0 to 1 are clamped.
ImU32 colorOf(glm::dvec3 linear);

/// Lightness, a, b. Ottosson, "A perceptual color space for image processing", 2020.
glm::dvec3 oklabOf(glm::dvec3 linear);
glm::dvec3 linearOfOklab(glm::dvec3 lab);

constexpr ImU32 rgb(unsigned int hex, unsigned int alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

/// The same color with its opacity scaled by `fraction`.
constexpr ImU32 faded(ImU32 color, float fraction) {
  const float alpha = static_cast<float>(color >> IM_COL32_A_SHIFT) * fraction;
  return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT);
}

/// The colors of panels and text.
struct Palette {
  ImU32 panel, bar, card, well, overlay, popup;
  ImU32 row;    // of a list, between panel and card
  ImU32 plate;  // under text on the picture
  ImU32 control, controlHovered, controlActive;
  ImU32 grab, grabHovered, grabActive;  // of scroll bars
  ImU32 line;
  ImU32 text, textDim, textFaint;
  ImU32 textOff;  // of controls that do nothing now; too faint for reading
  ImU32 accent, accentHovered, onAccent;
  ImU32 error, good, warning;
  ImU32 focus;  // the ring around what has the keyboard
};
const Palette& paletteOf(bool dark);

enum class LineStyle { Solid, Dashed, Dotted, DashDotted };

/// Opacity of a color fill that text is written on.
inline constexpr float kFillUnderText = 0.27f;

/// Ink on a clip's color.
inline constexpr ImU32 kOnClipColor = rgb(0x101216);

/// WCAG 2.1's contrast ratio of two opaque colors, 1 to 21; text needs 4.5.
double contrast(ImU32 one, ImU32 other);
/// `color` over the opaque `ground`.
ImU32 over(ImU32 ground, ImU32 color);

/// Eight colors that remain distinct with common color blindness (after Okabe and Ito, brightened for a dark
/// background), then 16 hues in five shades; they repeat after 80; darker on a light one. Dark text is legible on each.
/// Line styles repeat sooner, so no two neighboring clips have the same color and style.
ImU32 clipColorOf(int clip, bool dark);
LineStyle clipLineStyle(int clip);
/// One per frame stage, in the order of kStageNames, and one for what no stage covers.
ImU32 stageColorOf(int stage, bool dark);
/// One per clock, in the order of crossfade::ClockKind.
ImU32 clockColorOf(int clock, bool dark);

/// Sizes are multiplied by `scale`.
void applyTheme(ImGuiStyle& style, float scale, bool dark);

}  // namespace app
