#include "app/format/report/html_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/format/visible_text.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

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
  result += c;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : visibleLines(text)) appendEscaped(result, c);
  return result;
}

namespace {

/// How much of each name the others have, too, up to a sign after which something follows in all.
std::size_t sharedLength(const std::vector<std::string>& names) {
  if (names.size() < 2) return 0;
  std::size_t shared = names.front().size();
  for (const std::string& name : names) {
    const auto [a, b] = std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end());
    shared = std::min(shared, static_cast<std::size_t>(a - name.begin()));
  }
  const auto isWhole = [&](std::size_t length) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return name.size() > length; });
  };
  constexpr std::string_view kSigns = "|:/_.- ";
  while (shared > 0 && (kSigns.find(names.front()[shared - 1]) == kSigns.npos || !isWhole(shared))) --shared;
  return shared;
}

}  // namespace

std::string shortenedInMiddle(std::string_view text, std::size_t most) {
  const auto isBegin = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  const auto count = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isBegin));
  if (count <= most || most < 3) return std::string(text);
  const std::size_t before = most / 2, after = most - before - 1;
  std::size_t begin = 0, end = text.size();
  for (std::size_t seen = 0; begin < text.size(); ++begin)
    if (isBegin(text[begin]) && seen++ == before) break;
  for (std::size_t seen = 0; seen < after; --end) seen += isBegin(text[end - 1]) ? 1 : 0;
  return std::string(text.substr(0, begin)) + "\xE2\x80\xA6" + std::string(text.substr(end));
}

std::vector<std::string> labelsOf(const std::vector<std::string>& names, std::size_t most) {
  const std::size_t shared = sharedLength(names);
  std::vector<std::string> labels;
  for (const std::string& name : names)
    labels.push_back(shortenedInMiddle(std::string_view(name).substr(shared), most));
  return labels;
}

std::string shortNumber(double value, int digits) {
  if (!std::isfinite(value)) return "-";
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
