#include "app/ui/input_actions.h"

#include <array>
#include <cmath>

#include <imgui.h>

#include "app/session/timing/timing_scene.h"
#include "app/session/undo_history.h"
#include "app/ui/panels.h"

namespace app {
namespace {

constexpr float kRadiansPerHeight = 3.5f;  // radians per drag over the whole height of the scene
constexpr int kDefaultGhosts = 3;
constexpr float kClickReach = 4;  // pixels that the pointer may move during a click
constexpr double kNotch = 0.88;   // distance factor of one wheel notch
constexpr std::array<double, 7> kKeySpeeds = {0.1, 0.25, 0.5, 1, 1.5, 2, 4};

void toggleView(const Session& session, bool ViewOptions::*which, Commands& out) {
  ViewOptions options = session.view();
  options.*which = !(options.*which);
  out.push_back(SetViewOptions{options});
}

void toggleGhosts(const Session& session, Commands& out) {
  ViewOptions options = session.view();
  options.ghosts = options.ghosts > 0 ? 0 : kDefaultGhosts;
  out.push_back(SetViewOptions{options});
}

void restart(const Session& session, Commands& out) {
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (session.action(clip).isScheduled()) out.push_back(SetClipTime{clip, 0});
}

void togglePlaying(const Session& session, Commands& out) {
  switch (session.scene()) {
    case SceneKind::Character:
      out.push_back(SetPaused{!session.paused()});
      break;
    case SceneKind::Shapes:
      if (session.shapes().settings().mode == ShapeMode::Picture) {
        out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
        out.push_back(shapes::SetPlaying{});
      } else {
        out.push_back(shapes::SetPlaying{!session.shapes().playing()});
      }
      break;
    case SceneKind::Timing:
      out.push_back(SetTimingPaused{!session.timing().settings().paused});
      break;
    case SceneKind::Crowd:
      out.push_back(SetCrowdPaused{!session.crowd().settings().paused});
      break;
    case SceneKind::Curves:
      out.push_back(CurvesCommand{curves::SetPlaying{!session.curves().playing()}});
      break;
  }
}

void stepFrames(const Session& session, int frames, Commands& out) {
  switch (session.scene()) {
    case SceneKind::Character:
      out.push_back(Step{frames * kFrame});
      break;
    case SceneKind::Shapes:
      if (session.shapes().settings().mode == ShapeMode::Picture)
        out.push_back(SetShapes{&ShapeSettings::mode, ShapeMode::Animation});
      if (session.shapes().playing()) out.push_back(shapes::SetPlaying{false});
      out.push_back(shapes::SetTime{session.shapes().shownTime() + frames / session.shapes().settings().fps});
      break;
    case SceneKind::Timing:  // cannot go back in time
    case SceneKind::Crowd:
    case SceneKind::Curves:
      break;
  }
}

/// What Escape does next: closes, stops or releases one thing. Null: there is nothing.
using Dismissal = void (*)(Workspace& workspace, Commands& out);

template <class Sent>
void send(Workspace&, Commands& out) {
  out.push_back(Sent{});
}

Dismissal nextDismissal(const Session& session, const Workspace& workspace) {
  if (session.loading().running) return send<CancelLoading>;
  if (workspace.helpOpen) return [](Workspace& of, Commands&) { of.helpOpen = false; };
  if (!session.project().replacing.path.empty()) return send<AskToReplace>;
  if (workspace.save.open) return [](Workspace& of, Commands&) { of.save.open = false; };
  if (session.project().leaving.asks)
    return [](Workspace&, Commands& out) { out.push_back(AskToLeave{.asks = false}); };
  if (session.script().running) return send<StopScript>;
  if (workspace.exports.open) return [](Workspace& of, Commands&) { of.exports.open = false; };
  if (workspace.history.open) return [](Workspace& of, Commands&) { of.history.open = false; };
  if (workspace.profiler.isHolding()) return [](Workspace& of, Commands&) { of.profiler.held = -1; };
  if (session.scene() == SceneKind::Shapes && !session.shapes().drawing().empty()) return send<shapes::ClearPoints>;
  return session.message() ? send<DismissMessage> : nullptr;
}

void leaveFileCamera(const Session& session, Commands& out) {
  if (session.scene() == SceneKind::Character && session.view().model.camera >= 0) out.push_back(LookThrough{});
}

}  // namespace

void perform(const KeyBinding& binding, Key key, const Session& session, Workspace& workspace, Commands& out) {
  const int keyInRange = static_cast<int>(key) - static_cast<int>(binding.key);
  switch (binding.action) {
    case BoundAction::TogglePause:
      return togglePlaying(session, out);
    case BoundAction::StepFrames:
      if (!workspace.profiler.isHolding()) return stepFrames(session, binding.amount, out);
      workspace.profiler.steps += binding.amount;
      break;
    case BoundAction::ShowScene:
      out.push_back(ShowScene{static_cast<SceneKind>(keyInRange)});
      break;
    case BoundAction::OpenFile:
      if (binding.amount == 1)
        openFileBrowser(workspace.files, BrowsePurpose::Open, out);
      else
        chooseFile(session, workspace.files, BrowsePurpose::Open, out);
      break;
    case BoundAction::AddClipFile:
      chooseFile(session, workspace.files, BrowsePurpose::AddClips, out);
      break;
    case BoundAction::OpenNeighbor:
      out.push_back(OpenNeighbor{binding.amount});
      break;
    case BoundAction::Reload:
      out.push_back(ReloadModel{});
      break;
    case BoundAction::Undo:
      if (session.history().canUndo()) out.push_back(Undo{});
      break;
    case BoundAction::Redo:
      if (session.history().canRedo()) out.push_back(Redo{});
      break;
    case BoundAction::StepCamera:
      if (binding.amount < 0 && session.cameraHistory().canUndo()) out.push_back(UndoCamera{});
      if (binding.amount > 0 && session.cameraHistory().canRedo()) out.push_back(RedoCamera{});
      break;
    case BoundAction::SaveProject:
      return saveProject(session, workspace, binding.amount > 0, out);
    case BoundAction::Quit:
      out.push_back(CloseWindow{});
      break;
    case BoundAction::FinishShape:
      if (session.shapes().drawing().empty()) break;
      out.push_back(shapes::FinishShape{});
      workspace.shapes.newCardFrames = kNewCardFrames;
      break;
    case BoundAction::RestartTiming:
      out.push_back(RestartTiming{});
      break;
    case BoundAction::ChangeSpeed:
      out.push_back(SetSpeed{nextSpeed(session.speed(), binding.amount)});
      break;
    case BoundAction::Restart:
      return restart(session, out);
    case BoundAction::FadeToClip:
      if (keyInRange < session.clipCount()) out.push_back(FadeTo{keyInRange});
      break;
    case BoundAction::CopyAsCode:
      out.push_back(CopyAsCode{.target = workspace.exports.target});
      break;
    case BoundAction::ToggleExport:
      workspace.exports.open = workspace.exports.scrolls = !workspace.exports.open;
      break;
    case BoundAction::ReplayFade:
      out.push_back(ReplayFade{});
      break;
    case BoundAction::FrameModel:
      return frameModel(session, out);
    case BoundAction::TurnModel:
      out.push_back(TurnModel{binding.amount});
      break;
    case BoundAction::TraceSelected:
      if (const int joint = session.selectedJoint(); joint >= 0)
        out.push_back(TraceJoint{joint, !session.isTraced(joint)});
      break;
    case BoundAction::FindClip:
      if (session.clipCount() == 0) break;
      workspace.character.clips.search.focus = true;
      workspace.tab = ColumnTab::Clips;
      break;
    case BoundAction::MoveFocus:  // KeyboardFocus took the key before
      break;
    case BoundAction::ToggleColumn:
      workspace.columnOpen = !workspace.columnOpen;
      break;
    case BoundAction::ToggleTimeline:
      workspace.panelSizes.timeline = !workspace.panelSizes.timeline;
      break;
    case BoundAction::ToggleTransitions:
      workspace.panelSizes.toggle(SidePanel::Transitions);
      break;
    case BoundAction::ToggleRetarget:
      workspace.panelSizes.toggle(SidePanel::Retarget);
      break;
    case BoundAction::ToggleHelp:
      workspace.helpOpen = !workspace.helpOpen;
      break;
    case BoundAction::OpenCommandPalette:
      workspace.commandPalette.openFor(session);
      break;
    case BoundAction::ToggleGhosts:
      return toggleGhosts(session, out);
    case BoundAction::ToggleOption:
      return toggleView(session, binding.option, out);
    case BoundAction::ChangeTravel:
      out.push_back(SetTravel{nextMode(session.character().ground().travel())});
      break;
    case BoundAction::Dismiss:
      if (const Dismissal dismiss = nextDismissal(session, workspace)) dismiss(workspace, out);
      break;
  }
}

void saveProject(const Session& session, Workspace& workspace, bool asNew, Commands& out) {
  if (asNew || session.project().path.empty())
    openSaveDialog(session, workspace.save);
  else
    out.push_back(SaveProject{});
}

std::size_t handleKeys(const InputFrame& input, const Session& session, Workspace& workspace, bool popupWasOpen,
                       Commands& out) {
  const bool wasDue = isFieldDue(workspace);
  std::size_t handled = 0;
  while (handled < input.keyPresses.size()) {
    const KeyPress& press = input.keyPresses[handled++];
    const KeyBinding* const binding = bindingOf(press, session.scene());
    if (binding != nullptr && !(popupWasOpen && binding->action == BoundAction::Dismiss))
      perform(*binding, press.key, session, workspace, out);
    if (!wasDue && isFieldDue(workspace)) break;
  }
  return handled;
}

bool escapeIsUsed(const Session& session, const Workspace& workspace) {
  return nextDismissal(session, workspace) != nullptr;
}

bool isFieldDue(const Workspace& workspace) {
  return workspace.files.isOpen || workspace.character.clips.search.focus || workspace.commandPalette.search.focus ||
         (workspace.save.open && workspace.save.takesFocus);
}

double nextSpeed(double speed, int direction) {
  const double size = std::abs(speed);
  double next = direction > 0 ? kKeySpeeds.back() : kKeySpeeds.front();
  if (direction > 0) {
    for (std::size_t i = kKeySpeeds.size(); i-- > 0;)
      if (kKeySpeeds[i] > size + 1e-9) next = kKeySpeeds[i];
  } else {
    for (const double usual : kKeySpeeds)
      if (usual < size - 1e-9) next = usual;
  }
  return speed < 0 ? -next : next;
}

void frameModel(const Session& session, Commands& out) {
  leaveFileCamera(session, out);
  out.push_back(FrameCamera{});
}

void handleViewInput(const InputFrame& input, float viewHeight, int joint, const Session& session, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || !(viewHeight > 0)) return;
  const ImVec2 moved = io.MouseDelta;
  const bool began = io.MouseClicked[ImGuiMouseButton_Left] || io.MouseClicked[ImGuiMouseButton_Right] ||
                     io.MouseClicked[ImGuiMouseButton_Middle];
  const bool drags = io.MouseDown[ImGuiMouseButton_Left] || io.MouseDown[ImGuiMouseButton_Right] ||
                     io.MouseDown[ImGuiMouseButton_Middle];
  const bool moves = !began && drags && (moved.x != 0 || moved.y != 0);
  if (moves || input.wheelY != 0) leaveFileCamera(session, out);
  if (moves) {
    if (io.MouseDown[ImGuiMouseButton_Left])
      out.push_back(OrbitCamera{-moved.x / viewHeight * kRadiansPerHeight, moved.y / viewHeight * kRadiansPerHeight});
    else if (io.MouseDown[ImGuiMouseButton_Right] || io.MouseDown[ImGuiMouseButton_Middle])
      out.push_back(PanCamera{{moved.x / viewHeight, moved.y / viewHeight}});
  }
  if (input.wheelY != 0) out.push_back(DollyCamera{static_cast<float>(std::pow(kNotch, input.wheelY))});
  const bool clicked = io.MouseReleased[ImGuiMouseButton_Left] &&
                       io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < kClickReach * kClickReach;
  if (clicked && session.view().skeleton && joint != session.selectedJoint()) out.push_back(SelectJoint{joint});
  if (io.MouseDoubleClicked[ImGuiMouseButton_Left]) frameModel(session, out);
}

}  // namespace app
