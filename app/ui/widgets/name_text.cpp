#include "app/ui/widgets/name_text.h"

#include <algorithm>
#include <array>
#include <cassert>

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

}  // namespace app
