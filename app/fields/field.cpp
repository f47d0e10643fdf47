#include "app/fields/field.h"

#include <cctype>
#include <charconv>
#include <cmath>

#include "crossfade/base/number_text.h"

namespace app {

crossfade::Result<void> inRange(const char* what, double value, ValueRange range) {
  using crossfade::formatNumber;
  if (!std::isfinite(value)) return crossfade::Error{std::string(what) + " is not a finite number"};
  if (value >= range.min && value <= range.max) return {};
  return crossfade::Error{std::string(what) + " " + formatNumber(value) + " is not between " + formatNumber(range.min) +
                          " and " + formatNumber(range.max)};
}

std::string inSentence(const char* label) {
  std::string text = label;
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string inWords(std::string_view word) {
  std::string text;
  for (const char letter : word) {
    const auto upper = static_cast<unsigned char>(letter);
    if (std::isupper(upper)) text += ' ';
    text += static_cast<char>(std::tolower(upper));
  }
  return text;
}

std::string textOf(double number, std::string_view unit) {
  if (unit != "s") return crossfade::formatNumber(number, 3);
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, 2);
  return {text, end.ptr};
}

}  // namespace app
