// Lists, tabs and the like: one tab stop, inside which the arrow keys move.
#ifndef APP_UI_WIDGETS_FOCUS_GROUP_H
#define APP_UI_WIDGETS_FOCUS_GROUP_H

#include <imgui.h>

#include "app/ui/widgets/focus_order.h"

namespace app {

/// While it exists, controls are members of a group: one tab stop, with arrow keys inside. Groups nest once.
class FocusGroup {
 public:
  /// With `hasMembers`, each member begins with focusMember(); otherwise each control is one.
  FocusGroup(const char* label, GroupLayout layout, bool hasMembers = false);
  ~FocusGroup();
  FocusGroup(const FocusGroup&) = delete;
  FocusGroup& operator=(const FocusGroup&) = delete;
};
/// The controls that follow belong to the next member, or to that of `index`.
void focusMember(int index = -1);

/// Makes a list draw the rows that keys reach from wherever the focus is in it, even those that are scrolled away. Call
/// it in the list's group, after clipper.Begin.
void drawReachableRows(ImGuiListClipper& clipper);

}  // namespace app

#endif  // APP_UI_WIDGETS_FOCUS_GROUP_H
