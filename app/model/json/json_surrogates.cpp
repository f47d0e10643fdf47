#include "app/model/json/json_surrogates.h"

#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace app {
namespace {

constexpr std::size_t kEscapeSize = 6;  // \u, four hexadecimal digits

/// The UTF-16 code unit that is escaped at `at`; -1: none.
int escapedUnit(std::string_view json, std::size_t at) {
  if (at >= json.size() || json.size() - at < kEscapeSize || json[at] != '\\' || json[at + 1] != 'u') return -1;
  const char *const digits = json.data() + at + 2, *const end = json.data() + at + kEscapeSize;
  unsigned unit = 0;
  const auto read = std::from_chars(digits, end, unit, 16);
  return read.ec == std::errc() && read.ptr == end ? static_cast<int>(unit) : -1;
}

bool isHigh(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLow(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

int replaceLoneSurrogates(std::string& json) {
  int replaced = 0;
  for (std::size_t at = json.find('\\'); at != json.npos; at = json.find('\\', at)) {
    const int unit = escapedUnit(json, at);
    if (isHigh(unit) && isLow(escapedUnit(json, at + kEscapeSize))) {
      at += 2 * kEscapeSize;
    } else if (isHigh(unit) || isLow(unit)) {
      json.replace(at, kEscapeSize, "\\ufffd");
      at += kEscapeSize;
      ++replaced;
    } else {
      at += 2;
    }
  }
  return replaced;
}

}  // namespace app
