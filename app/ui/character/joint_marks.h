// Marks at joints in the view: the one under the pointer, the selected one, and names.
#pragma once

#include "app/session/session.h"

namespace app {

/// The joint under the pointer where the scene has it and the skeleton is shown; -1: none. Inside an ImGui frame.
int jointUnderPointer(const Session& session);

/// Rings and names above the scene, below all panels.
void drawJointMarks(const Session& session, int hovered);

}  // namespace app
