// What keys and the mouse do: commands, or changes of the workspace.
#pragma once

#include <cstddef>

#include "app/input/typed_keys.h"
#include "app/session/command.h"
#include "app/session/session.h"
#include "app/ui/bindings.h"
#include "app/ui/workspace.h"

namespace app {

/// Seconds that one press of the step keys and buttons takes.
inline constexpr double kFrame = 1.0 / 60;

/// Does what a key does.
void perform(const KeyBinding& binding, Key key, const Session& session, Workspace& workspace, Commands& out);
/// Saves the project under its own name, or asks for one: if it has none, or on `asNew`.
void saveProject(const Session& session, Workspace& workspace, bool asNew, Commands& out);
/// Turns key presses into commands or changes of the workspace. Returns how many: it stops after one that asks for a
/// text field. Escape comes here only if no popup, text field, file browser or panel with the focus ring has taken it.
/// It ends one thing, in the order of `nextDismissal`; if there is nothing to end, KeyboardFocus has already hidden the
/// ring. `popupWasOpen`: when this frame began; Escape is the popup's then.
std::size_t handleKeys(const InputFrame& input, const Session& session, Workspace& workspace, bool popupWasOpen,
                       Commands& out);
/// Whether Escape closes, stops or releases something.
bool escapeIsUsed(const Session& session, const Workspace& workspace);
/// Whether a text field was asked for that is not drawn yet.
bool isFieldDue(const Workspace& workspace);
/// The next preset speed, faster (1) or slower (-1). Keeps the sign of `speed`.
double nextSpeed(double speed, int direction);

/// Frames the model with the orbit camera, which a camera of the file gives way to.
void frameModel(const Session& session, Commands& out);
/// Orbits, pans, zooms, frames, and selects with the mouse, unless ImGui wants it. Inside an ImGui frame. `viewHeight`:
/// the scene's height in pixels. `joint`: the one under the pointer.
void handleViewInput(const InputFrame& input, float viewHeight, int joint, const Session& session, Commands& out);

}  // namespace app
