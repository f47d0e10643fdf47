// What all widgets share within a frame. Stored in the ImGui context, one per interface, so there are no globals.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/ui/widgets/fonts.h"
#include "app/ui/widgets/keyboard_focus.h"
#include "app/ui/widgets/search_list.h"
#include "app/ui/widgets/text.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_rect.h"
#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

// ---- The rectangles of all widgets of the last frame, by id, so that tests and scripts know where to click.

/// Ids read "panel.widget" or "panel.widget.2"; widgets that are scrolled or folded away are not listed.
struct LoggedWidget {
  std::array<char, 48> name{};
  UiRect rect;             // the visible part
  bool isControl = false;  // not an area with others, or something that only shows
  std::string_view id() const { return name.data(); }
};

/// Cleared and refilled each frame; allocates only while it grows.
class WidgetLog {
 public:
  void clear() {
    std::swap(before_, widgets_);
    widgets_.clear();
    focus_ = {};
    hint_.clear();
  }
  void add(std::string_view id, const UiRect& rect, bool isControl = false);
  void setFocus(std::string_view id) { focus_ = named(id); }
  void setHint(std::string_view text, const UiRect& rect) {
    hint_ = text;
    hintRect_ = rect;
  }

  std::span<const LoggedWidget> widgets() const { return widgets_; }
  /// The widgets of the previous frame.
  std::span<const LoggedWidget> before() const { return before_; }
  /// Null if no such widget is visible.
  const UiRect* find(std::string_view id) const;
  /// The widget with the focus ring; empty: none.
  std::string_view focus() const { return focus_.id(); }
  /// The tooltip; empty: none.
  std::string_view hint() const { return hint_; }
  const UiRect& hintRect() const { return hintRect_; }

 private:
  static LoggedWidget named(std::string_view id);

  std::vector<LoggedWidget> widgets_, before_;
  LoggedWidget focus_;
  std::string hint_;
  UiRect hintRect_;
};

inline LoggedWidget WidgetLog::named(std::string_view id) {
  LoggedWidget widget;
  std::copy_n(id.begin(), std::min(id.size(), widget.name.size() - 1), widget.name.begin());
  return widget;
}

inline void WidgetLog::add(std::string_view id, const UiRect& rect, bool isControl) {
  LoggedWidget widget = named(id);
  widget.rect = rect;
  widget.isControl = isControl;
  widgets_.push_back(widget);
}

inline const UiRect* WidgetLog::find(std::string_view id) const {
  const auto found =
      std::find_if(widgets_.begin(), widgets_.end(), [id](const LoggedWidget& widget) { return widget.id() == id; });
  return found == widgets_.end() ? nullptr : &found->rect;
}

/// Of UiContext::scale.
inline constexpr float kMinScale = 0.5f, kMaxScale = 4;

/// How curves get to the clipboard and back. The host fills it in: panels know no file formats.
struct CurveText {
  std::string (*write)(const crossfade::AnimationCurve& curve) = nullptr;
  crossfade::Result<crossfade::AnimationCurve> (*read)(std::string_view text) = nullptr;
  bool works() const { return write && read; }
};

/// Fills pixels of the framebuffer that is drawn to; x and y count from its lower left corner. A channel is 0 to 1.
using AreaFill = void (*)(int x, int y, int width, int height, ImVec4 color);

struct UiContext {
  float scale = 1;  // framebuffer pixels per interface unit
  bool dark = true;
  Fonts fonts;
  WidgetLog log;
  KeyboardFocus focus;
  NumberEdit numberEdit;
  CurveText curveText;
  AreaFill fill = nullptr;  // null: areas are drawn like anything else
  SearchList menuSearch;    // of the one menu that is open
  ImGuiID selection = 0;    // the control in which something was selected last; others drop their selection
  bool fieldIsDue = false;  // what is typed belongs to a text field that cannot take it yet
};

/// The one of the current ImGui context.
inline UiContext& ui() { return *static_cast<UiContext*>(ImGui::GetIO().UserData); }

/// Interface units to framebuffer pixels, rounded.
inline float px(float units) { return std::round(units * ui().scale); }

inline const Palette& colors() { return paletteOf(ui().dark); }
inline ImU32 clipColor(int clip) { return clipColorOf(clip, ui().dark); }
inline ImU32 stageColor(int stage) { return stageColorOf(stage, ui().dark); }

inline const char* icon(Icon which) { return iconText(which, ui().fonts.icons); }

}  // namespace app
