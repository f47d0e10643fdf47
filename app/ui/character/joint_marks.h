// Marks on joints in the view: the one under the pointer, the selected one, and names.
#ifndef APP_UI_CHARACTER_JOINT_MARKS_H
#define APP_UI_CHARACTER_JOINT_MARKS_H

#include <span>
#include <vector>

#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {

/// The joint under the pointer in `view`, if the skeleton is shown or `always`; -1: none. Inside an ImGui frame.
int jointUnderPointer(const Session& session, const UiRect& view, bool always = false);

/// Rings and names over the scene, under all panels. `namePlates` is scratch memory.
void drawJointMarks(const Session& session, const UiRect& view, int hovered, std::vector<UiRect>& namePlates);

/// A mask on the figure: bones and joints in the color of their weights, and the name of the hovered joint.
void drawMaskMarks(const Session& session, const UiRect& view, std::span<const float> weights, int hovered,
                   std::vector<UiRect>& namePlates);

}  // namespace app

#endif  // APP_UI_CHARACTER_JOINT_MARKS_H
