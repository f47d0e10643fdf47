#include "app/ui/widgets/written_file.h"

#include <cmath>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {

float writtenPathHeight(const std::string& path, float width) {
  ImFont* const font = ui().fonts.small;
  return sizeOf(*font, path.c_str(), nullptr, width).y;
}

void drawWrittenFile(const char* panel, const std::string& path, float width, Commands& out) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImFont* const font = ui().fonts.small;
  ImGui::GetWindowDrawList()->AddText(font, heightOf(*font), start, colors().textDim, path.c_str(), nullptr, width);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  ImGui::Dummy({width, writtenPathHeight(path, width)});
  logItem("%s.written", panel);
  const float half = std::floor((width - px(6)) / 2);
  if (button(WidgetId("%s.copy", panel), "Copy path", {half, 0}, "Put the path on the clipboard."))
    out.push_back(CopyText{path});
  ImGui::SameLine(0, px(6));
  if (button(WidgetId("%s.show", panel), "Show in folder", {half, 0}, "Open its folder in the file manager."))
    out.push_back(ShowInFolder{path});
  ImGui::PopStyleVar();
}

}  // namespace app
