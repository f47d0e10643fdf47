// Texts that allocate nothing, names in one line, and numbers as people type them.
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

#include <imgui.h>

#include "app/ui/widgets/ui_rect.h"

namespace app {

// ---- Formatted texts that allocate nothing: WidgetId("clip.%d.weight", clip), Text("%.2f s", time).

/// At most `kSize` - 1 bytes are kept.
template <std::size_t kSize>
class FormattedText {
 public:
  FormattedText() { text_[0] = 0; }
  explicit FormattedText(const char* format, ...) IM_FMTARGS(2) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text_.data(), text_.size(), format, arguments);
    va_end(arguments);
  }
  operator const char*() const { return text_.data(); }
  const char* text() const { return text_.data(); }  // for formats
  bool isEmpty() const { return text_[0] == 0; }

 private:
  std::array<char, kSize> text_;
};

using WidgetId = FormattedText<48>;
/// What a control or a tooltip says.
using Text = FormattedText<480>;

// ---- Names from files, drawn in one line whatever they contain.

/// Copies `name` into `out`, zero-terminated, with every control character as a space. A name that is too long keeps
/// both ends around "...": the middle is what matters least in "Sit_Floor_Idle" and "Armature|Walk". Characters are
/// kept whole. `bytes`: how long the copy may be, at most out.size() - 1; at least 8.
std::string_view shortened(std::string_view name, std::size_t bytes, std::span<char> out);

/// Draws a name in one line, shortened in its middle until it fits. `align`: 0 left, 0.5 center, 1 right.
void nameIn(ImDrawList& list, const UiRect& rect, std::string_view name, ImU32 tint, float align = 0,
            ImFont* font = nullptr);
void nameIn(const UiRect& rect, std::string_view name, ImU32 tint, float align = 0, ImFont* font = nullptr);

// Numbers as people type them, and the one that is being typed into a slider.

// ---- The number being typed into a slider, and where Tab goes from there. One per interface.

struct NumberEdit {
  using Text = std::array<char, 48>;

  ImGuiID field = 0;         // the slider that is a text field; 0: none
  Text text{};               // as typed so far
  Text opened{};             // what the field opened with: accepted unchanged, the value keeps its digits
  int drawnIn = 0;           // the last frame in which it was a text field
  bool byLastClick = false;  // the last click opened it, so another one makes a double click
  ImGuiID wanted = 0;        // opens when it is drawn in frame `wantedIn`
  bool wantsNext = false;    // the next slider drawn opens, up to frame `wantedIn`
  int wantedIn = 0;
  ImGuiID lastDrawn = 0;  // the slider drawn before this one
  ImGuiID before = 0;     // the one drawn before `field`
};

// ---- Numbers as people type them: "0,7", "1/3", "200 ms", "15 frames", "50 %".

/// What a frame counts as in a typed time: as much as one step of the transport.
inline constexpr double kTypedFramesPerSecond = 60;

/// The value of `text` in the field's `unit`: "s", "\u00b0", "\u00d7", "%" or any word; empty for plain numbers. A
/// comma is a decimal point, "a/b" a fraction. The number may be followed by the field's unit, or by one that converts
/// to it: ms, s, min and frames to each other (frames at kTypedFramesPerSecond), deg and rad, % and plain factors (also
/// "x" and
/// "\u00d7"). Nothing for anything else, for a division by zero, and for values that are not finite.
std::optional<double> parseNumber(std::string_view text, std::string_view unit);

/// The unit in a printf format of one number: "s" of "%.2f s", "joints" of "%.0f joints", "%" of "%.0f %%".
std::string_view unitOf(std::string_view format);

}  // namespace app
