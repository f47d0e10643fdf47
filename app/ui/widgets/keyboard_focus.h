// The control that has the keyboard, shown by the focus ring. Controls register in the order in which they are drawn,
// so that Tab and the arrow keys find the next one; Dear ImGui's own keyboard navigation stays off.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <vector>

#include <imgui.h>

#include "app/input/typed_keys.h"
#include "app/ui/widgets/focus_order.h"

namespace app {

class KeyboardFocus {
 public:
  /// Before ImGui::NewFrame: moves the focus, and takes the keys that belong to it out of `input`. Returns those that
  /// have to wait for the next frame, because a key may change what is on screen. `held`: the keys that are down,
  /// whatever waits. `escapeIsUsed`: Escape closes, stops or releases something outside of the panels.
  std::optional<Typed> takeKeys(InputFrame& input, const InputFrame& held, bool escapeIsUsed);
  /// After ImGui::NewFrame: presses or opens what the keys chose.
  void beginFrame();
  /// After all controls: follows the mouse, text fields, and popups that open or close, and draws the ring.
  void endFrame();
  /// In this frame a key went down that may change something.
  bool startsGesture() const { return startsGesture_; }
  /// A taken key is still down.
  bool isHolding() const { return taken_.any(); }
  bool isHolding(Key key) const { return taken_[indexOf(key)]; }

  /// For the next control that is added: what it takes, instead of kTakesPress; 0: it is no tab stop.
  void nextTakes(unsigned int takes) { registry_.nextTakes(takes); }
  /// Tab enters its group here.
  void nextIsChosen(bool chosen) { registry_.nextIsChosen(chosen); }
  /// ImGui's last item, if it can be used now. False: nextTakes(0) said that it is no control.
  bool addItem();
  /// A control that is scrolled away, and therefore not drawn. `label` as it will have.
  void addHidden(const char* label, const UiRect& rect);
  /// See FocusGroup, which calls these.
  void beginGroup(const char* label, GroupLayout layout, bool hasMembers);
  void beginMember(int index) { registry_.beginMember(index); }
  void endGroup() { registry_.endGroup(); }
  /// The member of the innermost group with members that has the focus or had it last; -1: none.
  int lastMember() const { return memory_.recallIndex(registry_.groupWithMembers()); }
  /// Within a dialog: the focus stays in it, or in a dialog that is drawn later.
  void trapFocus();
  /// Within a panel that Escape closes while the ring is in it; true when it does. If the keyboard opened the panel,
  /// the focus goes there.
  bool dismissible();
  /// The control moved, or the focus goes to another one in the same window: it has this label, and in a group with
  /// members this index.
  void follow(const char* label, int index = -1);

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
  Taken take(const KeyPress& press, bool escapeIsUsed);
  Taken takeEscape(bool escapeIsUsed);
  Taken takeByControl(const KeyPress& press);
  Taken moveTo(int stop);
  Taken openField(bool startsNow);
  bool opensNumber(std::string_view text);
  void add(FocusId id, const UiRect& rect, FocusRegistry::Next next);
  const FocusStop* stop() const;
  void followPointer();
  void followPopups();
  void enterPanel();
  void followField();
  void replaceLost();
  void wait();

  std::vector<FocusStop> stops_;  // of the last frame
  FocusRegistry registry_;        // of this one
  FocusMemory memory_;
  FocusScope scope_;
  std::array<FocusId, FocusScope::kMaxDepth> dialogs_{};  // drawn in this frame
  std::size_t dialogCount_ = 0;
  FocusId focus_ = 0, outside_ = 0;      // where it is; the last outside popups, dialogs and panels that Escape closes
  FocusId panel_ = 0, dismissible_ = 0;  // of the focus; the panel that is drawn and that Escape closes
  FocusId enters_ = 0;                   // the panel whose first stop takes the focus once it is drawn
  FocusId press_ = 0, field_ = 0, number_ = 0;  // to be pressed or opened
  int lastIndex_ = 0, waits_ = 0;               // among the stops; frames until what has the focus counts as gone
  int fieldTries_ = 0, scrollFrames_ = 0;
  bool isVisible_ = false, startsGesture_ = false, leavesField_ = false, escapes_ = false;
  FocusKeys keys_;
  std::bitset<kKeyCount> taken_;  // until they are released
  UiRect ring_;
  double seconds_ = 0;  // since the ring came, and nothing was pressed
  bool pointerMoved_ = false, showsHint_ = false;
};

}  // namespace app
