#include "app/ui/widgets/search_list.h"

#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr std::size_t kMaxQuery = 64, kMaxText = 256;
constexpr int kLetter = 16, kWordStart = 24, kTextStart = 8, kInARow = 28;
constexpr int kNever = -1'000'000;

constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isOther(char c) { return static_cast<unsigned char>(c) >= 0x80; }  // part of a letter beyond ASCII
constexpr bool isInWord(char c) { return isUpper(c) || isLower(c) || isDigit(c) || isOther(c); }
constexpr char lower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

bool startsWord(std::string_view text, std::size_t at) {
  if (!isInWord(text[at])) return false;
  if (at == 0) return true;
  const char before = text[at - 1], here = text[at];
  if (!isInWord(before)) return true;
  return (isUpper(here) && !isUpper(before)) || (isDigit(here) && !isDigit(before));
}

/// What a match of the letter at `at` is worth by itself.
int worthOf(std::string_view text, std::size_t at) {
  return kLetter + (startsWord(text, at) ? kWordStart : 0) + (at == 0 ? kTextStart : 0);
}

}  // namespace

std::optional<int> fuzzyScore(std::string_view query, std::string_view text) {
  std::array<char, kMaxQuery> letters;
  std::size_t count = 0;
  for (const char c : query)
    if (c != ' ' && count < kMaxQuery) letters[count++] = lower(c);
  if (count == 0) return 0;
  text = text.substr(0, kMaxText);
  if (count > text.size()) return std::nullopt;

  // ending[i]: the best score of the letters so far if the last one is text[i].
  std::array<int, kMaxText> ending;
  ending.fill(kNever);
  for (std::size_t letter = 0; letter < count; ++letter) {
    int bestBefore = letter == 0 ? 0 : kNever;  // over all ends before i
    int previous = kNever;                      // ending[i - 1] of the letter before
    for (std::size_t i = 0; i < text.size(); ++i) {
      const int before = ending[i];
      int score = kNever;
      if (lower(text[i]) == letters[letter]) {
        const int reached = std::max(bestBefore, previous > kNever ? previous + kInARow : kNever);
        if (reached > kNever) score = reached + worthOf(text, i);
      }
      ending[i] = score;
      bestBefore = std::max(bestBefore, before);
      previous = before;
    }
  }
  const int best = *std::max_element(ending.begin(), ending.begin() + static_cast<std::ptrdiff_t>(text.size()));
  if (best <= kNever) return std::nullopt;
  return best - static_cast<int>(text.size()) / 4;
}

namespace {

void moveChoice(SearchList& search) {
  if (isKeyPressed(ImGuiKey_DownArrow, true)) ++search.chosen;
  if (isKeyPressed(ImGuiKey_UpArrow, true)) --search.chosen;
  search.chosen = std::clamp(search.chosen, 0, std::max(search.matches - 1, 0));
}

}  // namespace

void keepKeyboard(SearchList& search) {
  search.focus = search.active = true;
  ui().fieldIsDue = true;
}

bool searchField(const char* id, const char* placeholder, SearchList& search, float width) {
  const bool hadText = !search.isEmpty(), wasActive = search.active;
  const auto before = search.text;
  const bool focused = std::exchange(search.focus, false);
  const bool entered = textField(id, search.text, width, placeholder, ImGuiInputTextFlags_EnterReturnsTrue, focused);
  search.active = ImGui::IsItemActive() || focused;
  if (wasActive && isKeyPressed(ImGuiKey_Escape, false)) {  // ImGui has let the keyboard go and put the old text back
    search.clear();
    search.focus = hadText;
    return false;
  }
  if (search.text != before) search.chosen = 0;
  if (search.active) moveChoice(search);
  return entered;
}

}  // namespace app
