#include "app/ui/widgets/focus_order.h"

#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "app/fields/nth.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

using Stops = std::span<const FocusStop>;

constexpr std::size_t kMaxPanels = 32;

const FocusStop& at(Stops stops, int index) { return nth(stops, index); }
int countOf(Stops stops) { return static_cast<int>(stops.size()); }

const GroupMembership* membershipIn(const FocusStop& stop, FocusId group) {
  for (const GroupMembership& membership : stop.groups)
    if (membership.group == group) return &membership;
  return nullptr;
}

/// The member that Tab enters: the focused one, else the chosen, the last focused, or the first.
int currentMember(Stops stops, const FocusMemory& memory, FocusId group, int from) {
  if (from >= 0)
    if (const GroupMembership* membership = membershipIn(at(stops, from), group)) return membership->index;
  const FocusId last = memory.recall(group);
  const GroupMembership *remembered = nullptr, *first = nullptr;
  for (const FocusStop& stop : stops) {
    const GroupMembership* membership = membershipIn(stop, group);
    if (membership == nullptr) continue;
    if (membership->isChosen) return membership->index;
    if (stop.id == last) remembered = membership;
    if (first == nullptr) first = membership;
  }
  return remembered != nullptr ? remembered->index : first != nullptr ? first->index : 0;
}

bool isTabStop(Stops stops, const FocusMemory& memory, int index, int from) {
  for (const GroupMembership& membership : at(stops, index).groups)
    if (membership.group != 0 && membership.index != currentMember(stops, memory, membership.group, from)) return false;
  return true;
}

/// The main control of the member with this index, or of the nearest one on the way there: a long list registers what
/// is in sight.
int toward(Stops stops, const GroupMembership& from, int index) {
  const int direction = index > from.index ? 1 : index < from.index ? -1 : 0;
  int best = -1, bestAway = 0;
  for (int i = 0; i < countOf(stops); ++i) {
    const GroupMembership* membership = membershipIn(at(stops, i), from.group);
    if (membership == nullptr || (membership->index - from.index) * direction < 0) continue;
    const bool stays = direction != 0 && membership->index == from.index;  // nothing else may be there
    const int away = stays ? std::numeric_limits<int>::max() : std::abs(membership->index - index);
    if (best >= 0 && away >= bestAway) continue;
    best = i;
    bestAway = away;
  }
  return best;
}

struct Members {
  int first = std::numeric_limits<int>::max(), last = -1;
};
Members membersOf(Stops stops, FocusId group) {
  Members members;
  for (const FocusStop& stop : stops)
    if (const GroupMembership* membership = membershipIn(stop, group))
      members = {std::min(members.first, membership->index), std::max(members.last, membership->index)};
  return members;
}

/// The nearest member in the next line of a grid.
int inNextLine(Stops stops, FocusId group, int from, bool down) {
  const UiRect& here = at(stops, from).rect;
  int best = -1;
  float bestDown = 0, bestAside = 0;
  for (int i = 0; i < countOf(stops); ++i) {
    if (membershipIn(at(stops, i), group) == nullptr) continue;
    const UiRect& rect = at(stops, i).rect;
    const float below = (rect.centerY() - here.centerY()) * (down ? 1.0f : -1.0f);
    const float aside = std::abs(rect.centerX() - here.centerX());
    if (below < here.height / 2) continue;
    const bool sameLine = best >= 0 && std::abs(below - bestDown) < here.height / 2;
    if (best >= 0 && (sameLine ? aside >= bestAside : below > bestDown)) continue;
    best = i;
    bestDown = below;
    bestAside = aside;
  }
  return best < 0 ? from : best;
}

/// Left and Right in a column: to the controls of the same member.
int insideMember(Stops stops, int from, FocusId group, int direction) {
  const int index = membershipIn(at(stops, from), group)->index;
  const auto belongs = [&](int i) {
    const GroupMembership* membership = i >= 0 && i < countOf(stops) ? membershipIn(at(stops, i), group) : nullptr;
    return membership != nullptr && membership->index == index;
  };
  if (belongs(from + direction)) return from + direction;
  return belongs(from - direction) ? from : -1;
}

int moved(Stops stops, int from, const GroupMembership& membership, FocusMove move) {
  const bool column = membership.layout == GroupLayout::Column;
  const auto [first, last] = membersOf(stops, membership.group);
  const auto to = [&](int index) { return toward(stops, membership, index); };
  switch (move) {
    case FocusMove::Left:
    case FocusMove::Right: {
      const int step = move == FocusMove::Left ? -1 : 1;
      return column ? insideMember(stops, from, membership.group, step) : to(membership.index + step);
    }
    case FocusMove::Up:
    case FocusMove::Down: {
      const bool down = move == FocusMove::Down;
      if (membership.layout == GroupLayout::Row) return -1;
      return column ? to(membership.index + (down ? 1 : -1)) : inNextLine(stops, membership.group, from, down);
    }
    case FocusMove::First:
      return to(first);
    case FocusMove::Last:
      return to(last);
    case FocusMove::PageUp:
    case FocusMove::PageDown:
      return column ? to(membership.index + (move == FocusMove::PageUp ? -kFocusPage : kFocusPage)) : -1;
  }
  return -1;
}

}  // namespace

const FocusMemory::Entry* FocusMemory::find(FocusId where) const {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.where == where; });
  return known == entries_.end() ? nullptr : &*known;
}

void FocusMemory::remember(FocusId where, FocusId stop, int index) {
  if (const Entry* const known = find(where)) {
    nth(entries_, known - entries_.data()) = {where, stop, index};
    return;
  }
  entries_[oldest_] = {where, stop, index};
  oldest_ = (oldest_ + 1) % entries_.size();
}

FocusId FocusMemory::recall(FocusId where) const {
  const Entry* const known = find(where);
  return known == nullptr ? 0 : known->stop;
}

int FocusMemory::recallIndex(FocusId where) const {
  const Entry* const known = find(where);
  return known == nullptr ? -1 : known->index;
}

int indexOf(Stops stops, FocusId id) {
  const auto found = std::find_if(stops.begin(), stops.end(), [id](const FocusStop& stop) { return stop.id == id; });
  return id == 0 || found == stops.end() ? -1 : static_cast<int>(found - stops.begin());
}

int nextStop(Stops stops, const FocusMemory& memory, FocusId panel, int from, int direction) {
  const int count = countOf(stops);
  int i = from < 0 && direction < 0 ? 0 : from;
  for (int tried = 0; tried < count; ++tried) {
    i = (i + direction + count) % count;
    if (panel != 0 && at(stops, i).panel != panel) continue;
    if (isTabStop(stops, memory, i, from)) return i;
  }
  return -1;
}

int nextPanel(Stops stops, const FocusMemory& memory, FocusId panel, int from, int direction) {
  std::array<FocusId, kMaxPanels> panels;
  std::size_t count = 0, here = 0;
  for (const FocusStop& stop : stops) {
    if (panel != 0 && stop.panel != panel) continue;
    const auto end = panels.begin() + static_cast<std::ptrdiff_t>(count);
    if (count < panels.size() && std::find(panels.begin(), end, stop.panel) == end) panels[count++] = stop.panel;
  }
  if (count == 0) return -1;
  const FocusId current = from < 0 ? 0 : at(stops, from).panel;
  while (here < count && panels[here] != current) ++here;
  std::size_t next = direction > 0 ? 0 : count - 1;
  if (here < count) next = (here + (direction > 0 ? 1 : count - 1)) % count;
  const int last = indexOf(stops, memory.recall(panels[next]));
  if (last >= 0 && at(stops, last).panel == panels[next]) return last;
  return nextStop(stops, memory, panels[next], -1, 1);
}

int nextInGroup(Stops stops, int from, FocusMove move) {
  if (from < 0) return -1;
  const auto& groups = at(stops, from).groups;
  for (std::size_t i = groups.size(); i-- > 0;)
    if (groups[i].group != 0)
      if (const int to = moved(stops, from, groups[i], move); to >= 0) return to;
  return -1;
}

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
  while (i >= 0 && !nth(groups_, i).hasMembers) --i;
  return i;
}

void FocusRegistry::beginMember(int index) {
  const int group = innermostWithMembers();
  assert(group >= 0);
  int& next = nth(groups_, group).next.index;
  next = index < 0 ? next + 1 : index;
}

FocusId FocusRegistry::groupWithMembers() const {
  const int group = innermostWithMembers();
  return group < 0 ? 0 : nth(groups_, group).next.group;
}

namespace {

constexpr std::array<std::pair<Key, FocusMove>, 8> kMoves = {{{Key::Left, FocusMove::Left},
                                                              {Key::Right, FocusMove::Right},
                                                              {Key::Up, FocusMove::Up},
                                                              {Key::Down, FocusMove::Down},
                                                              {Key::Home, FocusMove::First},
                                                              {Key::End, FocusMove::Last},
                                                              {Key::PageUp, FocusMove::PageUp},
                                                              {Key::PageDown, FocusMove::PageDown}}};

}  // namespace

KeyUse useOf(const KeyPress& press, unsigned int takes) {
  if (!isPlain(press.modifiers)) return KeyUse::None;
  switch (press.key) {
    case Key::Menu:
      return KeyUse::Menu;
    case Key::F10:
      return press.modifiers.shift ? KeyUse::Menu : KeyUse::None;
    case Key::Enter:
    case Key::KeypadEnter:
    case Key::Space:
      if ((takes & (kTakesNumber | kTakesText)) != 0) return KeyUse::Open;
      return (takes & (kTakesPress | kTakesEnter)) != 0 ? KeyUse::Press : KeyUse::None;
    case Key::Delete:
    case Key::Backspace:
      return (takes & kTakesDelete) != 0 ? KeyUse::Remove : KeyUse::None;
    case Key::Left:
    case Key::Right:
      return (takes & kTakesAcross) != 0 ? KeyUse::Across : KeyUse::None;
    case Key::Up:
    case Key::Down:
      return (takes & kTakesUpDown) != 0 ? KeyUse::UpDown : KeyUse::None;
    default:
      return KeyUse::None;
  }
}

std::optional<FocusMove> moveOf(const KeyPress& press) {
  if (press.modifiers != Modifiers{}) return std::nullopt;
  const auto found =
      std::find_if(kMoves.begin(), kMoves.end(), [&](const auto& move) { return move.first == press.key; });
  return found == kMoves.end() ? std::nullopt : std::optional(found->second);
}

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
