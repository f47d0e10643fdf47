#include "app/ui/widgets/searched_menu.h"

#include "app/ui/widgets/name_text.h"

namespace app {

bool menuRow(int index, bool marked) {
  ImGui::PushID(index);
  const bool pressed = ImGui::Selectable("##row", marked, 0, {0, px(kMenuRow)});
  ImGui::PopID();
  ui().focus.nextIsChosen(marked);
  return pressed;
}

bool menuName(const char* id, int index, const char* name, bool marked) {
  const bool pressed = menuRow(index, marked);
  logItem("%s.%d", id, index);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  nameIn({row.x + px(8), row.y, row.width - px(12), row.height}, name, index < 0 ? colors().textDim : colors().text);
  return pressed;
}

}  // namespace app
