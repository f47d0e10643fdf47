#include "app/fields/field.h"

#include <cctype>
#include <charconv>

#include "crossfade/base/number_text.h"

namespace app {

std::string inSentence(const char* label) {
  std::string text = label;
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string textOf(double number, std::string_view unit) {
  if (unit != "s") return crossfade::formatNumber(number, 3);
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, 2);
  return {text, end.ptr};
}

}  // namespace app
