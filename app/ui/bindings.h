// Keys and mouse gestures as tables, which both the input handling and the help overlay use.
#pragma once

#include <span>

#include "app/input/input_frame.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/workspace.h"

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

/// The scenes in which a key works.
enum class BindingScope {
  Everywhere,
  Character,
  Model,  // wherever it is visible
  Shapes,
  Timing,
  Playing,  // wherever time can be paused
};

/// One key, or a range of keys up to `last`, of which the nth means the nth clip.
struct KeyBinding {
  Key key = Key::Unknown;
  Key last = Key::Unknown;  // Unknown: only `key`
  Modifiers modifiers;
  BoundAction action = BoundAction::TogglePause;
  BindingScope in = BindingScope::Character;
  int amount = 0;         // frames for StepFrames, direction for ChangeSpeed
  bool repeats = false;   // while held
  const char* keys = "";  // as the help shows it; empty: an alternative for the row above
  const char* what = "";
};

struct MouseBinding {
  const char* gesture;
  const char* what;
};

/// For all scenes.
std::span<const KeyBinding> keyBindings();
bool means(const KeyBinding& binding, SceneKind scene);
std::span<const MouseBinding> mouseBindings(SceneKind scene = SceneKind::Character);

/// The binding of a key press; null: none.
const KeyBinding* bindingOf(const KeyPress& press, SceneKind scene = SceneKind::Character);
/// Turns key presses into commands or changes of the workspace.
void handleKeys(const InputFrame& input, const Session& session, Workspace& workspace, Commands& out);
/// The next preset speed, faster (1) or slower (-1). Keeps the sign of `speed`.
double nextSpeed(double speed, int direction);

/// Orbits, pans, zooms, frames, and selects with the mouse, unless ImGui wants it. Inside an ImGui frame. `viewHeight`:
/// the scene's height in pixels. `joint`: the one under the pointer.
void handleViewInput(const InputFrame& input, float viewHeight, int joint, const Session& session, Commands& out);

}  // namespace app
