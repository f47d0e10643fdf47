// A formatted widget id that allocates nothing: WidgetId("clip.%d.weight", clip).
#ifndef APP_UI_WIDGETS_WIDGET_ID_H
#define APP_UI_WIDGETS_WIDGET_ID_H

#include <array>
#include <cstdarg>
#include <cstdio>

#include <imgui.h>

namespace app {

class WidgetId {
 public:
  explicit WidgetId(const char* format, ...) IM_FMTARGS(2) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text_.data(), text_.size(), format, arguments);
    va_end(arguments);
  }
  operator const char*() const { return text_.data(); }

 private:
  std::array<char, 48> text_;
};

}  // namespace app

#endif  // APP_UI_WIDGETS_WIDGET_ID_H
