// The list of changes and camera moves: a click goes back to a state, or forward again.
#include <algorithm>

#include "app/session/undo_history.h"
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
    list.AddRectFilled(row.min(), row.max(), current ? colors().controlActive : colors().controlHovered, px(5));
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

/// Lists the states, and after each the camera moves that followed it.
void listRows(const UndoHistory& history, const CameraHistory& camera, std::vector<HistoryRow>& rows) {
  rows.clear();
  std::size_t move = 0;
  for (int step = 0; step <= history.stepCount(); ++step) {
    rows.push_back({.step = step});
    const std::size_t first = move;
    const bool isLast = step == history.stepCount();  // takes also the moves after changes that were dropped
    while (move < camera.count() && (isLast || camera.changesBefore(move) <= step)) ++move;
    if (move > first) rows.push_back({.step = step, .move = first, .moves = move - first});
  }
}

/// Camera moves in a row. A click undoes or redoes them.
void drawMoves(const CameraHistory& camera, const HistoryRow& row, int index, float width, Commands& out) {
  const bool pressed = hitArea(WidgetId("history.view.%d", index), {width, px(kHistoryRow)});
  const UiRect rect = itemRect();
  if (ImGui::IsItemHovered())
    ImGui::GetWindowDrawList()->AddRectFilled(rect.min(), rect.max(), colors().controlHovered, px(5));
  const bool made = camera.position() > row.move;
  textIn({rect.x + px(10), rect.y, px(20), rect.height}, icon(Icon::Frame), colors().textFaint, 0, ui().fonts.small);
  textIn({rect.x + px(30), rect.y, rect.width - px(40), rect.height},
         Text(row.moves == 1 ? "Camera" : "Camera, %zu moves", row.moves), made ? colors().textDim : colors().textFaint,
         0, ui().fonts.small);
  logItem("history.view.%d", index);
  hint(made ? "Camera moves. Click to go back to the view before them (Alt+Z)."
            : "Camera moves that were undone. Click to redo them (Alt+Shift+Z).");
  if (!pressed) return;
  const std::size_t times = made ? camera.position() - row.move : row.move + row.moves - camera.position();
  for (std::size_t i = 0; i < times; ++i) out.push_back(made ? Command(UndoCamera{}) : Command(RedoCamera{}));
}

}  // namespace

bool drawHistoryPanel(const Session& session, HistoryPanelState& state, const UiRect& topBar, Commands& out) {
  const UndoHistory& history = session.history();
  listRows(history, session.cameraHistory(), state.rows);
  const int rowCount = static_cast<int>(state.rows.size());
  const float width = std::min(px(kHistoryWidth), topBar.width - px(24));
  const float head = rowHeight() + px(6), list = px(kHistoryRow) * static_cast<float>(std::min(rowCount, kMaxRows));
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
  label({inner - rowHeight() - px(6), rowHeight()}, "Changes", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(6));
  const bool closed = iconButton("history.close", Icon::Close, "Close.", {.quiet = true});
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("list", {inner, height - px(20) - head}, false, ImGuiWindowFlags_NoNav);
  const float rows = ImGui::GetContentRegionAvail().x;
  if (state.seenPosition != history.position()) {  // keep the current state in view
    const auto now = std::find_if(state.rows.begin(), state.rows.end(), [&](const HistoryRow& row) {
      return row.moves == 0 && row.step == history.position();
    });
    ImGui::SetScrollY(px(kHistoryRow) * static_cast<float>(now - state.rows.begin()) - ImGui::GetWindowHeight() / 2);
    state.seenPosition = history.position();
  }
  ImGuiListClipper clipper;
  clipper.Begin(rowCount, px(kHistoryRow));
  const FocusGroup group("states", GroupLayout::Column, true);
  drawReachableRows(clipper);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      focusMember(i);
      const HistoryRow& row = state.rows[static_cast<std::size_t>(i)];
      if (row.moves > 0)
        drawMoves(session.cameraHistory(), row, i, rows, out);
      else if (drawState(history, row.step, rows))
        out.push_back(GoToStep{row.step});
    }
  }
  endScrollingPart();
  ImGui::PopStyleVar();
  endPanel();
  return !closed && !escaped;
}

}  // namespace app
