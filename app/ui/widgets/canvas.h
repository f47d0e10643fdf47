// What a workspace draws its scene on: the canvas in the window, or a picture without the interface.
#pragma once

#include <span>

#include <imgui.h>

#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Drawing works inside and outside an ImGui frame, so it uses no ImGui window, current font, or style.
struct Canvas {
  ImDrawList& list;
  UiRect rect;      // framebuffer pixels
  float scale = 1;  // of lines and text: pixels per interface unit
  bool dark = true;
  bool transparent = false;  // no background
  float px(float units) const { return units * scale; }
};

/// For a picture without the interface: lines and text grow with it.
float canvasScale(float width, float height);

ImU32 groundColor(const Canvas& canvas);
ImU32 inkColor(const Canvas& canvas);       // important text
ImU32 dimInkColor(const Canvas& canvas);    // captions
ImU32 faintInkColor(const Canvas& canvas);  // grid lines
ImU32 gridDotColor(const Canvas& canvas);

enum class TextStyle { Small, Body, Strong };
/// Never clipped. `align`: 0 left, 0.5 center, 1 right.
void canvasText(const Canvas& canvas, const UiRect& rect, const char* text, ImU32 tint, float align = 0,
                TextStyle style = TextStyle::Body);
ImVec2 canvasTextSize(const Canvas& canvas, const char* text, TextStyle style = TextStyle::Body);
/// Fills the background, unless it is transparent.
void canvasGround(const Canvas& canvas);

// Lines for plots, distinguished by style as well as color.

/// A line through `points`. Dash lengths are multiplied by `scale`.
void styledLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 tint, float thickness, LineStyle style,
                float scale);
/// Fills the area between a line and `bottom`. Points must go from left to right.
void fillUnder(ImDrawList& list, std::span<const ImVec2> points, float bottom, ImU32 tint);
/// The smallest of 0.1, 0.2, 0.5, 1, 2, 5, ... that divides `span` into at most `maxParts` intervals; 1 if `span` is
/// not positive.
double niceStep(double span, int maxParts);
/// The distance of grid lines from `low` to `high`: niceStep, or a finer one if fewer than two lines would be seen
/// where two parts or more have room.
double gridStep(double low, double high, int maxParts);

}  // namespace app
