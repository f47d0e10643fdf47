#include "crossfade/base/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <version>

namespace crossfade {
namespace {

#if defined(__cpp_lib_to_chars)

template <class T>
std::string shortest(T value) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string fixed(double value, int decimals) {
  std::array<char, 128> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr;
  return {text.data(), end};
}

#else  // libc++ before version 14: the same texts by printf, in the C locale

std::string printed(const char* format, int precision, double value) {
  std::array<char, 512> text;
  const int size = std::snprintf(text.data(), text.size(), format, precision, value);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string fixed(double value, int decimals) { return printed("%.*f", decimals, value); }

template <class T>
std::string shortest(T value) {
  if (!std::isfinite(value)) return printed("%.*g", 1, static_cast<double>(value));
  const auto number = static_cast<double>(value);
  int digits = 1;
  while (digits < 17 && static_cast<T>(std::strtod(printed("%.*e", digits - 1, number).c_str(), nullptr)) != value)
    ++digits;
  const std::string scientific = printed("%.*e", digits - 1, number);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  const std::string plain = fixed(number, std::max(0, digits - 1 - exponent));
  return plain.size() <= scientific.size() ? plain : scientific;
}

#endif

}  // namespace

std::string formatNumber(double value) { return shortest(value); }
std::string formatNumber(float value) { return shortest(value); }

std::string formatNumber(double value, int decimals) {
  if (!std::isfinite(value) || std::abs(value) >= 1e15) return shortest(value);
  std::string result = fixed(value, std::clamp(decimals, 0, 100));
  if (result.find('.') == std::string::npos) return result;
  result.erase(result.find_last_not_of('0') + 1);
  if (result.back() == '.') result.pop_back();
  return result == "-0" ? "0" : result;
}

}  // namespace crossfade
