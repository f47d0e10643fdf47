// What was changed and what is saved: the list of changes and camera moves, in which a click goes back to a state or
// forward again, and the questions about project files.
#include <algorithm>
#include <cstdio>

#include "app/session/undo_history.h"
#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kHistoryWidth = 280;
constexpr float kHistoryRow = 26;
constexpr int kHistoryRows = 14;  // more scroll

/// One state: after `step` changes. True when clicked.
bool drawState(const UndoHistory& history, int step, float width) {
  const bool current = step == history.position(), undone = step > history.position();
  ui().focus.nextIsChosen(current);
  const bool pressed = hitArea(WidgetId("history.%d", step), {width, px(kHistoryRow)});
  const UiRect row = itemRect();
  if (current || ImGui::IsItemHovered())
    fillRect(row, current ? colors().controlActive : colors().controlHovered, px(5));
  const UndoStep* made = step > 0 ? &history.step(step - 1) : nullptr;
  const bool isOfWorkspace = made && made->scene != SceneKind::Character;
  const char* scene = isOfWorkspace ? nth(kSceneNames, made->scene) : "";
  ImFont* small = ui().fonts.small;
  const float sceneWidth = *scene ? sizeOf(*small, scene).x + px(8) : 0;
  const UiRect text{row.x + px(10), row.y, row.width - px(20), row.height};
  textIn({text.x, text.y, text.width - sceneWidth, text.height}, made ? made->name.c_str() : "As it was opened",
         undone ? colors().textFaint : colors().text);
  textIn(text, scene, colors().textFaint, 1, small);
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
  if (ImGui::IsItemHovered()) fillRect(rect, colors().controlHovered, px(5));
  const bool made = camera.position() > row.move;
  textIn({rect.x + px(10), rect.y, px(20), rect.height}, icon(Icon::Frame), colors().textFaint, 0, ui().fonts.small);
  textIn({rect.x + px(30), rect.y, rect.width - px(40), rect.height},
         Text(row.moves == 1 ? "Camera" : "Camera, %zu moves", row.moves), made ? colors().textDim : colors().textFaint,
         0, ui().fonts.small);
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
  const float head = rowHeight() + px(6), list = px(kHistoryRow) * static_cast<float>(std::min(rowCount, kHistoryRows));
  const float room = ImGui::GetIO().DisplaySize.y - topBar.bottom() - px(16);
  const float height = std::min(px(20) + head + list, room);
  const UiRect card{topBar.right() - px(12) - width, topBar.bottom() + px(8), width, height};
  beginCard("history", card, colors().overlay, {px(12), px(10)});
  const bool escaped = ui().focus.dismissible();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const float inner = fullWidth();
  label({inner - rowHeight() - px(6), rowHeight()}, "Changes", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine(0, px(6));
  const bool closed = iconButton("history.close", Icon::Close, "Close.", {.quiet = true});
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("list", {inner, height - px(20) - head}, false, ImGuiWindowFlags_NoNav);
  const float rows = fullWidth();
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
      const HistoryRow& row = nth(state.rows, i);
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

// ---- Saving a project under a name, and the questions about unsaved work: what to replace, leave or restore.

namespace {

constexpr float kDialogWidth = 500;
constexpr float kDialogPad = 16;

/// A card in the middle of the scene's upper part; end it with endDialog.
UiRect beginDialog(const char* id, const UiRect& scene, float height) {
  const float width = std::min(px(kDialogWidth), scene.width - px(32));
  const UiRect card{std::floor(scene.x + (scene.width - width) / 2), scene.y + px(84), width, height};
  beginCard(id, card, colors().overlay, {px(kDialogPad), px(12)});
  ui().focus.trapFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(8)});
  return card;
}

void endDialog() {
  ImGui::PopStyleVar();
  endPanel();
}

/// Puts the next items, `width` wide together, at the right end of the line.
void alignRight(float width) { ImGui::SetCursorPosX(ImGui::GetCursorPosX() + fullWidth() - width); }

/// A card with a sentence about `name`, where `buttons` follow. Returns the width of each.
float beginQuestion(const char* id, const UiRect& scene, const char* before, const char* name, const char* after,
                    int buttons = 2) {
  const std::string text = std::string(before) + name + after;
  const float wrap = std::min(px(kDialogWidth), scene.width - px(32)) - 2 * px(kDialogPad);
  const std::string& lines = wrapped(text, wrap, *ui().fonts.body);
  const float height = ImGui::CalcTextSize(lines.c_str()).y;
  beginDialog(id, scene, px(24) + height + px(8) + rowHeight());
  ImGui::TextUnformatted(lines.c_str());
  const float gaps = static_cast<float>(buttons - 1) * px(8);
  const float width = std::min(px(buttons > 3 ? 104 : 90), (wrap - gaps) / static_cast<float>(buttons));
  alignRight(static_cast<float>(buttons) * width + gaps);
  return width;
}

/// The project's own name, or one beside the model.
std::string suggestedPath(const Session& session) {
  if (!session.project().path.empty()) return session.project().path;
  const std::string& model = session.model().path.empty() ? session.model().name : session.model().path;
  const std::size_t slash = model.find_last_of('/'), dot = model.find_last_of('.');
  const bool hasEnding = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1);
  return (hasEnding ? model.substr(0, dot) : model) + ".crossfade";
}

}  // namespace

void openSaveDialog(const Session& session, SaveDialogState& state) {
  state.open = state.takesFocus = true;
  state.thenLeaves = false;
  std::snprintf(state.path.data(), state.path.size(), "%s", suggestedPath(session).c_str());
}

void drawSaveDialog(SaveDialogState& state, const UiRect& scene, Commands& out) {
  beginDialog("save", scene, px(24) + 3 * rowHeight() + px(16));
  label({fullWidth(), rowHeight()}, "Save project", colors().text, 0, ui().fonts.strong);
  const bool entered = textField("save.path", state.path, fullWidth(), "file.crossfade",
                                 ImGuiInputTextFlags_EnterReturnsTrue, std::exchange(state.takesFocus, false));
  hint("The project file. Paths of files beside it or below are relative to it.");
  const bool escaped =  // while it is typed; otherwise Escape is a shortcut
      ImGui::GetIO().WantTextInput && isKeyPressed(ImGuiKey_Escape);
  const float width = px(90);
  alignRight(2 * width + px(8));
  if (button("save.cancel", "Cancel", {width, 0}, "Do not save (Esc).") || escaped) state.open = false;
  ImGui::SameLine(0, px(8));
  const bool pressed = button("save.save", "Save", {width, 0}, "Save the project (Enter).",
                              {.accent = true, .enabled = state.path[0] != 0});
  if ((pressed || entered) && state.path[0] != 0) {
    out.push_back(SaveProject{.path = state.path.data()});
    if (state.thenLeaves) out.push_back(LeaveProject{LeaveHow::AfterSaving});
    state.open = false;
  }
  endDialog();
}

void drawReplaceQuestion(const Session& session, const UiRect& scene, Commands& out) {
  const auto& [path, wasChanged] = session.project().replacing;
  const float width =
      beginQuestion("replace", scene, "", path.c_str(),
                    wasChanged ? " was changed by another program. Replace it?" : " exists. Replace it?");
  if (button("replace.cancel", "Cancel", {width, 0}, "Leave the file as it is (Esc).")) out.push_back(AskToReplace{});
  ImGui::SameLine(0, px(8));
  if (button("replace.replace", "Replace", {width, 0}, "Write over the file.", {.accent = true}))
    out.push_back(SaveProject{.path = path, .replace = true});
  endDialog();
}

void drawLeaveQuestion(const Session& session, Workspace& workspace, const UiRect& scene, Commands& out) {
  const AskToLeave& question = session.project().leaving;
  const std::string& path = session.project().path.empty() ? session.model().name : session.project().path;
  const std::string after = question.next.empty() ? " before closing?" : " before " + question.next + " opens?";
  const float width = beginQuestion("leave", scene, "Save the changes to ", path.c_str() + (path.rfind('/') + 1),
                                    after.c_str(), question.canKeep ? 4 : 3);
  if (button("leave.cancel", "Cancel", {width, 0}, "Stay here (Esc).")) out.push_back(AskToLeave{.asks = false});
  ImGui::SameLine(0, px(8));
  if (button("leave.discard", "Discard", {width, 0}, "Lose the changes."))
    out.push_back(LeaveProject{LeaveHow::Discard});
  ImGui::SameLine(0, px(8));
  if (question.canKeep) {
    if (button("leave.keep", width < px(104) ? "Keep" : "Keep for later", {width, 0},
               "Leave the file as it is. The changes come back when it is opened again."))
      out.push_back(LeaveProject{LeaveHow::Keep});
    ImGui::SameLine(0, px(8));
  }
  if (button("leave.save", "Save", {width, 0}, "Save the project first.", {.accent = true})) {
    saveProject(session, workspace, false, out);
    workspace.save.thenLeaves = workspace.save.open;
    if (!workspace.save.open) out.push_back(LeaveProject{LeaveHow::AfterSaving});
  }
  endDialog();
}

void drawRestoreOffer(const Session& session, const UiRect& scene, Commands& out) {
  const float width = beginQuestion("restore", scene, "Crossfade ended unexpectedly. Restore ",
                                    session.project().restorable.c_str(), "?");
  if (button("restore.discard", "Discard", {width, 0}, "Delete the unsaved changes.")) out.push_back(DiscardUnsaved{});
  ImGui::SameLine(0, px(8));
  if (button("restore.restore", "Restore", {width, 0}, "Open the session as it was a few seconds before the end.",
             {.accent = true}))
    out.push_back(RestoreUnsaved{});
  endDialog();
}

}  // namespace app
