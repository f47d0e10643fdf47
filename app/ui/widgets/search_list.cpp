#include "app/ui/widgets/search_list.h"

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
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
  if (focused) takeKeyboard(WidgetId("##%s", id));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, rowPadding());
  ImGui::SetNextItemWidth(width);
  const bool entered = ImGui::InputTextWithHint(WidgetId("##%s", id), placeholder, search.text.data(),
                                                search.text.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleVar();
  search.active = ImGui::IsItemActive() || focused;
  logItem("%s", id);
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
