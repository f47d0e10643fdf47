// Colors and sizes of the interface. A clip has the same color everywhere.
#pragma once

#include <imgui.h>

namespace app {

constexpr ImU32 rgb(unsigned int hex, unsigned int alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

/// The same color with its opacity scaled by `fraction`.
constexpr ImU32 faded(ImU32 color, float fraction) {
  const float alpha = static_cast<float>(color >> IM_COL32_A_SHIFT) * fraction;
  return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT);
}

namespace color {
inline constexpr ImU32 kPanel = rgb(0x1A1D22);
inline constexpr ImU32 kBar = rgb(0x15171B);
inline constexpr ImU32 kCard = rgb(0x22262D);
inline constexpr ImU32 kWell = rgb(0x121418);
inline constexpr ImU32 kControl = rgb(0x2B3038);
inline constexpr ImU32 kControlHovered = rgb(0x373D47);
inline constexpr ImU32 kControlActive = rgb(0x434A56);
inline constexpr ImU32 kLine = rgb(0x30353D);
inline constexpr ImU32 kText = rgb(0xE8EAED);
inline constexpr ImU32 kTextDim = rgb(0xB9BFC8);
inline constexpr ImU32 kTextFaint = rgb(0xA1A8B3);
inline constexpr ImU32 kTextOff = rgb(0x6E7580);  // of controls that do nothing now; too faint for reading
inline constexpr ImU32 kAccent = rgb(0xFF9A3D);
inline constexpr ImU32 kAccentHovered = rgb(0xFFAE63);
inline constexpr ImU32 kOnAccent = rgb(0x1B1206);
inline constexpr ImU32 kError = rgb(0xF2706B);
inline constexpr ImU32 kGood = rgb(0x5CC79A);
inline constexpr ImU32 kWarning = rgb(0xE8C15A);
}  // namespace color

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
/// background), then 16 hues in five shades; they repeat after 80. Dark text is legible on each.
/// Line styles repeat sooner, so no two neighboring clips have the same color and style.
ImU32 clipColor(int clip);
LineStyle clipLineStyle(int clip);
/// One per frame stage, in the order of kStageNames.
ImU32 stageColor(int stage);
/// One per clock, in the order of crossfade::ClockKind.
ImU32 clockColor(int clock);

/// Sizes are multiplied by `scale`.
void applyTheme(ImGuiStyle& style, float scale);

}  // namespace app
