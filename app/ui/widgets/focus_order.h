// Which control Tab, F6 and the arrow keys reach next. Plain data, without Dear ImGui.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "app/ui/widgets/ui_rect.h"

namespace app {

using FocusId = unsigned int;  // as Dear ImGui's; 0: none

/// How the members of a group lie, and so which arrow keys move among them.
enum class GroupLayout { Row, Column, Grid };
/// Members that Page Up and Page Down move by in a column.
inline constexpr int kFocusPage = 10;

/// A group is one tab stop with numbered members. The first control of a member is its main one; the others, such as
/// the buttons in a list row, belong to it.
struct GroupMembership {
  FocusId group = 0;
  GroupLayout layout = GroupLayout::Row;
  int index = 0;          // of the member
  bool isChosen = false;  // the member at which Tab enters the group
};

struct FocusStop {
  FocusId id = 0;
  FocusId panel = 0;
  std::array<GroupMembership, 2> groups{};  // the outer one, and one inside it
  unsigned int takes = 0;                   // see FocusTakes
  bool isHidden = false;                    // scrolled away
  bool isDismissible = false;               // in a panel that Escape closes
  UiRect rect;
};

/// What had the focus last in a group or panel. The oldest entries are forgotten.
class FocusMemory {
 public:
  /// `index`: of the member, in a group.
  void remember(FocusId where, FocusId stop, int index = -1);
  /// 0: nothing.
  FocusId recall(FocusId where) const;
  /// -1: nothing.
  int recallIndex(FocusId where) const;

 private:
  struct Entry {
    FocusId where = 0, stop = 0;
    int index = -1;
  };
  const Entry* find(FocusId where) const;

  std::array<Entry, 64> entries_{};
  std::size_t oldest_ = 0;
};

enum class FocusMove { Left, Right, Up, Down, First, Last, PageUp, PageDown };

/// -1: none, for this and all below.
int indexOf(std::span<const FocusStop> stops, FocusId id);
/// The next tab stop, around the ends. `from`: -1 for none. `panel`: 0 for all.
int nextStop(std::span<const FocusStop> stops, const FocusMemory& memory, FocusId panel, int from, int direction);
/// The stop that had the focus last in the next panel, or its first.
int nextPanel(std::span<const FocusStop> stops, const FocusMemory& memory, FocusId panel, int from, int direction);
/// `from` itself at an end of its group; -1 if no group around it uses this key.
int nextInGroup(std::span<const FocusStop> stops, int from, FocusMove move);

}  // namespace app
