// Formatted texts that allocate nothing: WidgetId("clip.%d.weight", clip), Text("%.2f s", time).
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include <imgui.h>

namespace app {

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

}  // namespace app
