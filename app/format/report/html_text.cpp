#include "app/format/report/html_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <utf8/cpp17.h>

#include "crossfade/base/number_text.h"

namespace app {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// One byte of valid UTF-8.
void appendEscaped(std::string& result, char c) {
  switch (c) {
    case '&':
      result += "&amp;";
      return;
    case '<':
      result += "&lt;";
      return;
    case '>':
      result += "&gt;";
      return;
    case '"':
      result += "&quot;";
      return;
    case '\'':
      result += "&#39;";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  const bool isControl = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
  isControl ? result += kReplacement : result += c;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  while (true) {
    const std::string_view valid = text.substr(0, utf8::find_invalid(text));
    for (const char c : valid) appendEscaped(result, c);
    if (valid.size() == text.size()) return result;
    result += kReplacement;
    text.remove_prefix(valid.size() + 1);
  }
}

std::string shortNumber(double value, int digits) {
  if (!std::isfinite(value)) return "\xE2\x80\x93";
  const double unit = std::pow(10.0, digits);
  return crossfade::formatNumber(std::round(value * unit) / unit + 0.0);
}

std::string chip(const std::string& value, const std::string& what) {
  return "<li><b>" + value + "</b><span>" + what + "</span></li>";
}

std::string base64Of(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace app
