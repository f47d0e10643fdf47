#include "app/ui/bindings.h"

#include <array>
#include <cmath>

#include <imgui.h>

namespace app {
namespace {

constexpr double kFrame = 1.0 / 60;
constexpr float kRadiansPerHeight = 3.5f;  // radians per drag over the whole height of the scene
constexpr int kDefaultGhosts = 3;
constexpr float kClickReach = 4;  // pixels that the pointer may move during a click
constexpr double kNotch = 0.88;   // distance factor of one wheel notch
constexpr std::array<double, 7> kSpeeds = {0.1, 0.25, 0.5, 1, 1.5, 2, 4};

constexpr auto keyTable() {
  using enum Key;
  using enum BoundAction;
  using enum BindingScope;
  return std::array{
      KeyBinding{.key = Digit1, .last = Digit9, .action = FadeToClip, .keys = "1 ... 9", .what = "Fade to this clip"},
      KeyBinding{.key = Space, .action = TogglePause, .in = Playing, .keys = "Space", .what = "Play or pause"},
      KeyBinding{.key = Left,
                 .action = StepFrames,
                 .in = Playing,
                 .amount = -1,
                 .repeats = true,
                 .keys = "Left",
                 .what = "Step back one frame"},
      KeyBinding{.key = Comma, .action = StepFrames, .in = Playing, .amount = -1, .repeats = true},
      KeyBinding{.key = Right,
                 .action = StepFrames,
                 .in = Playing,
                 .amount = 1,
                 .repeats = true,
                 .keys = "Right",
                 .what = "Step forward one frame"},
      KeyBinding{.key = Period, .action = StepFrames, .in = Playing, .amount = 1, .repeats = true},
      KeyBinding{.key = Home, .action = Restart, .keys = "Home", .what = "Rewind the playing clips"},
      KeyBinding{.key = Equal, .action = ChangeSpeed, .amount = 1, .repeats = true, .keys = "+", .what = "Faster"},
      KeyBinding{.key = Equal, .modifiers = {.shift = true}, .action = ChangeSpeed, .amount = 1, .repeats = true},
      KeyBinding{.key = Minus, .action = ChangeSpeed, .amount = -1, .repeats = true, .keys = "-", .what = "Slower"},
      KeyBinding{.key = F, .action = FrameModel, .in = Model, .keys = "F", .what = "Frame the model"},
      KeyBinding{.key = M, .action = ToggleMesh, .in = Model, .keys = "M", .what = "Show or hide meshes"},
      KeyBinding{.key = B, .action = ToggleSkeleton, .keys = "B", .what = "Show or hide the skeleton"},
      KeyBinding{.key = G, .action = ToggleGrid, .in = Model, .keys = "G", .what = "Show or hide the grid"},
      KeyBinding{.key = J, .action = ToggleNames, .keys = "J", .what = "Show or hide joint names"},
      KeyBinding{.key = O, .action = ToggleGhosts, .keys = "O", .what = "Show or hide the onion skin"},
      KeyBinding{.key = T, .action = TraceSelected, .keys = "T", .what = "Path of the selected joint"},
      KeyBinding{.key = D, .action = ToggleBackground, .in = Model, .keys = "D", .what = "Dark or light background"},
      KeyBinding{
          .key = Z, .modifiers = {.control = true}, .action = Undo, .in = Shapes, .keys = "Ctrl+Z", .what = "Undo"},
      KeyBinding{
          .key = Y, .modifiers = {.control = true}, .action = Redo, .in = Shapes, .keys = "Ctrl+Y", .what = "Redo"},
      KeyBinding{.key = Z, .modifiers = {.shift = true, .control = true}, .action = Redo, .in = Shapes},
      KeyBinding{.key = Enter, .action = FinishShape, .in = Shapes, .keys = "Enter", .what = "Finish the drawing"},
      KeyBinding{.key = KeypadEnter, .action = FinishShape, .in = Shapes},
      KeyBinding{.key = R, .action = BoundAction::RestartTiming, .in = Timing, .keys = "R", .what = "Restart"},
      KeyBinding{.key = Digit1,
                 .last = Digit4,
                 .modifiers = {.control = true},
                 .action = BoundAction::ShowScene,
                 .in = Everywhere,
                 .keys = "Ctrl+1 ... 4",
                 .what = "Character, shapes, timing, crowd"},
      KeyBinding{
          .key = Tab, .action = ToggleColumn, .in = Everywhere, .keys = "Tab", .what = "Show or hide the right column"},
      KeyBinding{.key = H, .action = ToggleHelp, .in = Everywhere, .keys = "H or F1", .what = "This help"},
      KeyBinding{.key = F1, .action = ToggleHelp, .in = Everywhere},
      KeyBinding{.key = Escape,
                 .action = Dismiss,
                 .in = Everywhere,
                 .keys = "Esc",
                 .what = "Cancel loading, close help or a message"},
  };
}
constexpr auto kKeys = keyTable();

constexpr std::array<MouseBinding, 3> kTimingMouse = {{
    {"Ctrl+click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop a file", "Open it"},
}};

constexpr std::array<MouseBinding, 7> kCrowdMouse = {{
    {"Left drag", "Orbit"},
    {"Right or middle drag", "Pan"},
    {"Wheel", "Zoom"},
    {"Double-click", "Frame the crowd"},
    {"Ctrl+click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop a file", "Open it"},
}};

constexpr std::array<MouseBinding, 9> kShapesMouse = {{
    {"Click", "Add a point"},
    {"Click the first point", "Finish the drawing"},
    {"Drag a point", "Move it"},
    {"Double-click an edge", "Insert a point"},
    {"Right-click a point", "Delete it"},
    {"Middle drag, wheel", "Pan and zoom"},
    {"Ctrl+click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop .json or .svg", "Import shapes"},
}};

constexpr std::array<MouseBinding, 8> kMouse = {{
    {"Left drag", "Orbit"},
    {"Right or middle drag", "Pan"},
    {"Wheel", "Zoom"},
    {"Double-click", "Frame the model"},
    {"Click a joint", "Select it"},
    {"Ctrl+click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop a file", "Open it"},
}};

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
      out.push_back(shapes::SetPlaying{!session.shapes().playing()});
      break;
    case SceneKind::Timing:
      out.push_back(SetTimingPaused{!session.timing().settings().paused});
      break;
    case SceneKind::Crowd:
      out.push_back(CrowdCommand{SetCrowdPaused{!session.crowd().settings().paused}});
      break;
  }
}

void stepFrames(const Session& session, int frames, Commands& out) {
  switch (session.scene()) {
    case SceneKind::Character:
      out.push_back(Step{frames * kFrame});
      break;
    case SceneKind::Shapes:
      if (session.shapes().playing()) out.push_back(shapes::SetPlaying{false});
      out.push_back(shapes::SetTime{session.shapes().shownTime() + frames / session.shapes().settings().fps});
      break;
    case SceneKind::Timing:  // cannot go back in time
    case SceneKind::Crowd:
      break;
  }
}

void perform(const KeyBinding& binding, Key key, const Session& session, Workspace& workspace, Commands& out) {
  switch (binding.action) {
    case BoundAction::TogglePause:
      togglePlaying(session, out);
      break;
    case BoundAction::StepFrames:
      stepFrames(session, binding.amount, out);
      break;
    case BoundAction::ShowScene:
      out.push_back(ShowScene{static_cast<SceneKind>(static_cast<int>(key) - static_cast<int>(binding.key))});
      break;
    case BoundAction::Undo:
      if (session.shapes().canUndo()) out.push_back(shapes::Undo{});
      break;
    case BoundAction::Redo:
      if (session.shapes().canRedo()) out.push_back(shapes::Redo{});
      break;
    case BoundAction::FinishShape:
      if (!session.shapes().drawing().empty()) out.push_back(shapes::FinishShape{});
      break;
    case BoundAction::RestartTiming:
      out.push_back(RestartTiming{});
      break;
    case BoundAction::ChangeSpeed:
      out.push_back(SetSpeed{nextSpeed(session.speed(), binding.amount)});
      break;
    case BoundAction::Restart:
      restart(session, out);
      break;
    case BoundAction::FadeToClip:
      if (const int clip = static_cast<int>(key) - static_cast<int>(binding.key); clip < session.clipCount())
        out.push_back(FadeTo{clip});
      break;
    case BoundAction::FrameModel:
      out.push_back(FrameCamera{});
      break;
    case BoundAction::ToggleMesh:
      toggleView(session, &ViewOptions::meshes, out);
      break;
    case BoundAction::ToggleSkeleton:
      toggleView(session, &ViewOptions::skeleton, out);
      break;
    case BoundAction::ToggleGrid:
      toggleView(session, &ViewOptions::grid, out);
      break;
    case BoundAction::ToggleBackground:
      toggleView(session, &ViewOptions::darkBackground, out);
      break;
    case BoundAction::ToggleNames:
      toggleView(session, &ViewOptions::jointNames, out);
      break;
    case BoundAction::ToggleGhosts:
      toggleGhosts(session, out);
      break;
    case BoundAction::TraceSelected:
      if (const int joint = session.selectedJoint(); joint >= 0)
        out.push_back(TraceJoint{joint, !session.isTraced(joint)});
      break;
    case BoundAction::ToggleColumn:
      workspace.columnOpen = !workspace.columnOpen;
      break;
    case BoundAction::ToggleHelp:
      workspace.helpOpen = !workspace.helpOpen;
      break;
    case BoundAction::Dismiss:
      if (session.loading().running)
        out.push_back(CancelLoading{});
      else if (workspace.helpOpen)
        workspace.helpOpen = false;
      else if (workspace.recordOpen)
        workspace.recordOpen = false;
      else if (session.message())
        out.push_back(DismissMessage{});
      break;
  }
}

}  // namespace

std::span<const KeyBinding> keyBindings() { return kKeys; }

bool means(const KeyBinding& binding, SceneKind scene) {
  switch (binding.in) {
    case BindingScope::Everywhere:
      return true;
    case BindingScope::Character:
      return scene == SceneKind::Character;
    case BindingScope::Model:
      return showsModel(scene);
    case BindingScope::Shapes:
      return scene == SceneKind::Shapes;
    case BindingScope::Timing:
      return scene == SceneKind::Timing;
    case BindingScope::Playing:
      return binding.action == BoundAction::TogglePause || scene == SceneKind::Character || scene == SceneKind::Shapes;
  }
  return false;
}

std::span<const MouseBinding> mouseBindings(SceneKind scene) {
  switch (scene) {
    case SceneKind::Character:
      return kMouse;
    case SceneKind::Shapes:
      return kShapesMouse;
    case SceneKind::Timing:
      return kTimingMouse;
    case SceneKind::Crowd:
      return kCrowdMouse;
  }
  return {};
}

const KeyBinding* bindingOf(const KeyPress& press, SceneKind scene) {
  for (const KeyBinding& binding : kKeys) {
    const Key last = binding.last == Key::Unknown ? binding.key : binding.last;
    const bool same = press.key >= binding.key && press.key <= last && press.modifiers == binding.modifiers;
    if (same && means(binding, scene) && (!press.repeated || binding.repeats)) return &binding;
  }
  return nullptr;
}

void handleKeys(const InputFrame& input, const Session& session, Workspace& workspace, Commands& out) {
  for (const KeyPress& press : input.keyPresses)
    if (const KeyBinding* binding = bindingOf(press, session.scene()))
      perform(*binding, press.key, session, workspace, out);
}

double nextSpeed(double speed, int direction) {
  const double size = std::abs(speed);
  double next = direction > 0 ? kSpeeds.back() : kSpeeds.front();
  if (direction > 0) {
    for (std::size_t i = kSpeeds.size(); i-- > 0;)
      if (kSpeeds[i] > size + 1e-9) next = kSpeeds[i];
  } else {
    for (const double usual : kSpeeds)
      if (usual < size - 1e-9) next = usual;
  }
  return speed < 0 ? -next : next;
}

void handleViewInput(const InputFrame& input, float viewHeight, int joint, const Session& session, Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || !(viewHeight > 0)) return;
  const ImVec2 moved = io.MouseDelta;
  const bool began = io.MouseClicked[ImGuiMouseButton_Left] || io.MouseClicked[ImGuiMouseButton_Right] ||
                     io.MouseClicked[ImGuiMouseButton_Middle];
  if (!began && (moved.x != 0 || moved.y != 0)) {
    if (io.MouseDown[ImGuiMouseButton_Left])
      out.push_back(OrbitCamera{-moved.x / viewHeight * kRadiansPerHeight, moved.y / viewHeight * kRadiansPerHeight});
    else if (io.MouseDown[ImGuiMouseButton_Right] || io.MouseDown[ImGuiMouseButton_Middle])
      out.push_back(PanCamera{{moved.x / viewHeight, moved.y / viewHeight}});
  }
  if (input.wheelY != 0) out.push_back(DollyCamera{static_cast<float>(std::pow(kNotch, input.wheelY))});
  const bool clicked = io.MouseReleased[ImGuiMouseButton_Left] &&
                       io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < kClickReach * kClickReach;
  if (clicked && session.view().skeleton && joint != session.selectedJoint()) out.push_back(SelectJoint{joint});
  if (io.MouseDoubleClicked[ImGuiMouseButton_Left]) out.push_back(FrameCamera{});
}

}  // namespace app
