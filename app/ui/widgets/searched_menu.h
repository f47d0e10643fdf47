// The list of an open drop-down, with a search field above it.
#pragma once

#include <algorithm>
#include <string_view>

#include "app/ui/widgets/widgets.h"

namespace app {

struct SearchedMenu {
  const char* id;           // of the drop-down
  const char* placeholder;  // of the field
  const char* empty;        // shown if nothing matches
};

inline constexpr float kMenuWidth = 236, kMenuHeight = 264, kMenuRow = 24;  // at least; at most; of one row

/// A row of such a list. True when clicked.
inline bool menuRow(const char* id, bool marked) { return menuArea(id, {0, px(kMenuRow)}, marked); }

/// A row with a name, logged as "id.index"; a negative index stands for "none".
inline bool menuName(const char* id, int index, const char* name, bool marked) {
  const bool pressed = menuRow(WidgetId("%s.%d", id, index), marked);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  nameIn({row.x + px(8), row.y, row.width - px(12), row.height}, name, index < 0 ? colors().textDim : colors().text);
  return pressed;
}

/// Rows 0 to `count` - 1, as the search ranks them by nameOf(row), or by another name of theirs. draw(row, isMarked)
/// draws one, kMenuRow high, and returns whether it was clicked. Returns nothing, or the row that was clicked or
/// entered; then the drop-down closes.
template <class NameOf, class Draw, class OtherNameOf = NoOtherName>
std::optional<int> searchedRows(const SearchedMenu& menu, SearchList& search, int count, int chosen, NameOf nameOf,
                                Draw draw, OtherNameOf otherNameOf = {}) {
  const bool opened = ImGui::IsWindowAppearing();
  if (opened) {
    search.clear();
    search.focus = true;
  }
  const float width = std::max(px(kMenuWidth), ImGui::GetContentRegionAvail().x);
  const bool entered = searchField(WidgetId("%s.search", menu.id), menu.placeholder, search, width);
  const bool searching = !search.isEmpty();
  search.found.clear();
  rankMatches(
      search, count, [&](int row) { return std::string_view(nameOf(row)); }, search.found, otherNameOf);
  search.matches = static_cast<int>(search.found.size());
  if (entered && search.matches == 0) keepKeyboard(search);
  std::optional<int> taken;
  const float rows = static_cast<float>(count);  // of all rows, so that nothing moves while you type
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("rows", {width, std::min(px(kMenuHeight), px(kMenuRow) * rows + px(8))}, false,
                    ImGuiWindowFlags_NoNav);
  const FocusGroup group("choices", GroupLayout::Column);
  for (int i = 0; i < search.matches; ++i) {
    const int row = nth(search.found, i);
    const bool marked = searching ? i == search.chosen : row == chosen;
    if (draw(row, marked) || (entered && searching && i == search.chosen)) taken = row;
    if (opened && row == chosen) ImGui::SetScrollHereY();
  }
  if (search.matches == 0) {
    ImGui::Dummy({width - px(16), px(kMenuRow)});
    logItem("%s.empty", menu.id);
    const UiRect row = itemRect();
    textIn({row.x + px(8), row.y, row.width, row.height}, menu.empty, colors().textDim);
  }
  endChild();
  ImGui::PopStyleVar();
  if (taken) ImGui::CloseCurrentPopup();
  return taken;
}

/// Lists `count` names, nameOf(index), after the word for "none", nameOf(-1). Returns the new choice if it differs from
/// `chosen`.
template <class NameOf>
std::optional<int> searchedNames(const SearchedMenu& menu, int chosen, int count, NameOf nameOf) {
  const auto taken = searchedRows(
      menu, ui().menuSearch, count + 1, chosen + 1, [&](int row) { return nameOf(row - 1); },
      [&](int row, bool marked) { return menuName(menu.id, row - 1, nameOf(row - 1), marked); });
  return taken && *taken - 1 != chosen ? std::optional(*taken - 1) : std::nullopt;
}

}  // namespace app
