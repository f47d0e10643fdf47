#include "app/import/file/utf8_text.h"

#include <utf8/cpp17.h>

namespace app {

Utf8Text validUtf8(std::string_view text) {
  Utf8Text result;
  result.text.reserve(text.size());
  for (;;) {
    const std::size_t invalid = utf8::find_invalid(text);
    result.text += text.substr(0, invalid);
    if (invalid == std::string_view::npos) return result;
    result.text += "\xEF\xBF\xBD";
    ++result.replaced;
    text.remove_prefix(invalid + 1);
  }
}

std::string_view cutUtf8(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0u) == 0x80u) --bytes;
  return text.substr(0, bytes);
}

std::string shortText(std::string_view text) {
  constexpr std::size_t kMaxBytes = 80;
  const std::string shown = validUtf8(cutUtf8(text, kMaxBytes)).text;
  return text.size() > kMaxBytes ? shown + "..." : shown;
}

}  // namespace app
