#include "app/ui/widgets/focus_registry.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace app {

void FocusRegistry::finish(std::vector<FocusStop>& stops) {
  assert(depth_ == 0);
  stops.swap(stops_);
  stops_.clear();
}

FocusRegistry::Next FocusRegistry::takeNext() { return std::exchange(next_, {}); }

void FocusRegistry::add(FocusStop stop, bool isChosen) {
  OpenGroup* innermost = nullptr;
  std::size_t count = 0;
  for (OpenGroup& group : open()) {
    if (group.panel != stop.panel) continue;  // a popup is in no group of the panel that opened it
    stop.groups[count++] = group.next;
    group.isUsed = true;
    innermost = &group;
  }
  if (innermost != nullptr) {
    stop.groups[count - 1].isChosen = isChosen;
    if (!innermost->hasMembers) ++innermost->next.index;
  }
  stops_.push_back(stop);
}

void FocusRegistry::beginGroup(FocusId group, FocusId panel, GroupLayout layout, bool hasMembers) {
  assert(depth_ < groups_.size());
  assert(std::count_if(open().begin(), open().end(), [&](const OpenGroup& one) { return one.panel == panel; }) < 2);
  groups_[depth_++] = {.next = {.group = group, .layout = layout, .index = hasMembers ? -1 : 0},
                       .panel = panel,
                       .hasMembers = hasMembers};
}

void FocusRegistry::endGroup() {
  assert(depth_ > 0);
  const OpenGroup ended = groups_[--depth_];
  if (depth_ == 0 || !ended.isUsed) return;
  OpenGroup& around = groups_[depth_ - 1];
  if (around.panel == ended.panel && !around.hasMembers) ++around.next.index;
}

int FocusRegistry::innermostWithMembers() const {
  int i = static_cast<int>(depth_) - 1;
  while (i >= 0 && !groups_[static_cast<std::size_t>(i)].hasMembers) --i;
  return i;
}

void FocusRegistry::beginMember(int index) {
  const int group = innermostWithMembers();
  assert(group >= 0);
  int& next = groups_[static_cast<std::size_t>(group)].next.index;
  next = index < 0 ? next + 1 : index;
}

FocusId FocusRegistry::groupWithMembers() const {
  const int group = innermostWithMembers();
  return group < 0 ? 0 : groups_[static_cast<std::size_t>(group)].next.group;
}

}  // namespace app
