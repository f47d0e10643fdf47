#include "app/format/visible_text.h"

#include <cstdio>

#include <utf8/cpp17.h>

namespace app {
namespace {

enum class Style { Line, Lines, InJson };

bool isObeyed(char32_t c) {
  const bool isControl = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool isDirection =
      c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  const bool isZeroWidth = c == 0x200B || c == 0x2060 || c == 0xFEFF;  // names that differ would look the same
  return isControl || isDirection || isZeroWidth || c == 0x2028 || c == 0x2029;
}

std::string escapeOf(char32_t c, Style style) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  char text[16];
  std::snprintf(text, sizeof text, c < 0x80 && style != Style::InJson ? "\\x%02x" : "\\u%04x",
                static_cast<unsigned>(c));
  return text;
}

std::string shown(std::string_view text, Style style) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::string_view valid = text.substr(0, utf8::find_invalid(text));
    for (auto at = valid.begin(); at != valid.end();) {
      const auto begin = at;
      const char32_t c = utf8::next(at, valid.end());
      const bool isLayout = style != Style::Line && (c == '\n' || c == '\t');
      isObeyed(c)&& !isLayout ? result += escapeOf(c, style) : result.append(begin, at);
    }
    text.remove_prefix(valid.size());
    if (text.empty()) break;
    char byte[8];
    std::snprintf(byte, sizeof byte, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(text.front())));
    result += byte;
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace

std::string visible(std::string_view text) { return shown(text, Style::Line); }

std::string visibleLines(std::string_view text) { return shown(text, Style::Lines); }

std::string visibleJson(std::string_view json) { return shown(json, Style::InJson); }

}  // namespace app
