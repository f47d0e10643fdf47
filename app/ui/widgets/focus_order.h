// What takes which keys, and which control Tab, F6 and the arrow keys reach next.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <imgui.h>

#include "app/input/typed_keys.h"
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

// ---- What the control with the focus ring does with a key. Plain data, without Dear ImGui.

/// What a control does with keys while it has the ring; a sum of these. Other keys stay shortcuts.
enum FocusTakes : unsigned int {
  kTakesPress = 1,    // Enter and Space press it, as a click does
  kTakesEnter = 2,    // Enter and Space, reported in FocusKeys instead of as a click
  kTakesNumber = 4,   // Enter, Space and whatever a number starts with open it for typing
  kTakesText = 8,     // it is a text field, open as soon as it has the focus
  kTakesAcross = 16,  // Left and Right
  kTakesUpDown = 32,
  kTakesDelete = 64,  // and Backspace
};

/// The keys that the control with the ring took in this frame.
struct FocusKeys {
  int right = 0, up = 0;  // presses of the arrows, less those of the opposite one
  bool shift = false;
  bool enter = false, remove = false, menu = false;
  friend bool operator==(const FocusKeys&, const FocusKeys&) = default;
};

/// How far the keys move what is on a bar, as a fraction of it.
inline double barStep(const FocusKeys& keys) { return keys.right * (keys.shift ? 0.1 : 0.01); }

enum class KeyUse { None, Open, Press, Remove, Across, UpDown, Menu };

/// What a control that takes this does with the key; None also with Ctrl, Alt or Super.
KeyUse useOf(const KeyPress& press, unsigned int takes);
/// How the key moves the focus inside a group, unless the control itself uses it.
std::optional<FocusMove> moveOf(const KeyPress& press);

// ---- Lists, tabs and the like: one tab stop, inside which the arrow keys move.

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

// ---- The popups and dialogs that hold the focus, one over another, and where it was before each. Plain data, without
// Dear ImGui.

class FocusScope {
 public:
  static constexpr std::size_t kMaxDepth = 8;  // deeper ones do not hold the focus

  /// What follows from the popups and dialogs that opened and closed.
  struct Change {
    FocusId enters = 0;     // the focus goes to the first stop of this panel
    FocusId returnsTo = 0;  // or back to this stop
  };
  /// At the end of a frame. `open`: the panels of all popups and dialogs, the innermost last. `focus`: what has it now.
  Change follow(std::span<const FocusId> open, FocusId focus);
  /// The panel that holds the focus; 0: none does.
  FocusId inside() const { return depth_ == 0 ? 0 : levels_[depth_ - 1].panel; }

 private:
  struct Level {
    FocusId panel = 0;
    FocusId before = 0;  // what had the focus when it opened
  };
  std::array<Level, kMaxDepth> levels_{};
  std::size_t depth_ = 0;
};

inline FocusScope::Change FocusScope::follow(std::span<const FocusId> open, FocusId focus) {
  const std::size_t wanted = std::min(open.size(), kMaxDepth);
  std::size_t same = 0;
  while (same < std::min(depth_, wanted) && levels_[same].panel == open[same]) ++same;
  const bool closes = same < depth_, opens = same < wanted;
  if (!closes && !opens) return {};
  const FocusId returnsTo = closes ? levels_[same].before : focus;
  for (std::size_t i = same; i < wanted; ++i) levels_[i] = {open[i], i == same ? returnsTo : 0};
  depth_ = wanted;
  return opens || returnsTo == 0 ? Change{.enters = inside()} : Change{.returnsTo = returnsTo};
}

// ---- Collects the tab stops of a frame, in the order in which they are drawn, with the groups that they belong to.
// Plain data, without Dear ImGui.

class FocusRegistry {
 public:
  /// Ends a frame: its stops are in `stops`, whose memory is used again.
  void finish(std::vector<FocusStop>& stops);

  /// For the next control: what it takes, instead of kTakesPress.
  void nextTakes(unsigned int takes) { next_.takes = takes; }
  void nextIsChosen(bool chosen) { next_.isChosen = chosen; }
  struct Next {
    unsigned int takes = kTakesPress;
    bool isChosen = false;
  };
  /// What was said about the control, and forgotten with this.
  Next takeNext();

  /// `stop.groups` is filled in: the groups that were begun in its panel, at most two. `isChosen`: Tab enters the
  /// innermost one here.
  void add(FocusStop stop, bool isChosen);
  /// With `hasMembers`, each member begins with beginMember; otherwise each control, and each group inside, is one.
  void beginGroup(FocusId group, FocusId panel, GroupLayout layout, bool hasMembers);
  /// Of the innermost group with members. -1: the next one.
  void beginMember(int index);
  void endGroup();
  /// The innermost group with members; 0: none.
  FocusId groupWithMembers() const;

 private:
  struct OpenGroup {
    GroupMembership next;  // of the control that is added next
    FocusId panel = 0;
    bool hasMembers = false;
    bool isUsed = false;  // by a control
  };
  std::span<OpenGroup> open() { return std::span(groups_).first(depth_); }
  /// -1: none.
  int innermostWithMembers() const;

  std::vector<FocusStop> stops_;
  std::array<OpenGroup, 6> groups_;  // of a panel, and of the popups that it opened
  std::size_t depth_ = 0;
  Next next_;
};

// What the control with the focus ring does with a key, and lists inside which the arrow keys move.

}  // namespace app
