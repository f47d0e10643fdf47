// The controls that panels are made of. Each logs its place under an id ("transport.pause"), which is also its ImGui
// id.
#pragma once

#include <limits>
#include <span>

#include <imgui.h>

#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"

namespace app {

/// Notes the last item's visible part in the widget log. `format` takes numbers as printf does.
void logItem(const char* format, ...) IM_FMTARGS(1);
/// One sentence about the last item, shown when the pointer rests on it. Empty: nothing.
void hint(const char* sentence);

/// A panel: a window without frame that fills `rect`, logged as `id`. Always ended with endPanel. Negative padding:
/// the usual one.
void beginPanel(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding = {-1, -1});
/// The same above all panels, logged by its caller.
void beginOverlay(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding);
void endPanel();

struct ButtonLook {
  bool on = false;      // shown as switched on
  bool accent = false;  // the main action of its panel
  bool quiet = false;   // no ground until the pointer is over it
  bool enabled = true;
  ImU32 ink = 0;  // 0: the usual
};
/// True when pressed. `size` 0: what the text needs and one row high.
bool button(const char* id, const char* text, ImVec2 size, const char* sentence, const ButtonLook& look = {});
/// Square.
bool iconButton(const char* id, Icon which, const char* sentence, const ButtonLook& look = {});
bool checkbox(const char* id, const char* text, bool& value, const char* sentence);

/// Buttons of which one is on, side by side over `width`, each as wide as its text asks, in small letters where there
/// is little room; the index that was pressed, or -1. Segment i is logged as "id.i".
int segments(const char* id, std::span<const char* const> texts, int chosen, float width, const char* sentence);
/// The same with a sentence for each.
int segments(const char* id, std::span<const char* const> texts, int chosen, float width,
             std::span<const char* const> sentences);

/// A field that opens a list; true while that is open, and to be ended with ImGui::EndCombo then. `text` is what the
/// field says.
bool beginDropDown(const char* id, const char* text, ImU32 tint, float width, const char* sentence);

/// In an open list or menu: Escape closes it.
void closeOnEscape();

struct SliderLook {
  const char* label = "";
  double min = 0;
  double max = 1;
  double defaultValue = 0;      // where a double click goes
  double origin = 0;            // where the fill begins
  const char* format = "%.2f";  // with its unit
  ImU32 fill = color::kTextFaint;
  double marker = std::numeric_limits<double>::quiet_NaN();  // a second value, as a thin line
  double step = 0.01;                                        // of a drag
  bool sqrtScale = false;                                    // more room for small values: the square root of the share
  double typedMin = 0, typedMax = 0;                         // bounds of a typed number; both 0: min and max
};
/// Label left and number right inside the bar. The value is the one under the pointer; Ctrl and click: type it. True
/// when changed.
bool slider(const char* id, double& value, const SliderLook& look, float width, const char* sentence);

/// A bar for a place in a clip, without text. True in every frame while it is held; `fraction` is in [0, 1].
bool scrubber(const char* id, double& fraction, ImVec2 size, ImU32 fill, const char* sentence);

/// A line along the last panel's upper (or lower) edge, over its whole width.
void panelEdge(const UiRect& rect, bool lower = false);
/// Text that ends with "..." where it does not fit.
void textIn(const UiRect& rect, const char* text, ImU32 tint, float align = 0, ImFont* font = nullptr);
void textIn(ImDrawList& list, const UiRect& rect, const char* text, ImU32 tint, float align = 0,
            ImFont* font = nullptr);
/// Small capitals above a group; leaves the cursor on the same line when `rest` is true.
void caption(const char* text);
/// A number at the right end of the line, `fromRight` pixels from the panel's edge.
void textRight(const char* text, ImU32 tint, float fromRight = 0);
/// A colour swatch with the clip's number, `size` pixels square.
void clipTag(ImDrawList& list, ImVec2 at, float size, int clip, float strength = 1);
/// "Walk", or "(unnamed 3)".
const char* clipLabel(const std::string& name, int clip, std::span<char> scratch);

inline float rowHeight() { return px(28); }
inline UiRect itemRect() {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  return {min.x, min.y, max.x - min.x, max.y - min.y};
}

}  // namespace app
