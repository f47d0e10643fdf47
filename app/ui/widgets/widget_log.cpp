#include "app/ui/widgets/widget_log.h"

#include <algorithm>

#include "crossfade/base/number_text.h"

namespace app {

void WidgetLog::add(std::string_view id, const UiRect& rect) {
  LoggedWidget widget{.rect = rect};
  const std::size_t length = std::min(id.size(), widget.name.size() - 1);
  std::copy_n(id.begin(), length, widget.name.begin());
  widgets_.push_back(widget);
}

const UiRect* WidgetLog::find(std::string_view id) const {
  const auto found =
      std::find_if(widgets_.begin(), widgets_.end(), [id](const LoggedWidget& widget) { return widget.id() == id; });
  return found == widgets_.end() ? nullptr : &found->rect;
}

std::string WidgetLog::toJson() const {
  std::string text = "[";
  const auto field = [&text](const char* name, float value) {
    text += std::string(", \"") + name + "\": " + crossfade::formatNumber(static_cast<double>(value), 1);
  };
  for (const LoggedWidget& widget : widgets_) {
    text += std::string(text.size() > 1 ? "," : "") + "\n  {\"id\": \"" + std::string(widget.id()) + "\"";
    field("x", widget.rect.x);
    field("y", widget.rect.y);
    field("w", widget.rect.width);
    field("h", widget.rect.height);
    text += "}";
  }
  return text + "\n]\n";
}

}  // namespace app
