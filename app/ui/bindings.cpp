#include "app/ui/bindings.h"

#include "app/session/character/timeline/timeline.h"

#include <array>

namespace app {
namespace {

constexpr KeyBinding viewOption(Key key, bool ViewOptions::*option, BindingScope in, const char* keys,
                                const char* what) {
  return {.key = key, .action = BoundAction::ToggleOption, .in = in, .option = option, .keys = keys, .what = what};
}

constexpr auto kKeys = [] {
  using enum Key;
  using enum BoundAction;
  using enum BindingScope;
  return std::array{
      KeyBinding{.key = Digit1, .last = Digit9, .action = FadeToClip, .keys = "1 ... 9", .what = "Fade to this clip"},
      KeyBinding{.key = R, .action = ReplayFade, .keys = "R", .what = "Replay the fade"},
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
      KeyBinding{.key = L, .action = ToggleTimeline, .in = BindingScope::Character, .keys = "L", .what = "Timeline"},
      KeyBinding{.key = X, .action = ToggleTransitions, .keys = "X", .what = "Transition set"},
      KeyBinding{.key = K, .action = ToggleRetarget, .keys = "K", .what = "Joints of added clips"},
      KeyBinding{.key = C,
                 .modifiers = {.shift = true, .control = true},
                 .action = CopyAsCode,
                 .keys = "Ctrl+Shift+C",
                 .what = "Copy the fade as code"},
      KeyBinding{.key = E,
                 .modifiers = {.control = true},
                 .action = ToggleExport,
                 .in = Everywhere,
                 .keys = "Ctrl+E",
                 .what = "Export"},
      KeyBinding{.key = F,
                 .modifiers = {.control = true},
                 .action = FindClip,
                 .keys = "Ctrl+F or /",
                 .what = "Search the clips"},
      KeyBinding{.key = Slash, .action = FindClip},
      KeyBinding{.key = K,
                 .modifiers = {.control = true},
                 .action = OpenCommandPalette,
                 .in = Everywhere,
                 .keys = "Ctrl+K",
                 .what = "Find anything"},
      KeyBinding{.key = F, .action = FrameModel, .in = Model, .keys = "F", .what = "Frame the model"},
      KeyBinding{.key = X,
                 .modifiers = {.shift = true},
                 .action = TurnModel,
                 .in = Model,
                 .amount = 0,
                 .keys = "Shift+X Y Z",
                 .what = "Turn the model about an axis"},
      KeyBinding{.key = Y, .modifiers = {.shift = true}, .action = TurnModel, .in = Model, .amount = 1},
      KeyBinding{.key = Z, .modifiers = {.shift = true}, .action = TurnModel, .in = Model, .amount = 2},
      viewOption(M, &ViewOptions::meshes, Model, "M", "Show or hide meshes"),
      viewOption(B, &ViewOptions::skeleton, BindingScope::Character, "B", "Show or hide the skeleton"),
      viewOption(G, &ViewOptions::grid, Model, "G", "Show or hide the grid"),
      viewOption(V, &ViewOptions::keepInView, BindingScope::Character, "V", "Keep the character in view"),
      KeyBinding{.key = W, .action = ChangeTravel, .keys = "W", .what = "In file, treadmill, travel"},
      viewOption(J, &ViewOptions::jointNames, BindingScope::Character, "J", "Show or hide joint names"),
      KeyBinding{.key = O, .action = ToggleGhosts, .keys = "O", .what = "Show or hide the onion skin"},
      KeyBinding{.key = T, .action = TraceSelected, .keys = "T", .what = "Path of the selected joint"},
      viewOption(D, &ViewOptions::darkBackground, Everywhere, "D", "Dark or light"),
      KeyBinding{.key = Z,
                 .modifiers = {.control = true},
                 .action = Undo,
                 .in = Everywhere,
                 .repeats = true,
                 .keys = "Ctrl+Z",
                 .what = "Undo a change"},
      KeyBinding{.key = Y,
                 .modifiers = {.control = true},
                 .action = Redo,
                 .in = Everywhere,
                 .repeats = true,
                 .keys = "Ctrl+Y",
                 .what = "Redo (also Ctrl+Shift+Z)"},
      KeyBinding{
          .key = Z, .modifiers = {.shift = true, .control = true}, .action = Redo, .in = Everywhere, .repeats = true},
      KeyBinding{.key = Z,
                 .modifiers = {.alt = true},
                 .action = StepCamera,
                 .in = Model,
                 .amount = -1,
                 .repeats = true,
                 .keys = "Alt+Z",
                 .what = "Earlier view (with Shift: later)"},
      KeyBinding{.key = Z,
                 .modifiers = {.shift = true, .alt = true},
                 .action = StepCamera,
                 .in = Model,
                 .amount = 1,
                 .repeats = true},
      KeyBinding{.key = S,
                 .modifiers = {.control = true},
                 .action = SaveProject,
                 .in = Everywhere,
                 .keys = "Ctrl+S",
                 .what = "Save the project (with Shift: as)"},
      KeyBinding{.key = S,
                 .modifiers = {.shift = true, .control = true},
                 .action = SaveProject,
                 .in = Everywhere,
                 .amount = 1},
      KeyBinding{
          .key = Q, .modifiers = {.control = true}, .action = Quit, .in = Everywhere, .keys = "Ctrl+Q", .what = "Quit"},
      KeyBinding{.key = Enter, .action = FinishShape, .in = Shapes, .keys = "Enter", .what = "Finish the drawing"},
      KeyBinding{.key = KeypadEnter, .action = FinishShape, .in = Shapes},
      KeyBinding{.key = R, .action = RestartTiming, .in = Timing, .keys = "R", .what = "Restart"},
      KeyBinding{.key = O,
                 .modifiers = {.control = true},
                 .action = OpenFile,
                 .in = Everywhere,
                 .keys = "Ctrl+O",
                 .what = "Open a file"},
      KeyBinding{.key = O,
                 .modifiers = {.control = true, .alt = true},
                 .action = OpenFile,
                 .in = Everywhere,
                 .amount = 1,
                 .keys = "Ctrl+Alt+O",
                 .what = "Crossfade's file browser"},
      KeyBinding{.key = O,
                 .modifiers = {.shift = true, .control = true},
                 .action = AddClipFile,
                 .in = Everywhere,
                 .keys = "Ctrl+Shift+O",
                 .what = "Add the clips of a file"},
      KeyBinding{.key = PageDown,
                 .action = OpenNeighbor,
                 .in = Model,
                 .amount = 1,
                 .keys = "PgUp PgDn",
                 .what = "Previous or next model"},
      KeyBinding{.key = PageUp, .action = OpenNeighbor, .in = Model, .amount = -1},
      KeyBinding{.key = F5, .action = Reload, .in = Model, .keys = "F5", .what = "Read the model's files again"},
      KeyBinding{.key = Digit1,
                 .last = Digit5,
                 .modifiers = {.control = true},
                 .action = ShowScene,
                 .in = Everywhere,
                 .keys = "Ctrl+1 ... 5",
                 .what = "Switch the workspace"},
      KeyBinding{
          .key = Tab, .action = MoveFocus, .in = Everywhere, .keys = "Tab", .what = "Next control (Shift: previous)"},
      KeyBinding{.key = Tab, .modifiers = {.shift = true}, .action = MoveFocus, .in = Everywhere},
      KeyBinding{
          .key = F6, .action = MoveFocus, .in = Everywhere, .keys = "F6", .what = "Next panel (Shift: previous)"},
      KeyBinding{.key = F6, .modifiers = {.shift = true}, .action = MoveFocus, .in = Everywhere},
      KeyBinding{.key = Backslash,
                 .action = ToggleColumn,
                 .in = Everywhere,
                 .keys = "\\",
                 .what = "Show or hide the right column"},
      KeyBinding{.key = H, .action = ToggleHelp, .in = Everywhere, .keys = "H or F1", .what = "This help"},
      KeyBinding{.key = F1, .action = ToggleHelp, .in = Everywhere},
      KeyBinding{.key = Escape, .action = Dismiss, .in = Everywhere, .keys = "Esc", .what = "Stop, cancel or close"},
  };
}();

constexpr std::array<MouseBinding, 3> kTimingMouse = {{
    {"Click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop a file", "Open it"},
}};

constexpr std::array<MouseBinding, 7> kCrowdMouse = {{
    {"Left drag", "Orbit"},
    {"Right or middle drag", "Pan"},
    {"Wheel", "Zoom"},
    {"Double-click", "Frame the crowd"},
    {"Click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop a file", "Open it"},
}};

constexpr std::array<MouseBinding, 9> kCurvesMouse = {{
    {"Drag a key", "Move it (Shift: snap)"},
    {"Drag a handle", "Change the slope"},
    {"Double-click", "Add a key"},
    {"Delete", "Remove the selected key"},
    {"Drag beside the keys", "Move the cursor"},
    {"Click a value", "Show or hide its line"},
    {"Click a slider", "Type a value"},
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
    {"Click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop .json or .svg", "Import shapes"},
}};

constexpr std::array<MouseBinding, 9> kMouse = {{
    {"Left drag", "Orbit"},
    {"Right or middle drag", "Pan"},
    {"Wheel", "Zoom"},
    {"Double-click", "Frame the model"},
    {"Click a joint", "Select it"},
    {"Click the frame plot", "Hold a frame of the profiler"},
    {"Click a slider", "Type a value"},
    {"Double-click a slider", "Reset it"},
    {"Drop a file", "Open it"},
}};

}  // namespace

std::span<const KeyBinding> keyBindings() { return kKeys; }

bool worksIn(const KeyBinding& binding, SceneKind scene) {
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
    case SceneKind::Curves:
      return kCurvesMouse;
  }
  return {};
}

const KeyBinding* bindingOf(const KeyPress& press, SceneKind scene) {
  for (const KeyBinding& binding : kKeys) {
    const Key last = binding.last == Key::Unknown ? binding.key : binding.last;
    const bool same = press.key >= binding.key && press.key <= last && press.modifiers == binding.modifiers;
    if (same && worksIn(binding, scene) && (!press.repeated || binding.repeats)) return &binding;
  }
  return nullptr;
}

}  // namespace app
