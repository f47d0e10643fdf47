#include "app/ui/widgets/focus_group.h"

#include <algorithm>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"

namespace app {

FocusGroup::FocusGroup(const char* label, GroupLayout layout, bool hasMembers) {
  ui().focus.beginGroup(label, layout, hasMembers);
}
FocusGroup::~FocusGroup() { ui().focus.endGroup(); }

void focusMember(int index) { ui().focus.beginMember(index); }

void drawReachableRows(ImGuiListClipper& clipper) {
  const int count = clipper.ItemsCount;
  if (count == 0) return;
  includeRows(clipper, 0, 1);
  includeRows(clipper, count - 1, count);
  const int last = ui().focus.lastMember();
  if (last < 0) return;
  const int first = std::clamp(last - kFocusPage, 0, count - 1);
  includeRows(clipper, first, std::clamp(last + kFocusPage + 1, first + 1, count));
}

}  // namespace app
