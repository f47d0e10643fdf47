#include "app/ui/widgets/focus_group.h"

#include <cstdio>

#include "app/ui/widgets/ui_context.h"

namespace app {

FocusGroup::FocusGroup(const char* label, FocusShape shape, bool hasMembers) {
  ui().focus.beginGroup(label, shape, hasMembers);
}
FocusGroup::~FocusGroup() { ui().focus.endGroup(); }

void focusMember(int index) { ui().focus.beginMember(index); }

void RowStops::addHidden(int row) const {
  if (row < 0 || row >= count_) return;
  char label[48];
  std::snprintf(label, sizeof label, format_, row);
  focusMember(row);
  ui().focus.addHidden(label, {start_.x, start_.y + static_cast<float>(row) * height_, height_, height_});
}

}  // namespace app
