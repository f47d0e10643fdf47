#include "crossfade/base/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace crossfade {
namespace {

template <class T>
std::string shortest(T value) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace

std::string formatNumber(double value) { return shortest(value); }
std::string formatNumber(float value) { return shortest(value); }

std::string formatNumber(double value, int decimals) {
  if (!std::isfinite(value) || std::abs(value) >= 1e15) return shortest(value);
  std::array<char, 128> text;
  const int shown = std::clamp(decimals, 0, 100);
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, shown).ptr;
  std::string result(text.data(), end);
  if (result.find('.') == std::string::npos) return result;
  result.erase(result.find_last_not_of('0') + 1);
  if (result.back() == '.') result.pop_back();
  return result == "-0" ? "0" : result;
}

}  // namespace crossfade
