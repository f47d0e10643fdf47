// What a workspace draws its scene on: the canvas in the window, or a picture without the interface.
#ifndef APP_UI_WIDGETS_CANVAS_H
#define APP_UI_WIDGETS_CANVAS_H

#include <imgui.h>

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

}  // namespace app

#endif  // APP_UI_WIDGETS_CANVAS_H
