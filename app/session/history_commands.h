// Commands that go back and forth among the changes of a session. Playing and fading is not a change: it cannot be
// undone.
#ifndef APP_SESSION_HISTORY_COMMANDS_H
#define APP_SESSION_HISTORY_COMMANDS_H

#include <variant>

namespace app {

/// Takes back the last change, or makes it again, and shows the scene where it happened.
struct Undo {};
struct Redo {};

/// Undoes or redoes until this many changes are made; UndoHistory::stepCount() redoes all.
struct GoToStep {
  int step = 0;
};

/// The same for the camera of the current scene, which has a history of its own.
struct UndoCamera {};
struct RedoCamera {};

/// All changes from here to EndGesture are undone together: a drag of a slider, a number that is typed. Beginning
/// another one ends the last. `continues`: as if the last one had not ended, for the second press of a double click.
struct BeginGesture {
  bool continues = false;
};
struct EndGesture {};

/// Nothing before this can be undone.
struct ForgetHistory {};

using HistoryCommand =
    std::variant<Undo, Redo, GoToStep, UndoCamera, RedoCamera, BeginGesture, EndGesture, ForgetHistory>;

}  // namespace app

#endif  // APP_SESSION_HISTORY_COMMANDS_H
