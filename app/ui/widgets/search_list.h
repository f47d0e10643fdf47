// A search field over a list of names: what was typed, what matches, and which match the arrow keys chose.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

// Fuzzy search: how well a few typed letters match a name. "sfi" and "sit floor" both find Sit_Floor_Idle.

/// Nothing if the letters of `query` do not all occur in `text` in their order; otherwise the score of the best way to
/// find them, higher for a better match. Letters at the start of a word and letters in a row count more, and of equal
/// matches the shorter text wins. Ignores ASCII case, and spaces in the query. A word starts after anything that is not
/// a letter or digit, at a capital after a small letter, and at a digit after a letter. Without letters, everything
/// matches with 0. Only the first 64 bytes of the query and 256 of the text count. Allocates nothing.
std::optional<int> fuzzyScore(std::string_view query, std::string_view text);
/// The same for something with another name, which counts where the first does not match, and then less than any match
/// of a first one.
inline std::optional<int> fuzzyScore(std::string_view query, std::string_view text, std::string_view otherText) {
  constexpr int kBehind = 1'000'000;
  if (const auto score = fuzzyScore(query, text)) return score;
  const auto other = fuzzyScore(query, otherText);
  return other ? std::optional(*other - kBehind) : std::nullopt;
}

struct SearchList {
  std::array<char, 64> text{};              // as typed
  bool focus = false;                       // takes the keyboard when it is drawn next
  bool active = false;                      // has it
  int chosen = 0;                           // position among the matches, moved by Up and Down
  int matches = 0;                          // how many there are; set by whoever draws the list
  std::vector<std::pair<int, int>> ranked;  // scratch memory: score, index
  std::vector<int> found;                   // scratch memory of lists that keep nothing else

  /// Without spaces at its ends.
  std::string_view query() const {
    std::string_view words = text.data();
    while (words.starts_with(' ')) words.remove_prefix(1);
    while (words.ends_with(' ')) words.remove_suffix(1);
    return words;
  }
  bool isEmpty() const { return query().empty(); }
  void clear() {
    text.fill(0);
    chosen = 0;
  }
};

struct NoOtherName {
  std::string_view operator()(int) const { return {}; }
};

/// Appends to `out` the indices from 0 to `count` - 1 whose name matches the query, the best first; all of them in
/// their order without one. `nameOf(i)` and `otherNameOf(i)` make a string_view. Allocates only while the lists grow.
template <class NameOf, class OtherNameOf = NoOtherName>
void rankMatches(SearchList& search, int count, NameOf nameOf, std::vector<int>& out, OtherNameOf otherNameOf = {}) {
  search.ranked.clear();
  for (int i = 0; i < count; ++i)
    if (const auto score = fuzzyScore(search.query(), nameOf(i), otherNameOf(i)))
      search.ranked.emplace_back(-*score, i);
  std::sort(search.ranked.begin(), search.ranked.end());
  for (const auto& [score, i] : search.ranked) out.push_back(i);
}

/// Draws the field. Up and Down move `chosen`, Escape clears, then lets the keyboard go. True on Enter.
bool searchField(const char* id, const char* placeholder, SearchList& search, float width);
/// Call it on Enter without a match: the field keeps the keyboard, or the letters that follow would be shortcuts.
void keepKeyboard(SearchList& search);

}  // namespace app
