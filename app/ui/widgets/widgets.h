// The controls that panels are made of. Each logs its rectangle under an id ("transport.pause"), which is also its
// ImGui id. Also brings in what panels need: texts, colors, the keyboard.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>

#include <imgui.h>

#include "app/session/command.h"
#include "app/ui/widgets/focus_order.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/text.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"

namespace app {

/// An area that can be pressed, as ImGui's last item, logged: every control is made of one. No smaller than one pixel,
/// so that a tiny window is safe. True when released inside.
bool hitArea(const char* id, ImVec2 size, ImGuiButtonFlags flags = 0);
/// The same, there instead of at the cursor.
bool hitAreaIn(const char* id, const UiRect& rect);
/// The same, logged by whoever asks for it.
bool unloggedArea(const char* id, ImVec2 size, ImGuiButtonFlags flags = 0);
/// Adds the visible rectangle of the last item to the widget log. `format` as for printf.
void logItem(const char* format, ...) IM_FMTARGS(1);
/// The tooltip of the last item, shown when the pointer rests on it with no button held. Empty: none.
void hint(const char* sentence);
/// The same with another sentence while it shows because of the focus ring.
void hint(const char* sentence, const char* forKeys);
/// Whether hint() would show it, for sentences that take work to make.
bool hintIsDue();

/// Begins a panel that fills `rect`, logged as `id`; end it with endPanel. Negative padding: the default.
void beginPanel(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding = {-1, -1});
/// The same above all panels. Not logged.
void beginOverlay(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding);
/// The same with round corners, and logged.
void beginCard(const char* id, const UiRect& rect, ImU32 background, ImVec2 padding);
void endPanel();
/// Ends a child window of a panel. Where its content goes on above or below, it fades out.
void endScrollingPart();

struct ButtonLook {
  bool on = false;      // shown as switched on
  bool accent = false;  // the main action of its panel
  bool quiet = false;   // no background until hovered
  bool enabled = true;
  ImU32 ink = 0;  // 0: default
};
/// True when pressed. A `size` of 0 fits the text, one row high.
bool button(const char* id, const char* text, ImVec2 size, const char* sentence, const ButtonLook& look = {});
/// Square.
bool iconButton(const char* id, Icon which, const char* sentence, const ButtonLook& look = {});
/// Disabled, it is faint and cannot be pressed.
bool checkbox(const char* id, const char* text, bool& value, const char* sentence, bool enabled = true);

/// A row of buttons, one of them on, that fills `width`; text shrinks if needed. Returns the index that was pressed, or
/// -1. Segment i is logged as "id.i".
int segments(const char* id, std::span<const char* const> texts, int chosen, float width, const char* sentence);
/// The same with a tooltip for each.
int segments(const char* id, std::span<const char* const> texts, int chosen, float width,
             std::span<const char* const> sentences);

/// How a drop-down is drawn: as a field that fills its width, or as underlined words, part of a sentence, that take at
/// most that width.
enum class DropDown { Field, Words };

/// A drop-down that shows `text`. True while the list is open: then end it with ImGui::EndCombo.
bool beginDropDown(const char* id, const char* text, ImU32 tint, float width, const char* sentence,
                   DropDown how = DropDown::Field);

/// A text field one row high, labeled "##id". True when it was edited or, with ImGuiInputTextFlags_EnterReturnsTrue,
/// entered. `takesKeyboard`: in this frame.
bool textField(const char* id, std::span<char> typed, float width, const char* placeholder = "",
               ImGuiInputTextFlags flags = 0, bool takesKeyboard = false);
/// A name that is being typed; true when it is done: by Enter or a click elsewhere, or by Escape, which means that it
/// stays as it was.
bool nameField(const char* id, std::span<char> typed, float width, bool takesKeyboard, bool& escaped);
/// Gives the keyboard to the text field of that label, which must be drawn next. What is typed until it is active is
/// kept for it.
void takeKeyboard(const char* label);

/// A row of an open list or menu, logged, for the caller to draw into itemRect(). Where Tab enters if `marked`. A width
/// of 0 fills the list. True when chosen.
bool menuArea(const char* id, ImVec2 size, bool marked = false, ImGuiSelectableFlags flags = 0);
/// The same as a line of text.
bool menuText(const char* id, const char* text, bool marked = false, float width = 0, bool enabled = true);

/// Inside an open list or menu: makes Escape close it.
void closeOnEscape();

struct SliderLook {
  const char* label = "";
  double min = 0;
  double max = 1;
  double defaultValue = 0;      // set by a double click or the sign beside a changed value
  double origin = 0;            // where the fill starts
  const char* format = "%.2f";  // including the unit, which typed numbers may be converted to
  ImU32 fill = colors().textFaint;
  double marker = std::numeric_limits<double>::quiet_NaN();  // a second value, as a thin line
  double step = 0.01;                                        // of dragging and the arrow keys, ten with Shift; 0: free
  bool sqrtScale = false;                                    // finer for small values
  double typedMin = 0, typedMax = 0;                         // bounds of a typed value; both 0: min and max
  const char* unset = nullptr;                               // shown instead of a value while there is none
  bool resets = true;                                        // false: something beside it resets the value
};
/// Label on the left, value on the right. A drag sets the value under the pointer; a click opens a text field that
/// understands units (text.h), where Enter, Tab and a click elsewhere accept and Escape cancels. Tab goes on to
/// the next slider, Shift+Tab to the one before. The tooltip names range, default and these gestures. True when
/// changed.
bool slider(const char* id, double& value, const SliderLook& look, float width, const char* sentence);

/// For a speed: -2 to 2 by dragging, `typedLimit` either way by typing; filled from 1.
SliderLook speedLook(const char* label, double typedLimit);
inline constexpr float kSpeedPresets = 190;  // interface units, the width of:
/// A row of usual speeds. The one that was pressed.
std::optional<double> speedPresets(const char* id, double now);

/// A bar for a position in a clip, without text. True in every frame in which it, or an arrow key that steps it, is
/// held. `fraction`: 0 to 1. The tooltip adds to `sentence` how it is moved.
bool scrubber(const char* id, double& fraction, ImVec2 size, ImU32 fill, const char* sentence);

/// Draws the details of a row on a card below it, this many interface units from its edges, and puts the cursor below.
/// Returns where the card ends.
template <class Draw>
float drawOnCard(float margin, const Draw& draw) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({start.x + px(margin), start.y + px(margin - 6)});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width - px(2 * margin));
  draw();
  ImGui::PopItemWidth();
  endGroup();
  const float bottom = ImGui::GetItemRectMax().y + px(margin);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(start, {start.x + width, bottom}, colors().card, px(6), ImDrawFlags_RoundCornersBottom);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({start.x, bottom + px(margin - 4)});
  return bottom;
}

/// Rows of which one can be open, and that are put in another order by dragging them.
struct OrderedRows {
  int open = -1;     // the row whose details are shown
  int dragged = -1;  // the row that the pointer moves

  /// Call it after the row's hitArea(), which returned `pressed`.
  void take(int row, bool pressed);
  /// The row with which the dragged one, of which the pointer has crossed the middle, trades places; -1: none.
  /// `middles`: of all rows, from the top or from the bottom.
  int follow(std::span<const float> middles);
  void forget(int removed);
};

/// A line along the top (or bottom) edge of the last panel.
void panelEdge(const UiRect& rect, bool lower = false);
void fillRect(const UiRect& rect, ImU32 tint, float round = 0, ImDrawFlags corners = 0);
/// Text, ending in "..." if it does not fit. `align`: 0 left, 0.5 center, 1 right.
void textIn(const UiRect& rect, const char* text, ImU32 tint, float align = 0, ImFont* font = nullptr);
void textIn(ImDrawList& list, const UiRect& rect, const char* text, ImU32 tint, float align = 0,
            ImFont* font = nullptr);
/// The text with a line break wherever it has to be broken to fit into `width`: at spaces, else behind slashes, and
/// only inside of a word or a name that is wider than a line. Valid until the next call.
const std::string& wrapped(std::string_view text, float width, ImFont& font);

/// An item of that size that is nothing but text.
void label(ImVec2 size, const char* text, ImU32 tint, float align = 0, ImFont* font = nullptr);

/// Dim text on as many lines as it takes, from the cursor to the right edge.
void sentence(const char* text);

/// Small text on as many lines as it takes.
void paragraph(const char* text, ImU32 tint);
/// How much of something is done, 0 to 1.
void progressBar(const char* id, float fraction, float width);
/// A heading above a group.
void caption(const char* text);
/// What a value means on the left, the value on the right; `sentence` is its tooltip.
void valueLine(const char* word, const char* text, const char* sentence = "");
/// A color swatch with the clip's number, `size` pixels square.
void clipTag(ImDrawList& list, ImVec2 at, float size, int clip, float strength = 1);
/// "Walk", or "(unnamed 3)".
const char* clipLabel(const std::string& name, int clip, std::span<char> scratch);

/// From the cursor to the right edge of the panel.
inline float fullWidth() { return ImGui::GetContentRegionAvail().x; }
inline float rowHeight() { return px(28); }
/// The frame padding that makes a text field or combo exactly one row high.
inline ImVec2 rowPadding() { return {px(8), (rowHeight() - ImGui::GetFontSize()) / 2}; }
inline UiRect itemRect() {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  return {min.x, min.y, max.x - min.x, max.y - min.y};
}

// ---- A file that was just written: its whole path, and what can be done with it.

/// Two rows, logged as "<panel>.written", "<panel>.copy" and "<panel>.show".
void drawWrittenFile(const char* panel, const std::string& path, float width, Commands& out);
/// The height of the path, on as many lines as it takes.
float writtenPathHeight(const std::string& path, float width);

}  // namespace app
