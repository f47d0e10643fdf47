// Saving a project under a name, and the questions about unsaved work: what to replace, leave or restore.
#include <algorithm>
#include <cstdio>
#include <string>

#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kDialogWidth = 500;
constexpr float kPad = 16;

/// A card in the middle of the scene's upper part; end it with endCard.
UiRect beginCard(const char* id, const UiRect& scene, float height) {
  const float width = std::min(px(kDialogWidth), scene.width - px(32));
  const UiRect card{std::floor(scene.x + (scene.width - width) / 2), scene.y + px(84), width, height};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay(id, card, colors().overlay, {px(kPad), px(12)});
  ImGui::PopStyleVar();
  ui().log.add(id, card);
  ui().focus.trapFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(8)});
  return card;
}

void endCard() {
  ImGui::PopStyleVar();
  endPanel();
}

/// Puts the next items, `width` wide together, at the right end of the line.
void alignRight(float width) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
}

/// A card with a sentence about `name`, where `buttons` follow. Returns the width of each.
float beginQuestion(const char* id, const UiRect& scene, const char* before, const char* name, const char* after,
                    int buttons = 2) {
  const std::string text = std::string(before) + name + after;
  const float wrap = std::min(px(kDialogWidth), scene.width - px(32)) - 2 * px(kPad);
  const std::string& lines = wrapped(text, wrap, *ui().fonts.body);
  const float height = ImGui::CalcTextSize(lines.c_str()).y;
  beginCard(id, scene, px(24) + height + px(8) + rowHeight());
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
  beginCard("save", scene, px(24) + 3 * rowHeight() + px(16));
  label({ImGui::GetContentRegionAvail().x, rowHeight()}, "Save project", colors().text, 0, ui().fonts.strong);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, rowPadding());
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (state.takesFocus) takeKeyboard("##path");
  state.takesFocus = false;
  const bool entered = ImGui::InputTextWithHint("##path", "file.crossfade", state.path.data(), state.path.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleVar();
  logItem("save.path");
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
  endCard();
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
  endCard();
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
  endCard();
}

void drawRestoreOffer(const Session& session, const UiRect& scene, Commands& out) {
  const float width = beginQuestion("restore", scene, "Crossfade ended unexpectedly. Restore ",
                                    session.project().restorable.c_str(), "?");
  if (button("restore.discard", "Discard", {width, 0}, "Delete the unsaved changes.")) out.push_back(DiscardUnsaved{});
  ImGui::SameLine(0, px(8));
  if (button("restore.restore", "Restore", {width, 0}, "Open the session as it was a few seconds before the end.",
             {.accent = true}))
    out.push_back(RestoreUnsaved{});
  endCard();
}

}  // namespace app
