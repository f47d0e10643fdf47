// A search field over a list of names: what was typed, what matches, and which match the arrow keys chose.
#ifndef APP_UI_WIDGETS_SEARCH_LIST_H
#define APP_UI_WIDGETS_SEARCH_LIST_H

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/widgets/fuzzy_match.h"

namespace app {

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

/// Appends to `out` the indices from 0 to `count` - 1 whose name matches the query, the best first; all of them in
/// their order without one. `nameOf(i)` makes a string_view. Allocates only while the lists grow.
template <class NameOf>
void rankMatches(SearchList& search, int count, NameOf nameOf, std::vector<int>& out) {
  search.ranked.clear();
  for (int i = 0; i < count; ++i)
    if (const auto score = fuzzyScore(search.query(), nameOf(i))) search.ranked.emplace_back(-*score, i);
  std::sort(search.ranked.begin(), search.ranked.end());
  for (const auto& [score, i] : search.ranked) out.push_back(i);
}

/// Draws the field. Up and Down move `chosen`, Escape clears, then lets the keyboard go. True on Enter.
bool searchField(const char* id, const char* placeholder, SearchList& search, float width);
/// Call it on Enter without a match: the field keeps the keyboard, or the letters that follow would be shortcuts.
void keepKeyboard(SearchList& search);

}  // namespace app

#endif  // APP_UI_WIDGETS_SEARCH_LIST_H
