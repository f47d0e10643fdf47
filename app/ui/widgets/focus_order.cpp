#include "app/ui/widgets/focus_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

using Stops = std::span<const FocusStop>;

constexpr int kPage = 10;  // members
constexpr std::size_t kMaxPanels = 32;

const FocusStop& at(Stops stops, int index) { return stops[static_cast<std::size_t>(index)]; }
int countOf(Stops stops) { return static_cast<int>(stops.size()); }

const FocusPlace* placeIn(const FocusStop& stop, FocusId group) {
  for (const FocusPlace& place : stop.places)
    if (place.group == group) return &place;
  return nullptr;
}

/// The member through which Tab passes: that with the focus, else the chosen one, else the last one, else the first.
int currentMember(Stops stops, const FocusMemory& memory, FocusId group, int from) {
  if (from >= 0)
    if (const FocusPlace* place = placeIn(at(stops, from), group)) return place->member;
  const FocusId last = memory.recall(group);
  const FocusPlace *remembered = nullptr, *first = nullptr;
  for (const FocusStop& stop : stops) {
    const FocusPlace* place = placeIn(stop, group);
    if (place == nullptr) continue;
    if (stop.isChosen) return place->member;
    if (stop.id == last) remembered = place;
    if (first == nullptr) first = place;
  }
  return remembered != nullptr ? remembered->member : first != nullptr ? first->member : 0;
}

bool isOnTheWay(Stops stops, const FocusMemory& memory, int index, int from) {
  for (const FocusPlace& place : at(stops, index).places)
    if (place.group != 0 && place.member != currentMember(stops, memory, place.group, from)) return false;
  return true;
}

int firstOf(Stops stops, FocusId group, int member) {
  for (int i = 0; i < countOf(stops); ++i) {
    const FocusPlace* place = placeIn(at(stops, i), group);
    if (place != nullptr && place->member == member) return i;
  }
  return -1;
}

struct Members {
  int first = std::numeric_limits<int>::max(), last = -1;
};
/// Of those that are registered: a long list registers what is in sight.
Members membersOf(Stops stops, FocusId group) {
  Members members;
  for (const FocusStop& stop : stops)
    if (const FocusPlace* place = placeIn(stop, group))
      members = {std::min(members.first, place->member), std::max(members.last, place->member)};
  return members;
}

/// The nearest member in the next line of a grid.
int inNextLine(Stops stops, FocusId group, int from, bool down) {
  const UiRect& here = at(stops, from).rect;
  int best = -1;
  float bestDown = 0, bestAside = 0;
  for (int i = 0; i < countOf(stops); ++i) {
    if (placeIn(at(stops, i), group) == nullptr) continue;
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
  const int member = placeIn(at(stops, from), group)->member;
  const auto belongs = [&](int i) {
    const FocusPlace* place = i >= 0 && i < countOf(stops) ? placeIn(at(stops, i), group) : nullptr;
    return place != nullptr && place->member == member;
  };
  if (belongs(from + direction)) return from + direction;
  return belongs(from - direction) ? from : -1;
}

int moved(Stops stops, int from, const FocusPlace& place, FocusMove move) {
  const bool column = place.shape == FocusShape::Column;
  const auto [first, last] = membersOf(stops, place.group);
  const auto to = [&, low = first, high = last](int member) {
    const int found = firstOf(stops, place.group, std::clamp(member, low, high));
    return found < 0 ? from : found;
  };
  switch (move) {
    case FocusMove::Left:
    case FocusMove::Right: {
      const int step = move == FocusMove::Left ? -1 : 1;
      return column ? insideMember(stops, from, place.group, step) : to(place.member + step);
    }
    case FocusMove::Up:
    case FocusMove::Down: {
      const bool down = move == FocusMove::Down;
      if (place.shape == FocusShape::Row) return -1;
      return column ? to(place.member + (down ? 1 : -1)) : inNextLine(stops, place.group, from, down);
    }
    case FocusMove::First:
      return to(first);
    case FocusMove::Last:
      return to(last);
    case FocusMove::PageUp:
    case FocusMove::PageDown:
      return column ? to(place.member + (move == FocusMove::PageUp ? -kPage : kPage)) : -1;
  }
  return -1;
}

}  // namespace

void FocusMemory::remember(FocusId where, FocusId stop) {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.where == where; });
  if (known != entries_.end()) {
    known->stop = stop;
    return;
  }
  entries_[oldest_] = {where, stop};
  oldest_ = (oldest_ + 1) % entries_.size();
}

FocusId FocusMemory::recall(FocusId where) const {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.where == where; });
  return known == entries_.end() ? 0 : known->stop;
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
    if (isOnTheWay(stops, memory, i, from)) return i;
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
  const auto& places = at(stops, from).places;
  for (std::size_t i = places.size(); i-- > 0;)
    if (places[i].group != 0)
      if (const int to = moved(stops, from, places[i], move); to >= 0) return to;
  return -1;
}

}  // namespace app
