// Keys and mouse gestures as tables, which both the input handling and the help overlay use; and keys that wait.
#pragma once

#include <cstddef>
#include <deque>
#include <span>

#include "app/input/typed_keys.h"
#include "app/session/scene_kind.h"
#include "app/view/view_options.h"

namespace app {

/// Recording has no key: it starts and stops in the sheet of exports.
enum class BoundAction {
  TogglePause,
  StepFrames,
  ChangeSpeed,
  Restart,
  FadeToClip,
  CopyAsCode,
  ToggleExport,
  ReplayFade,
  FrameModel,
  TurnModel,
  ToggleOption,  // of the view
  ChangeTravel,
  ToggleGhosts,
  TraceSelected,
  FindClip,
  ShowScene,
  OpenFile,
  AddClipFile,
  Reload,
  OpenNeighbor,
  Undo,
  Redo,
  StepCamera,
  SaveProject,
  Quit,
  FinishShape,
  RestartTiming,
  MoveFocus,
  ToggleColumn,
  ToggleTimeline,
  ToggleTransitions,
  ToggleRetarget,
  ToggleHelp,
  OpenCommandPalette,
  Dismiss,  // Escape, one thing at a time: see handleKeys (input_actions.h)
};

/// The scenes in which a key works.
enum class BindingScope {
  Everywhere,
  Character,
  Model,  // wherever it is visible
  Shapes,
  Timing,
  Playing,  // pausing: where something moves; stepping: where time can also run backward
};

/// One key, or a range of keys up to `last`, of which the nth means the nth clip.
struct KeyBinding {
  Key key = Key::Unknown;
  Key last = Key::Unknown;  // Unknown: only `key`
  Modifiers modifiers;
  BoundAction action = BoundAction::TogglePause;
  BindingScope in = BindingScope::Character;
  int amount = 0;  // frames for StepFrames, direction for ChangeSpeed and StepCamera, files for OpenNeighbor, axis for
                   // TurnModel, 1 for SaveProject under a new name and for OpenFile in Crossfade's own browser
  bool ViewOptions::*option = nullptr;  // for ToggleOption
  const char* keys = "";                // as the help shows it; empty: an alternative for the row above
  const char* what = "";
};

struct MouseBinding {
  const char* gesture;
  const char* what;
};

/// For all scenes.
std::span<const KeyBinding> keyBindings();
bool worksIn(const KeyBinding& binding, SceneKind scene);
std::span<const MouseBinding> mouseBindings(SceneKind scene = SceneKind::Character);

/// The binding of a key press; null: none.
const KeyBinding* bindingOf(const KeyPress& press, SceneKind scene = SceneKind::Character);

// ---- Keystrokes left for a later frame: typed before a text field has the keyboard, or after a key that may change
// what is on screen.

class HeldKeys {
 public:
  /// Holds what is typed from the next frame on, until the field has the keyboard or does not come.
  void wait() { framesLeft_ = kMaxFrames; }
  /// Holds what is typed until Dear ImGui knows that a field has lost the keyboard, unless it keeps it.
  void waitUntilLeft() { framesLeft_ = kFramesToLeave; }
  /// Puts back what a frame did not handle: it comes first in the next one.
  void giveBack(Typed rest);
  /// The same for all but the first `handled` key presses of a frame and what they typed.
  void giveBackRest(const InputFrame& input, std::size_t handled);
  /// The input of a frame, without what is held and with what is due: held frames come one by one, so a key never
  /// overtakes text. Valid until the next call. Allocates only while keys are held.
  InputFrame& take(const InputFrame& input, bool fieldHasKeyboard);

 private:
  static constexpr int kMaxFrames = 6;  // ImGui needs three
  static constexpr int kFramesToLeave = 1;

  InputFrame frame_;
  std::deque<Typed> held_;  // the oldest first
  int framesLeft_ = 0;
};

}  // namespace app
