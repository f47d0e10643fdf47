// The control that has the keyboard, shown by a ring. Controls register in the order in which they are drawn, so that
// Tab and the arrow keys find the next one; Dear ImGui's own keyboard navigation stays off.
#ifndef APP_UI_WIDGETS_KEYBOARD_FOCUS_H
#define APP_UI_WIDGETS_KEYBOARD_FOCUS_H

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

#include "app/input/input_frame.h"
#include "app/ui/widgets/focus_order.h"

namespace app {

/// What a control does with keys while it has the ring; a sum of these. Other keys stay shortcuts.
enum FocusTakes : unsigned int {
  kTakesPress = 1,    // Enter and Space press it, as a click does
  kTakesEnter = 2,    // Enter and Space, in another way
  kTakesNumber = 4,   // Enter, Space and digits open it for typing
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
};

class KeyboardFocus {
 public:
  /// What is typed behind a key that may change what is on screen.
  struct Later {
    std::string text;
    std::vector<KeyPress> presses;
  };

  /// Before ImGui::NewFrame: moves the focus, and takes the keys that belong to it out of `input`. Returns those that
  /// have to wait for the next frame. `held`: the keys that are down, whatever waits.
  std::optional<Later> takeKeys(InputFrame& input, const InputFrame& held);
  /// After ImGui::NewFrame: presses or opens what the keys chose.
  void beginFrame();
  /// After all controls: follows the mouse, text fields, and popups that open or close, and draws the ring.
  void endFrame();
  /// A key was pressed in this frame that may change something, or is still held.
  bool startsGesture() const { return startsGesture_; }
  bool isHolding() const { return taken_.any(); }

  /// For the next control that is added: what it takes, instead of kTakesPress; 0: it is no stop.
  void nextTakes(unsigned int takes) { nextTakes_ = takes; }
  void nextIsChosen(bool chosen) { nextIsChosen_ = chosen; }
  /// ImGui's last item. Nothing if it cannot be used.
  void addItem();
  /// A control that is scrolled away, and therefore not drawn. `label` as it will have.
  void addHidden(const char* label, const UiRect& rect);
  void beginGroup(const char* label, FocusShape shape, bool hasMembers);
  /// -1: the next one.
  void beginMember(int index);
  void endGroup();
  /// Within a dialog: the focus stays in it. Of several, in the one that is drawn last.
  void keepInside();
  /// Within a panel that Escape closes while the ring is in it; true when it does. If the keyboard opened the panel,
  /// the focus goes there.
  bool popUp();
  /// The control moved: it will have this label, in the same window.
  void follow(const char* label);

  /// Whether the ring is on ImGui's last item.
  bool isOnItem() const;
  /// Whether the ring is on another control than `id`, which then leaves the keyboard alone.
  bool isElsewhere(FocusId id) const { return isVisible_ && focus_ != id && indexOf(stops_, focus_) >= 0; }
  /// Of ImGui's last item; nothing without the ring.
  FocusKeys keysOfItem() const { return isOnItem() ? keys_ : FocusKeys{}; }
  /// Whether the keyboard presses ImGui's last item in this frame.
  bool pressesItem() const;
  /// Whether its tooltip is due, `delay` seconds after the ring came.
  bool hintIsDue(float delay) const;
  /// Whether keys came after the last move of the pointer, which therefore shows no tooltips.
  bool hidesPointerHints() const { return isVisible_ && !pointerMoved_; }

 private:
  enum class Taken { No, Yes, YesAndRestWaits, Waits };
  Taken take(const KeyPress& press, bool hasText);
  Taken takeByControl(const KeyPress& press);
  Taken moveTo(int stop);
  Taken openField(bool startsNow);
  void add(FocusId id, const UiRect& rect, unsigned int takes, bool chosen);
  const FocusStop* stop() const;
  void followPointer();
  void followField();
  void followPopups();
  void replaceLost();
  void drawRing() const;

  std::vector<FocusStop> stops_, building_;  // of the last frame, of this one
  std::array<FocusPlace, 2> places_{};
  FocusMemory memory_;
  FocusId focus_ = 0, lastPanel_ = 0, lastOutside_ = 0;  // where it was last; the last stop in no popup or dialog
  int lastIndex_ = 0, missing_ = 0;
  bool isVisible_ = false;
  unsigned int nextTakes_ = kTakesPress;
  bool nextIsChosen_ = false;
  std::array<bool, 2> countsMembers_{};
  FocusId inside_ = 0, keptInside_ = 0;  // the popup or dialog that holds the focus; the dialog drawn in this frame
  int depth_ = 0;                        // of popups and dialogs
  FocusId entered_ = 0, popUp_ = 0;      // whose first stop takes the focus; the panel that Escape closes
  FocusKeys keys_;
  FocusId press_ = 0, field_ = 0, number_ = 0;  // to be pressed or opened
  int fieldTries_ = 0, scrollFrames_ = 0;
  bool leavesField_ = false, escapes_ = false, startsGesture_ = false;
  std::bitset<kKeyCount> taken_;  // until they are released
  UiRect ring_;
  double seconds_ = 0;  // since the ring came, and nothing was pressed
  bool pointerMoved_ = false, showsHint_ = false;
};

}  // namespace app

#endif  // APP_UI_WIDGETS_KEYBOARD_FOCUS_H
