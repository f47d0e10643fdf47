// What the control with the focus ring does with a key, and lists inside which the arrow keys move.
#pragma once

#include <optional>

#include <imgui.h>

#include "app/input/typed_keys.h"
#include "app/ui/widgets/focus_order.h"

namespace app {

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

}  // namespace app
