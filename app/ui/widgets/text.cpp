#include "app/ui/widgets/text.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <numbers>

#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::string_view kDots = "...";
constexpr std::size_t kLongest = 255, kShortest = 8;

bool isInsideCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

float widthOf(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

}  // namespace

std::string_view shortened(std::string_view name, std::size_t bytes, std::span<char> out) {
  assert(bytes >= kShortest && bytes < out.size());
  std::string_view head = name, tail;
  if (name.size() > bytes) {
    std::size_t first = (bytes - kDots.size() + 1) / 2, last = name.size() - (bytes - kDots.size() - first);
    while (first > 0 && isInsideCharacter(name[first])) --first;
    while (last < name.size() && isInsideCharacter(name[last])) ++last;
    head = name.substr(0, first);
    tail = name.substr(last);
  }
  char* end = std::copy(head.begin(), head.end(), out.data());
  if (head.size() < name.size()) end = std::copy(kDots.begin(), kDots.end(), end);
  end = std::copy(tail.begin(), tail.end(), end);
  *end = 0;
  std::replace_if(
      out.data(), end, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  return {out.data(), static_cast<std::size_t>(end - out.data())};
}

void nameIn(ImDrawList& list, const UiRect& rect, std::string_view name, ImU32 tint, float align, ImFont* font) {
  std::array<char, kLongest + 1> scratch;
  if (font) ImGui::PushFont(font);
  std::size_t fits = std::min(name.size(), kLongest);
  std::string_view shown = shortened(name, std::max(fits, kShortest), scratch);
  if (widthOf(shown) > rect.width + 1) {
    std::size_t low = kShortest, high = std::max(shown.size(), kShortest);  // low may not fit either
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (widthOf(shortened(name, middle, scratch)) <= rect.width + 1 ? low : high) = middle;
    }
    shown = shortened(name, low, scratch);
  }
  textIn(list, rect, shown.data(), tint, align);
  if (font) ImGui::PopFont();
}

void nameIn(const UiRect& rect, std::string_view name, ImU32 tint, float align, ImFont* font) {
  nameIn(*ImGui::GetWindowDrawList(), rect, name, tint, align, font);
}

namespace {

enum class Kind { Time, Angle, Factor };

struct Unit {
  std::string_view name;
  Kind kind;
  double size;  // in seconds, degrees, or as a plain factor
};

constexpr std::array kUnits = {Unit{"s", Kind::Time, 1},
                               Unit{"sec", Kind::Time, 1},
                               Unit{"second", Kind::Time, 1},
                               Unit{"seconds", Kind::Time, 1},
                               Unit{"ms", Kind::Time, 1e-3},
                               Unit{"min", Kind::Time, 60},
                               Unit{"f", Kind::Time, 1 / kTypedFramesPerSecond},
                               Unit{"frame", Kind::Time, 1 / kTypedFramesPerSecond},
                               Unit{"frames", Kind::Time, 1 / kTypedFramesPerSecond},
                               Unit{"\u00b0", Kind::Angle, 1},
                               Unit{"deg", Kind::Angle, 1},
                               Unit{"rad", Kind::Angle, 180 / std::numbers::pi},
                               Unit{"", Kind::Factor, 1},
                               Unit{"x", Kind::Factor, 1},
                               Unit{"\u00d7", Kind::Factor, 1},
                               Unit{"%", Kind::Factor, 0.01}};

const Unit* find(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  return nullptr;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Takes a number off the front of `text`.
std::optional<double> takeNumber(std::string_view& text) {
  std::array<char, 48> digits;
  if (text.size() > digits.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) digits[i] = text[i] == ',' ? '.' : text[i];
  const char* first = digits.data();
  const char* const last = first + text.size();
  if (first != last && *first == '+') ++first;
  const bool digit = first != last && (*first == '-' || *first == '.' || (*first >= '0' && *first <= '9'));
  double value = 0;
  const auto read = std::from_chars(first, last, value);
  if (!digit || read.ec != std::errc()) return std::nullopt;
  text = trimmed(text.substr(static_cast<std::size_t>(read.ptr - digits.data())));
  return value;
}

}  // namespace

std::optional<double> parseNumber(std::string_view text, std::string_view unit) {
  text = trimmed(text);
  auto value = takeNumber(text);
  if (!value) return std::nullopt;
  if (text.starts_with('/')) {
    text = trimmed(text.substr(1));
    const auto divisor = takeNumber(text);
    if (!divisor || *divisor == 0) return std::nullopt;
    *value /= *divisor;
  }
  if (!text.empty() && text != unit) {
    const Unit* const from = find(text);
    const Unit* const to = find(unit);
    if (!from || !to || from->kind != to->kind) return std::nullopt;
    *value *= from->size / to->size;
  }
  if (!std::isfinite(*value)) return std::nullopt;
  return value;
}

std::string_view unitOf(std::string_view format) {
  const std::size_t number = format.find_first_of("fgedi", format.find('%'));
  if (number == std::string_view::npos) return {};
  const std::string_view rest = trimmed(format.substr(number + 1));
  return rest == "%%" ? rest.substr(1) : rest;
}

}  // namespace app
