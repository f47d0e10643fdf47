#include "app/ui/widgets/widget_log.h"

#include <algorithm>

namespace app {

LoggedWidget WidgetLog::named(std::string_view id) {
  LoggedWidget widget;
  std::copy_n(id.begin(), std::min(id.size(), widget.name.size() - 1), widget.name.begin());
  return widget;
}

void WidgetLog::add(std::string_view id, const UiRect& rect, bool isControl) {
  LoggedWidget widget = named(id);
  widget.rect = rect;
  widget.isControl = isControl;
  widgets_.push_back(widget);
}

const UiRect* WidgetLog::find(std::string_view id) const {
  const auto found =
      std::find_if(widgets_.begin(), widgets_.end(), [id](const LoggedWidget& widget) { return widget.id() == id; });
  return found == widgets_.end() ? nullptr : &found->rect;
}

}  // namespace app
