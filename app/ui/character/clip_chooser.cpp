#include "app/ui/character/clip_chooser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kListWidth = 236, kListHeight = 264, kChoiceRow = 24, kChoiceTag = 16;

/// One row of the list. True when clicked.
bool drawChoice(const char* id, int clip, const char* name, bool marked) {
  ImGui::PushID(clip);
  const bool pressed = ImGui::Selectable("##choice", marked, 0, {0, px(kChoiceRow)});
  ImGui::PopID();
  ui().focus.nextIsChosen(marked);
  logItem("%s.%d", id, clip);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  if (clip >= 0)
    clipTag(*ImGui::GetWindowDrawList(), {row.x + px(4), row.centerY() - px(kChoiceTag / 2)}, px(kChoiceTag), clip);
  const float left = row.x + px(clip >= 0 ? 28 : 4);
  nameIn({left, row.y, row.right() - left - px(4), row.height}, name, clip < 0 ? colors().textDim : colors().text);
  return pressed;
}

/// Nothing, or the clip that was clicked or entered.
std::optional<int> drawList(const char* id, const Session& session, const ClipNames& names, int chosen,
                            const char* none, bool entered) {
  SearchList& search = ui().menuSearch;
  const bool opened = ImGui::IsWindowAppearing(), searching = !search.isEmpty();
  std::array<char, 24> scratch;
  const auto nameOf = [&](int row) { return row == 0 ? none : names.shown(row - 1, scratch); };
  search.found.clear();
  rankMatches(
      search, session.clipCount() + 1, [&](int row) { return std::string_view(nameOf(row)); }, search.found);
  search.matches = static_cast<int>(search.found.size());
  if (entered && search.matches == 0) keepKeyboard(search);
  std::optional<int> taken;
  const float height =
      std::min(px(kListHeight), px(kChoiceRow) * static_cast<float>(std::max(search.matches, 1)) + px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("clips", {std::max(px(kListWidth), ImGui::GetContentRegionAvail().x), height}, false,
                    ImGuiWindowFlags_NoNav);
  const FocusGroup group("choices", GroupLayout::Column);
  for (int row = 0; row < search.matches; ++row) {
    const int found = search.found[static_cast<std::size_t>(row)];
    const bool marked = searching ? row == search.chosen : found - 1 == chosen;
    if (drawChoice(id, found - 1, nameOf(found), marked) || (entered && searching && row == search.chosen))
      taken = found - 1;
    if (opened && found - 1 == chosen) ImGui::SetScrollHereY();
  }
  if (search.matches == 0) ImGui::TextUnformatted("No clip matches.");
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (taken) ImGui::CloseCurrentPopup();
  return taken;
}

}  // namespace

bool chooseClip(const char* id, const Session& session, int& clip, const char* none, float width,
                const char* sentence) {
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  const char* const name = clip < 0 ? none : names.shown(clip, scratch);
  if (!beginDropDown(id, name, clip < 0 ? colors().textDim : colors().text, width, sentence)) return false;
  if (ImGui::IsWindowAppearing()) {
    ui().menuSearch.clear();
    ui().menuSearch.focus = true;
  }
  const bool entered = searchField(WidgetId("%s.search", id), "Search clips", ui().menuSearch,
                                   std::max(px(kListWidth), ImGui::GetContentRegionAvail().x));
  const auto taken = drawList(id, session, names, clip, none, entered);
  ImGui::EndCombo();
  if (!taken || *taken == clip) return false;
  clip = *taken;
  return true;
}

}  // namespace app
