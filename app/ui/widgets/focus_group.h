// Lists, tabs and the like: one stop of Tab, inside which the arrow keys move.
#ifndef APP_UI_WIDGETS_FOCUS_GROUP_H
#define APP_UI_WIDGETS_FOCUS_GROUP_H

#include <imgui.h>

#include "app/ui/widgets/focus_order.h"

namespace app {

/// While it exists, controls are members of a group: one stop of Tab, with arrow keys inside. Groups nest once.
class FocusGroup {
 public:
  /// With `hasMembers`, each member begins with focusMember(); otherwise each control is one.
  FocusGroup(const char* label, FocusShape shape, bool hasMembers = false);
  ~FocusGroup();
  FocusGroup(const FocusGroup&) = delete;
  FocusGroup& operator=(const FocusGroup&) = delete;
};
/// The controls that follow belong to the next member, or to that of `index`.
void focusMember(int index = -1);

/// The rows beside those that a clipper draws, for the arrow keys. Make it where the first row begins.
class RowStops {
 public:
  /// `format` makes a row's label from its index.
  RowStops(const char* format, float rowHeight, int count)
      : format_(format), height_(rowHeight), count_(count), start_(ImGui::GetCursorScreenPos()) {}
  void addHidden(int row) const;

 private:
  const char* format_;
  float height_;
  int count_;
  ImVec2 start_;
};

}  // namespace app

#endif  // APP_UI_WIDGETS_FOCUS_GROUP_H
