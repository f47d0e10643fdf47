// Keys and mouse gestures, as a table: what is handled and what the cheat sheet shows are the same rows.
#pragma once

#include <span>

#include "app/input/ui_input.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/layout.h"

namespace app {

enum class BoundAction {
  TogglePause,
  StepFrames,
  ChangeSpeed,
  Restart,
  FadeToClip,
  FrameModel,
  ToggleMesh,
  ToggleSkeleton,
  ToggleGrid,
  ToggleBackground,
  ToggleNames,
  ToggleGhosts,
  TraceSelected,
  ShowScene,
  Undo,
  Redo,
  FinishShape,
  RestartTiming,
  ToggleColumn,
  ToggleHelp,
  Dismiss,
};

/// In which scenes a key means something.
enum class BindingScope {
  Everywhere,
  Character,
  Model,
  Shapes,
  Timing,
  Playing
};  // Model: wherever it is seen; Playing: wherever time can be stopped and stepped

/// One key, or with `last` a row of keys of which the nth means the nth clip.
struct KeyBinding {
  UiKey key = UiKey::Unknown;
  UiKey last = UiKey::Unknown;  // Unknown: only `key`
  UiModifiers modifiers;
  BoundAction action = BoundAction::TogglePause;
  BindingScope in = BindingScope::Character;
  int amount = 0;         // frames for StepFrames, direction for ChangeSpeed
  bool repeats = false;   // also while held
  const char* keys = "";  // as the cheat sheet writes it; empty: another key for the row above
  const char* what = "";
};

struct MouseBinding {
  const char* gesture;
  const char* what;
};

/// Of all scenes.
std::span<const KeyBinding> keyBindings();
bool means(const KeyBinding& binding, SceneKind scene);
std::span<const MouseBinding> mouseBindings(SceneKind scene = SceneKind::Character);

/// What a key press means; null when it means nothing.
const KeyBinding* bindingOf(const UiKeyPress& press, SceneKind scene = SceneKind::Character);
/// Turns key presses into commands, or into changes of the workspace.
void handleKeys(const UiInput& input, const Session& session, Workspace& workspace, Commands& out);
/// The next of the usual speeds in a direction (1 faster, -1 slower), of either sign.
double nextSpeed(double speed, int direction);

/// Orbit, pan, dolly, frame and select, from the mouse that ImGui does not want. Inside an ImGui frame; `viewHeight` is
/// the scene's height in pixels, `joint` the one under the pointer.
void handleViewInput(const UiInput& input, float viewHeight, int joint, const Session& session, Commands& out);

}  // namespace app
