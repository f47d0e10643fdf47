// The rectangles of all widgets of the last frame, by id, so that tests and scripts know where to click.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/widgets/ui_rect.h"

namespace app {

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

}  // namespace app
