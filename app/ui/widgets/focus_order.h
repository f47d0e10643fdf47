// Which control Tab, F6 and the arrow keys reach next. Plain data, without Dear ImGui.
#ifndef APP_UI_WIDGETS_FOCUS_ORDER_H
#define APP_UI_WIDGETS_FOCUS_ORDER_H

#include <array>
#include <cstddef>
#include <span>

#include "app/ui/widgets/ui_rect.h"

namespace app {

using FocusId = unsigned int;  // as Dear ImGui's; 0: none

/// How the members of a group lie, and so which arrow keys move among them.
enum class FocusShape { Row, Column, Grid };

/// A group is one stop of Tab. Its members are numbered; the first control of a number is the member itself, others
/// belong to it, such as the buttons in a row of a list.
struct FocusPlace {
  FocusId group = 0;
  FocusShape shape = FocusShape::Row;
  int member = 0;
};

struct FocusStop {
  FocusId id = 0;
  FocusId panel = 0;
  std::array<FocusPlace, 2> places{};  // in a group, and in a group inside it
  unsigned int takes = 0;              // see FocusTakes
  bool isChosen = false;               // the member at which Tab enters the group
  bool isHidden = false;               // scrolled away
  bool isPopup = false;                // in a panel that Escape closes
  UiRect rect;
};

/// What had the focus last in a group or panel. The oldest entries are forgotten.
class FocusMemory {
 public:
  void remember(FocusId where, FocusId stop);
  /// 0: nothing.
  FocusId recall(FocusId where) const;

 private:
  struct Entry {
    FocusId where = 0, stop = 0;
  };
  std::array<Entry, 64> entries_{};
  std::size_t oldest_ = 0;
};

enum class FocusMove { Left, Right, Up, Down, First, Last, PageUp, PageDown };

/// -1: none, for this and all below.
int indexOf(std::span<const FocusStop> stops, FocusId id);
/// The next stop of Tab, around the ends. `from`: -1 for none. `panel`: 0 for all.
int nextStop(std::span<const FocusStop> stops, const FocusMemory& memory, FocusId panel, int from, int direction);
/// The stop that had the focus last in the next panel, or its first.
int nextPanel(std::span<const FocusStop> stops, const FocusMemory& memory, FocusId panel, int from, int direction);
/// `from` itself at an end of its group; -1 if no group around it uses this key.
int nextInGroup(std::span<const FocusStop> stops, int from, FocusMove move);

}  // namespace app

#endif  // APP_UI_WIDGETS_FOCUS_ORDER_H
