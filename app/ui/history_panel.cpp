// The list of changes: a click goes back to a state, or forward again.
#include <algorithm>
#include <cstdio>

#include "app/ui/panels.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kHistoryWidth = 280;
constexpr float kHistoryRow = 26;
constexpr int kMaxRows = 14;  // more scroll

const char* sceneText(SceneKind scene) {
  switch (scene) {
    case SceneKind::Character:
      return "";
    case SceneKind::Shapes:
      return "Shapes";
    case SceneKind::Timing:
      return "Timing";
    case SceneKind::Crowd:
      return "Crowd";
    case SceneKind::Curves:
      return "Curves";
  }
  return "";
}

/// One state: after `step` changes. True when clicked.
bool drawState(const UndoHistory& history, int step, float width) {
  const bool pressed = hitArea(WidgetId("history.%d", step), {width, px(kHistoryRow)});
  const UiRect row = itemRect();
  const bool current = step == history.position(), undone = step > history.position();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (current || ImGui::IsItemHovered())
    list.AddRectFilled({row.x, row.y}, {row.right(), row.bottom()},
                       current ? colors().controlActive : colors().controlHovered, px(5));
  const UndoStep* made = step > 0 ? &history.step(step - 1) : nullptr;
  const char* scene = made ? sceneText(made->scene) : "";
  ImFont* small = ui().fonts.small;
  const float sceneWidth = *scene ? sizeOf(*small, scene).x + px(8) : 0;
  const UiRect text{row.x + px(10), row.y, row.width - px(20), row.height};
  textIn({text.x, text.y, text.width - sceneWidth, text.height}, made ? made->name.c_str() : "As it was opened",
         undone ? colors().textFaint : colors().text);
  textIn(text, scene, colors().textFaint, 1, small);
  ui().focus.nextIsChosen(current);
  logItem("history.%d", step);
  return pressed;
}

}  // namespace

bool drawHistoryPanel(const Session& session, HistoryPanelState& state, const UiRect& topBar, Commands& out) {
  const UndoHistory& history = session.history();
  const int states = history.stepCount() + 1;
  const float width = std::min(px(kHistoryWidth), topBar.width - px(24));
  const float head = rowHeight() + px(6), list = px(kHistoryRow) * static_cast<float>(std::min(states, kMaxRows));
  const float room = ImGui::GetIO().DisplaySize.y - topBar.bottom() - px(16);
  const float height = std::min(px(20) + head + list, room);
  const UiRect card{topBar.right() - px(12) - width, topBar.bottom() + px(8), width, height};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("history", card, colors().overlay, {px(12), px(10)});
  ImGui::PopStyleVar();
  ui().log.add("history", card);
  const bool escaped = ui().focus.dismissible();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const float inner = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({inner - rowHeight() - px(6), rowHeight()});
  textIn(itemRect(), "Changes", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(6));
  const bool closed = iconButton("history.close", Icon::Close, "Close.", {.quiet = true});
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("list", {inner, height - px(20) - head}, false, ImGuiWindowFlags_NoNav);
  const float rows = ImGui::GetContentRegionAvail().x;
  if (state.seenPosition != history.position()) {  // keep the current state in view
    ImGui::SetScrollY(px(kHistoryRow) * static_cast<float>(history.position()) - ImGui::GetWindowHeight() / 2);
    state.seenPosition = history.position();
  }
  ImGuiListClipper clipper;
  clipper.Begin(states, px(kHistoryRow));
  const FocusGroup group("states", GroupLayout::Column, true);
  drawReachableRows(clipper);
  while (clipper.Step()) {
    for (int step = clipper.DisplayStart; step < clipper.DisplayEnd; ++step) {
      focusMember(step);
      if (drawState(history, step, rows)) out.push_back(GoToStep{step});
    }
  }
  endScrollingPart();
  ImGui::PopStyleVar();
  endPanel();
  return !closed && !escaped;
}

}  // namespace app
