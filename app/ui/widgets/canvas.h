// What a workspace draws its scene on: the window's canvas, or a picture without an interface.
#pragma once

#include <imgui.h>

#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// Drawing works in an ImGui frame and outside of one, so it asks ImGui for no window, current font or style.
struct Canvas {
  ImDrawList& list;
  UiRect rect;      // framebuffer pixels
  float scale = 1;  // of lines and letters: pixels per interface unit
  bool dark = true;
  bool transparent = false;  // no ground
  float px(float units) const { return units * scale; }
};

/// Of a picture without an interface: lines and letters grow with it.
float canvasScale(float width, float height);

ImU32 groundColor(const Canvas& canvas);
ImU32 inkColor(const Canvas& canvas);       // letters that matter
ImU32 dimInkColor(const Canvas& canvas);    // captions
ImU32 faintInkColor(const Canvas& canvas);  // lines of a grid

enum class TextStyle { Small, Body, Strong };
/// Cut off nowhere; `align` as in textIn: 0 left, 0.5 middle, 1 right.
void canvasText(const Canvas& canvas, const UiRect& rect, const char* text, ImU32 tint, float align = 0,
                TextStyle style = TextStyle::Body);
ImVec2 canvasTextSize(const Canvas& canvas, const char* text, TextStyle style = TextStyle::Body);
/// Fills the rectangle with the ground, unless it is transparent.
void canvasGround(const Canvas& canvas);

/// The scenes. They change nothing and depend on nothing but the session and the canvas.
void drawShapesCanvas(const Session& session, const Canvas& canvas);
void drawTimingCanvas(const Session& session, const Canvas& canvas);

}  // namespace app
