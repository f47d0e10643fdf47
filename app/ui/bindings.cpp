#include "app/ui/bindings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/session/character/timeline/timeline.h"

namespace app {
namespace {

constexpr Modifiers kShift{.shift = true}, kControl{.control = true}, kAlt{.alt = true};
constexpr Modifiers kControlShift{.shift = true, .control = true}, kControlAlt{.control = true, .alt = true};
constexpr Modifiers kAltShift{.shift = true, .alt = true};

/// As the help lists it.
constexpr KeyBinding listed(const char* keys, const char* what, KeyBinding binding) {
  binding.keys = keys;
  binding.what = what;
  return binding;
}

constexpr KeyBinding viewOption(Key key, bool ViewOptions::*option, BindingScope in, const char* keys,
                                const char* what) {
  return listed(keys, what, {.key = key, .action = BoundAction::ToggleOption, .in = in, .option = option});
}

/// While its key is held.
bool repeats(BoundAction action) {
  using enum BoundAction;
  return action == StepFrames || action == ChangeSpeed || action == Undo || action == Redo || action == StepCamera;
}

constexpr auto kKeys = [] {
  using enum Key;
  using enum BoundAction;
  using enum BindingScope;
  return std::array{
      listed("1 ... 9", "Fade to this clip", {.key = Digit1, .last = Digit9, .action = FadeToClip}),
      listed("R", "Replay the fade", {.key = R, .action = ReplayFade}),
      listed("Space", "Play or pause", {.key = Space, .action = TogglePause, .in = Playing}),
      listed("Left", "Step back one frame", {.key = Left, .action = StepFrames, .in = Playing, .amount = -1}),
      KeyBinding{.key = Comma, .action = StepFrames, .in = Playing, .amount = -1},
      listed("Right", "Step forward one frame", {.key = Right, .action = StepFrames, .in = Playing, .amount = 1}),
      KeyBinding{.key = Period, .action = StepFrames, .in = Playing, .amount = 1},
      listed("Home", "Rewind the playing clips", {.key = Home, .action = Restart}),
      listed("+", "Faster", {.key = Equal, .action = ChangeSpeed, .amount = 1}),
      KeyBinding{.key = Equal, .modifiers = kShift, .action = ChangeSpeed, .amount = 1},
      listed("-", "Slower", {.key = Minus, .action = ChangeSpeed, .amount = -1}),
      listed("L", "Timeline", {.key = L, .action = ToggleTimeline, .in = BindingScope::Character}),
      listed("X", "Transition set", {.key = X, .action = ToggleTransitions}),
      listed("K", "Joints of added clips", {.key = K, .action = ToggleRetarget}),
      listed("Ctrl+Shift+C", "Copy the fade as code", {.key = C, .modifiers = kControlShift, .action = CopyAsCode}),
      listed("Ctrl+E", "Export", {.key = E, .modifiers = kControl, .action = ToggleExport, .in = Everywhere}),
      listed("Ctrl+F or /", "Search the clips", {.key = F, .modifiers = kControl, .action = FindClip}),
      KeyBinding{.key = Slash, .action = FindClip},
      listed("Ctrl+K", "Find anything",
             {.key = K, .modifiers = kControl, .action = OpenCommandPalette, .in = Everywhere}),
      listed("F", "Frame the model", {.key = F, .action = FrameModel, .in = Model}),
      listed("Shift+X Y Z", "Turn the model about an axis",
             {.key = X, .modifiers = kShift, .action = TurnModel, .in = Model, .amount = 0}),
      KeyBinding{.key = Y, .modifiers = kShift, .action = TurnModel, .in = Model, .amount = 1},
      KeyBinding{.key = Z, .modifiers = kShift, .action = TurnModel, .in = Model, .amount = 2},
      viewOption(M, &ViewOptions::meshes, Model, "M", "Show or hide meshes"),
      viewOption(B, &ViewOptions::skeleton, BindingScope::Character, "B", "Show or hide the skeleton"),
      viewOption(G, &ViewOptions::grid, Model, "G", "Show or hide the grid"),
      viewOption(V, &ViewOptions::keepInView, BindingScope::Character, "V", "Keep the character in view"),
      listed("W", "In file, treadmill, travel", {.key = W, .action = ChangeTravel}),
      viewOption(J, &ViewOptions::jointNames, BindingScope::Character, "J", "Show or hide joint names"),
      listed("O", "Show or hide the onion skin", {.key = O, .action = ToggleGhosts}),
      listed("T", "Path of the selected joint", {.key = T, .action = TraceSelected}),
      viewOption(D, &ViewOptions::darkBackground, Everywhere, "D", "Dark or light"),
      listed("Ctrl+Z", "Undo a change", {.key = Z, .modifiers = kControl, .action = Undo, .in = Everywhere}),
      listed("Ctrl+Y", "Redo (also Ctrl+Shift+Z)", {.key = Y, .modifiers = kControl, .action = Redo, .in = Everywhere}),
      KeyBinding{.key = Z, .modifiers = kControlShift, .action = Redo, .in = Everywhere},
      listed("Alt+Z", "Earlier view (with Shift: later)",
             {.key = Z, .modifiers = kAlt, .action = StepCamera, .in = Model, .amount = -1}),
      KeyBinding{.key = Z, .modifiers = kAltShift, .action = StepCamera, .in = Model, .amount = 1},
      listed("Ctrl+S", "Save the project (with Shift: as)",
             {.key = S, .modifiers = kControl, .action = SaveProject, .in = Everywhere}),
      KeyBinding{.key = S, .modifiers = kControlShift, .action = SaveProject, .in = Everywhere, .amount = 1},
      listed("Ctrl+Q", "Quit", {.key = Q, .modifiers = kControl, .action = Quit, .in = Everywhere}),
      listed("Enter", "Finish the drawing", {.key = Enter, .action = FinishShape, .in = Shapes}),
      KeyBinding{.key = KeypadEnter, .action = FinishShape, .in = Shapes},
      listed("R", "Restart", {.key = R, .action = RestartTiming, .in = Timing}),
      listed("Ctrl+O", "Open a file", {.key = O, .modifiers = kControl, .action = OpenFile, .in = Everywhere}),
      listed("Ctrl+Alt+O", "Crossfade's file browser",
             {.key = O, .modifiers = kControlAlt, .action = OpenFile, .in = Everywhere, .amount = 1}),
      listed("Ctrl+Shift+O", "Add the clips of a file",
             {.key = O, .modifiers = kControlShift, .action = AddClipFile, .in = Everywhere}),
      listed("PgUp PgDn", "Previous or next model",
             {.key = PageDown, .action = OpenNeighbor, .in = Model, .amount = 1}),
      KeyBinding{.key = PageUp, .action = OpenNeighbor, .in = Model, .amount = -1},
      listed("F5", "Read the model's files again", {.key = F5, .action = Reload, .in = Model}),
      listed("Ctrl+1 ... 5", "Switch the workspace",
             {.key = Digit1, .last = Digit5, .modifiers = kControl, .action = ShowScene, .in = Everywhere}),
      listed("Tab", "Next control (Shift: previous)", {.key = Tab, .action = MoveFocus, .in = Everywhere}),
      KeyBinding{.key = Tab, .modifiers = kShift, .action = MoveFocus, .in = Everywhere},
      listed("F6", "Next panel (Shift: previous)", {.key = F6, .action = MoveFocus, .in = Everywhere}),
      KeyBinding{.key = F6, .modifiers = kShift, .action = MoveFocus, .in = Everywhere},
      listed("\\", "Show or hide the right column", {.key = Backslash, .action = ToggleColumn, .in = Everywhere}),
      listed("H or F1", "This help", {.key = H, .action = ToggleHelp, .in = Everywhere}),
      KeyBinding{.key = F1, .action = ToggleHelp, .in = Everywhere},
      listed("Esc", "Stop, cancel or close", {.key = Escape, .action = Dismiss, .in = Everywhere}),
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
  static constexpr auto kOfScenes =
      std::to_array<std::span<const MouseBinding>>({kMouse, kShapesMouse, kTimingMouse, kCrowdMouse, kCurvesMouse});
  static_assert(kOfScenes.size() == kWords<SceneKind>.size());
  return nth(kOfScenes, scene);
}

const KeyBinding* bindingOf(const KeyPress& press, SceneKind scene) {
  for (const KeyBinding& binding : kKeys) {
    const Key last = binding.last == Key::Unknown ? binding.key : binding.last;
    const bool same = press.key >= binding.key && press.key <= last && press.modifiers == binding.modifiers;
    if (same && worksIn(binding, scene) && (!press.repeated || repeats(binding.action))) return &binding;
  }
  return nullptr;
}

void HeldKeys::giveBack(Typed rest) {
  if (!rest.text.empty() || !rest.presses.empty()) held_.push_front(std::move(rest));
}

void HeldKeys::giveBackRest(const InputFrame& input, std::size_t handled) {
  const auto rest = input.keyPresses.begin() + static_cast<std::ptrdiff_t>(std::min(handled, input.keyPresses.size()));
  TypedText typed(input.text, input.keyPresses);
  std::for_each(input.keyPresses.begin(), rest, [&](const KeyPress& press) { typed.pass(press); });
  giveBack({input.text.substr(typed.used()), {rest, input.keyPresses.end()}});
}

InputFrame& HeldKeys::take(const InputFrame& input, bool fieldHasKeyboard) {
  frame_ = input;
  if (fieldHasKeyboard) framesLeft_ = 0;
  if (framesLeft_ == 0 && held_.empty()) return frame_;
  if (!frame_.text.empty() || !frame_.keyPresses.empty())
    held_.push_back({std::move(frame_.text), std::move(frame_.keyPresses)});
  frame_.text.clear();
  frame_.keyPresses.clear();
  std::fill_n(frame_.keysDown.begin(), indexOf(Key::LeftShift), false);
  frame_.modifiers = {};
  if (framesLeft_ > 0) {
    --framesLeft_;
  } else if (!held_.empty()) {
    frame_.text = std::move(held_.front().text);
    frame_.keyPresses = std::move(held_.front().presses);
    held_.pop_front();
    if (!frame_.keyPresses.empty()) frame_.modifiers = frame_.keyPresses.back().modifiers;
  }
  return frame_;
}

}  // namespace app
