#include "app/ui/widgets/keyboard_focus.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <imgui_internal.h>

#include "app/fields/nth.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"
#include "app/ui/widgets/ui_rect.h"

namespace app {
namespace {

// Shows the control with the focus: scrolls to it and draws the ring.

constexpr float kRing = 2, kRingGap = 1, kRingRound = 6;

/// The part of `rect` that ImGui's current window shows; empty: none of it.
UiRect visiblePart(const UiRect& rect) {
  ImRect part(rect.min(), rect.max());
  part.ClipWith(GImGui->CurrentWindow->ClipRect);
  if (part.GetWidth() <= 0 || part.GetHeight() <= 0) return {};
  return {part.Min.x, part.Min.y, part.GetWidth(), part.GetHeight()};
}

/// Scrolls ImGui's current window, from its next frame on, so that it shows `rect`.
void scrollTo(const UiRect& rect) {
  ImGuiWindow* const window = GImGui->CurrentWindow;
  const float edge = px(4);
  const bool sideways = (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
  ImGui::ScrollToRect(window, ImRect({rect.x - edge, rect.y - edge}, {rect.right() + edge, rect.bottom() + edge}),
                      ImGuiScrollFlags_KeepVisibleEdgeY | (sideways ? ImGuiScrollFlags_KeepVisibleEdgeX : 0));
}

/// Outside of `rect`, with a line of the background on both sides, so that it is visible on any color.
void drawRing(const UiRect& rect) {
  if (rect.empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float out = px(kRingGap) + px(kRing) / 2, edge = px(kRing) / 2;
  const ImVec2 min{std::max(rect.x - out, edge), std::max(rect.y - out, edge)};
  const ImVec2 max{std::min(rect.right() + out, screen.x - edge), std::min(rect.bottom() + out, screen.y - edge)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRect(min, max, colors().panel, px(kRingRound), 0, px(kRing) + 2 * px(kRingGap));
  list.AddRect(min, max, colors().focus, px(kRingRound), 0, px(kRing));
}

constexpr int kFieldTries = 4;  // frames until a text field that is asked for is active
constexpr int kWaits = 3;       // frames until a control counts as gone: a menu that closes comes back as a button

bool isTyping() { return GImGui->ActiveId != 0 && GImGui->ActiveId == GImGui->InputTextState.ID; }

}  // namespace

const FocusStop* KeyboardFocus::stop() const {
  const int index = indexOf(stops_, focus_);
  if (index < 0) return nullptr;
  const FocusStop& found = nth(stops_, index);
  return scope_.inside() == 0 || found.panel == scope_.inside() ? &found : nullptr;
}

std::optional<Typed> KeyboardFocus::takeKeys(InputFrame& input, const InputFrame& held, bool escapeIsUsed) {
  keys_ = {};
  press_ = number_ = 0;
  startsGesture_ = escapes_ = false;
  for (std::size_t key = 0; key < kKeyCount; ++key)
    if (taken_[key] && !held.keysDown[key]) taken_.reset(key);
  std::optional<Typed> later;
  TypedText typed(input.text, input.keyPresses);
  std::size_t kept = 0, handled = 0;
  bool endsField = false;
  while (handled < input.keyPresses.size() && !later) {
    const KeyPress press = input.keyPresses[handled];
    const Taken taken = typesText(press) && opensNumber(typed.rest()) ? openField(false) : take(press, escapeIsUsed);
    endsField = taken == Taken::No && isTyping() && (press.key == Key::Escape || press.key == Key::Enter);
    const bool isLast = handled + 1 == input.keyPresses.size();
    if (taken == Taken::Waits || taken == Taken::YesAndRestWaits || (endsField && !isLast)) later.emplace();
    if (taken == Taken::Waits) break;
    if (taken == Taken::No) input.keyPresses[kept++] = press;
    if (taken != Taken::No) taken_.set(indexOf(press.key));
    typed.pass(press);
    ++handled;
  }
  if (!later && opensNumber(typed.rest())) {  // by a key that has no name here, such as those of the keypad
    (void)openField(false);
    later.emplace();
  }
  if (later) {
    later->text = input.text.substr(typed.used());
    later->presses.assign(input.keyPresses.begin() + static_cast<std::ptrdiff_t>(handled), input.keyPresses.end());
    input.text.resize(isTyping() ? typed.used() : 0);
  } else if (endsField) {
    later.emplace();  // nothing of this frame, but the next one waits
  }
  input.keyPresses.resize(kept);
  for (std::size_t key = 0; key < kKeyCount; ++key)
    if (taken_[key]) input.keysDown[key] = false;
  return later;
}

/// Whether the control with the ring takes a number, and this starts one.
bool KeyboardFocus::opensNumber(std::string_view text) {
  return isVisible_ && (!isTyping() || leavesField_) && stop() != nullptr && (stop()->takes & kTakesNumber) != 0 &&
         startsNumber(text);
}

KeyboardFocus::Taken KeyboardFocus::take(const KeyPress& press, bool escapeIsUsed) {
  const bool typing = isTyping() && !leavesField_, tab = press.key == Key::Tab;
  const FocusStop* const now = stop();
  if ((tab || press.key == Key::F6) && isPlain(press.modifiers)) {
    if (tab && typing && !isVisible_ && ui().numberEdit.field == GImGui->ActiveId)
      return Taken::No;  // to the next number
    if (keys_ != FocusKeys{}) return Taken::Waits;
    const int from = now == nullptr ? -1 : static_cast<int>(now - stops_.data());
    const int direction = press.modifiers.shift ? -1 : 1;
    leavesField_ = leavesField_ || typing;
    return moveTo(tab ? nextStop(stops_, memory_, scope_.inside(), from, direction)
                      : nextPanel(stops_, memory_, scope_.inside(), from, direction));
  }
  if (typing || !isVisible_) return Taken::No;
  if (now == nullptr) return waits_ > 0 ? Taken::Waits : Taken::No;
  if (press.key == Key::Escape && press.modifiers == Modifiers{}) return takeEscape(escapeIsUsed);
  return takeByControl(press);
}

/// First a popup or dialog closes, then the panel with the ring, then whatever else is open; then the ring goes.
KeyboardFocus::Taken KeyboardFocus::takeEscape(bool escapeIsUsed) {
  if (scope_.inside() != 0) return Taken::No;
  if (!stop()->isDismissible && escapeIsUsed) return Taken::No;
  if (keys_ != FocusKeys{}) return Taken::Waits;
  escapes_ = stop()->isDismissible;
  isVisible_ = escapes_;
  return Taken::Yes;
}

KeyboardFocus::Taken KeyboardFocus::takeByControl(const KeyPress& press) {
  const FocusStop& now = *stop();
  const KeyUse use = useOf(press, now.takes);
  const bool steps = use == KeyUse::Across || use == KeyUse::UpDown;
  const auto move = use == KeyUse::None ? moveOf(press) : std::nullopt;
  if (use == KeyUse::None && !move) return Taken::No;
  if (!steps && keys_ != FocusKeys{}) return Taken::Waits;
  if (!move && now.isHidden && scrollFrames_ == 0) {  // the wheel moved it out of sight
    scrollFrames_ = 2;
    return Taken::Waits;
  }
  if (move) {
    const int to = nextInGroup(stops_, static_cast<int>(&now - stops_.data()), *move);
    return to < 0 ? Taken::No : moveTo(to);
  }
  if (press.repeated && !steps) return Taken::Yes;
  if (use == KeyUse::Open) return openField(true);
  startsGesture_ = startsGesture_ || (use != KeyUse::Menu && !press.repeated);
  showsHint_ = false;
  keys_.shift = press.modifiers.shift;
  if (use == KeyUse::Across) keys_.right += press.key == Key::Right ? 1 : -1;
  if (use == KeyUse::UpDown) keys_.up += press.key == Key::Up ? 1 : -1;
  if (steps) return Taken::Yes;
  keys_.menu = use == KeyUse::Menu;
  keys_.remove = use == KeyUse::Remove;
  keys_.enter = use == KeyUse::Press && (now.takes & kTakesEnter) != 0;
  if (use == KeyUse::Press && (now.takes & kTakesPress) != 0) press_ = focus_;
  return Taken::YesAndRestWaits;
}

/// The key that opens a number by typing belongs to the field.
KeyboardFocus::Taken KeyboardFocus::openField(bool startsNow) {
  if (!startsNow && keys_ != FocusKeys{}) return Taken::Waits;
  showsHint_ = false;
  if ((stop()->takes & kTakesNumber) != 0) number_ = focus_;
  field_ = focus_;
  fieldTries_ = kFieldTries;
  return startsNow ? Taken::YesAndRestWaits : Taken::Waits;
}

KeyboardFocus::Taken KeyboardFocus::moveTo(int index) {
  if (index < 0) return Taken::Yes;
  const FocusStop& to = nth(stops_, index);
  focus_ = to.id;
  isVisible_ = showsHint_ = true;
  pointerMoved_ = false;
  seconds_ = 0;
  scrollFrames_ = 2;
  field_ = enters_ = 0;
  if ((to.takes & kTakesText) != 0) return openField(true);
  return to.isHidden ? Taken::YesAndRestWaits : Taken::Yes;
}

void KeyboardFocus::beginFrame() {
  ImGuiContext& imgui = *GImGui;
  seconds_ += static_cast<double>(imgui.IO.DeltaTime);
  if (imgui.IO.MouseDelta.x != 0 || imgui.IO.MouseDelta.y != 0) pointerMoved_ = true;
  if (std::exchange(leavesField_, false)) ImGui::ClearActiveID();
  if (press_ != 0) activate(press_);
  if (number_ != 0) {
    ui().numberEdit.wanted = number_;
    ui().numberEdit.wantedIn = ImGui::GetFrameCount();
    ui().numberEdit.byLastClick = false;
  } else if (field_ != 0) {
    openTextField(field_);
  }
  dialogCount_ = 0;
  dismissible_ = 0;
  ring_ = {};
}

bool KeyboardFocus::addItem() {
  const ImGuiLastItemData& item = GImGui->LastItemData;
  FocusRegistry::Next next = registry_.takeNext();
  if (next.takes == 0) return false;
  if (item.ID == 0 || lastItemIsDisabled()) return true;
  if (lastItemIsTextField()) next.takes = kTakesText;
  add(item.ID, {item.Rect.Min.x, item.Rect.Min.y, item.Rect.GetWidth(), item.Rect.GetHeight()}, next);
  return true;
}

void KeyboardFocus::addHidden(const char* label, const UiRect& rect) { add(ImGui::GetID(label), rect, {}); }

void KeyboardFocus::add(FocusId id, const UiRect& rect, FocusRegistry::Next next) {
  const UiRect seen = visiblePart(rect);
  const FocusId panel = GImGui->CurrentWindow->RootWindow->ID;
  registry_.add({.id = id,
                 .panel = panel,
                 .takes = next.takes,
                 .isHidden = seen.empty(),
                 .isDismissible = panel == dismissible_,
                 .rect = rect},
                next.isChosen);
  if (id != focus_) return;
  ring_ = seen;
  if (isVisible_ && scrollFrames_ > 0) scrollTo(rect);
}

void KeyboardFocus::beginGroup(const char* label, GroupLayout layout, bool hasMembers) {
  registry_.beginGroup(ImGui::GetID(label), GImGui->CurrentWindow->RootWindow->ID, layout, hasMembers);
}

void KeyboardFocus::trapFocus() {
  ImGuiWindow* const window = GImGui->CurrentWindow->RootWindow;
  if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(window);  // over a dialog that was clicked
  if (dialogCount_ < dialogs_.size()) dialogs_[dialogCount_++] = window->ID;
}

bool KeyboardFocus::dismissible() {
  dismissible_ = GImGui->CurrentWindow->RootWindow->ID;
  if (isVisible_ && ImGui::IsWindowAppearing()) {
    enters_ = dismissible_;
    wait();
  }
  if (!escapes_ || panel_ != dismissible_) return false;
  focus_ = std::exchange(outside_, 0);
  isVisible_ = focus_ != 0;
  seconds_ = 0;
  return true;
}

void KeyboardFocus::follow(const char* label, int index) {
  if (isVisible_) focus_ = ImGui::GetID(label);
  if (const FocusId group = registry_.groupWithMembers(); group != 0 && index >= 0)
    memory_.remember(group, ImGui::GetID(label), index);
  scrollFrames_ = 2;
  wait();
}

bool KeyboardFocus::isOnItem() const { return isVisible_ && focus_ != 0 && focus_ == GImGui->LastItemData.ID; }

bool KeyboardFocus::pressesItem() const { return press_ != 0 && press_ == GImGui->LastItemData.ID; }

bool KeyboardFocus::hintIsDue(float delay) const {
  return showsHint_ && isOnItem() && !pointerMoved_ && seconds_ >= static_cast<double>(delay) && GImGui->ActiveId == 0;
}

void KeyboardFocus::endFrame() {
  registry_.finish(stops_);
  if (scrollFrames_ > 0) --scrollFrames_;
  if (field_ != 0 && (GImGui->ActiveId == field_ || --fieldTries_ <= 0)) field_ = 0;
  if (field_ != 0) ui().fieldIsDue = true;
  followPointer();
  followPopups();
  enterPanel();
  followField();
  replaceLost();
  if (isVisible_) drawRing(ring_);
}

/// A click takes the focus along and hides the ring.
void KeyboardFocus::followPointer() {
  const ImGuiContext& imgui = *GImGui;
  if (!imgui.IO.MouseClicked[0] && !imgui.IO.MouseClicked[1] && !imgui.IO.MouseClicked[2]) return;
  isVisible_ = false;
  const FocusId clicked = imgui.ActiveId != 0 ? imgui.ActiveId : imgui.HoveredId;
  if (indexOf(stops_, clicked) >= 0) focus_ = clicked;
}

/// The innermost popup or dialog holds the focus. When it closes, the focus goes back.
void KeyboardFocus::followPopups() {
  std::array<FocusId, FocusScope::kMaxDepth> open = dialogs_;
  std::size_t count = dialogCount_;
  for (const ImGuiPopupData& popup : GImGui->OpenPopupStack) {
    if (popup.Window == nullptr || !popup.Window->Active) continue;
    if (count < open.size()) open[count++] = popup.Window->RootWindow->ID;
    if (!isVisible_ || popup.OpenFrameCount != ImGui::GetFrameCount()) continue;
    popup.Window->Pos = {ring_.x, ring_.bottom()};  // where ImGui's menus open at the pointer
  }
  const FocusScope::Change change = scope_.follow(std::span(open).first(count), focus_);
  if (change.enters == 0 && change.returnsTo == 0) return;
  enters_ = change.enters;
  if (change.returnsTo != 0) focus_ = change.returnsTo;
  seconds_ = 0;
  wait();
}

/// To the chosen control of a list, or the first control.
void KeyboardFocus::enterPanel() {
  if (enters_ == 0 || ui().fieldIsDue) return;
  int to = nextStop(stops_, memory_, enters_, -1, 1);
  for (int i = 0; i < static_cast<int>(stops_.size()); ++i)
    if (const FocusStop& one = nth(stops_, i); one.panel == enters_ && one.groups[0].isChosen && !one.isDismissible)
      to = i;
  if (to < 0) return;  // drawn from the next frame on
  enters_ = 0;
  if (!isVisible_) return;
  focus_ = nth(stops_, to).id;
  scrollFrames_ = 2;
  seconds_ = 0;
}

void KeyboardFocus::followField() {
  const FocusId active = GImGui->ActiveId;
  if (!isTyping() || indexOf(stops_, active) < 0) return;
  focus_ = active;
  enters_ = 0;
}

/// Keys wait while what has the focus is about to be drawn.
void KeyboardFocus::wait() { waits_ = kWaits; }

/// What had the focus is gone: its neighbor takes it, or what had it before the panel opened.
void KeyboardFocus::replaceLost() {
  const int index = indexOf(stops_, focus_);
  if (index >= 0 && enters_ == 0) {
    const FocusStop& now = nth(stops_, index);
    waits_ = (now.takes & kTakesText) != 0 ? kWaits : 0;  // a field that is emptied comes back as another one
    lastIndex_ = index;
    panel_ = now.panel;
    memory_.remember(panel_, focus_);
    for (const GroupMembership& group : now.groups)
      if (group.group != 0) memory_.remember(group.group, focus_, group.index);
    if (scope_.inside() == 0 && !now.isDismissible) outside_ = focus_;
    return;
  }
  if (waits_ > 0) --waits_;
  if (index >= 0 || focus_ == 0 || waits_ > 0) return;
  focus_ = 0;
  for (int i = std::min(lastIndex_, static_cast<int>(stops_.size()) - 1); i >= 0 && focus_ == 0; --i)
    if (nth(stops_, i).panel == panel_) focus_ = nth(stops_, i).id;
  if (focus_ == 0) focus_ = std::exchange(outside_, 0);
  isVisible_ = isVisible_ && focus_ != 0;
}

}  // namespace app
