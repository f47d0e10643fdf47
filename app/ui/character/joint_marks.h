// Marks on joints in the view: the one under the pointer, the selected one, and names.
#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The joint under the pointer in `view`, if the skeleton is shown; -1: none. Inside an ImGui frame.
int jointUnderPointer(const Session& session, const UiRect& view);

/// Rings and names over the scene, under all panels. `namePlates` is scratch memory.
void drawJointMarks(const Session& session, const UiRect& view, int hovered, std::vector<UiRect>& namePlates);

}  // namespace app
