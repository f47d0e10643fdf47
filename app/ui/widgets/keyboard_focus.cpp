#include "app/ui/widgets/keyboard_focus.h"

#include <algorithm>
#include <utility>

#include <imgui_internal.h>

#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

constexpr int kFieldTries = 4;     // frames until a text field that is asked for is active
constexpr int kMissingFrames = 3;  // until a control counts as gone: a menu that closes comes back as a button
constexpr float kRing = 2, kRingGap = 1, kRingRound = 6;

bool isPlain(const Modifiers& modifiers) { return !modifiers.control && !modifiers.alt && !modifiers.super; }

bool typesText(const KeyPress& press) {
  const bool printable = (press.key >= Key::A && press.key <= Key::Digit9) || press.key == Key::Space ||
                         (press.key >= Key::Comma && press.key <= Key::Backslash);
  return printable && isPlain(press.modifiers);
}

/// Bytes of the first `count` characters. UTF-8.
std::size_t bytesOf(const std::string& text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return at;
}

bool isTyping() { return GImGui->ActiveId != 0 && GImGui->ActiveId == GImGui->InputTextState.ID; }

bool startsNumber(const KeyPress& press) {
  return (press.key >= Key::Digit0 && press.key <= Key::Digit9) || press.key == Key::Minus;
}

std::optional<FocusMove> moveOf(Key key) {
  switch (key) {
    case Key::Left:
      return FocusMove::Left;
    case Key::Right:
      return FocusMove::Right;
    case Key::Up:
      return FocusMove::Up;
    case Key::Down:
      return FocusMove::Down;
    case Key::Home:
      return FocusMove::First;
    case Key::End:
      return FocusMove::Last;
    case Key::PageUp:
      return FocusMove::PageUp;
    case Key::PageDown:
      return FocusMove::PageDown;
    default:
      return std::nullopt;
  }
}

/// The part of `rect` that its window shows.
UiRect visiblePart(const UiRect& rect) {
  ImRect part({rect.x, rect.y}, {rect.right(), rect.bottom()});
  part.ClipWith(GImGui->CurrentWindow->ClipRect);
  if (part.GetWidth() <= 0 || part.GetHeight() <= 0) return {};
  return {part.Min.x, part.Min.y, part.GetWidth(), part.GetHeight()};
}

void scrollTo(ImGuiWindow* window, const UiRect& rect) {
  const float edge = px(4);
  const bool sideways = (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
  ImGui::ScrollToRect(window, ImRect({rect.x - edge, rect.y - edge}, {rect.right() + edge, rect.bottom() + edge}),
                      ImGuiScrollFlags_KeepVisibleEdgeY | (sideways ? ImGuiScrollFlags_KeepVisibleEdgeX : 0));
}

/// Where the focus was before a dialog opened over `inside`.
FocusId keyOfLevel(FocusId inside) { return inside ^ 0x9E3779B9u; }

}  // namespace

const FocusStop* KeyboardFocus::stop() const {
  const int index = indexOf(stops_, focus_);
  if (index < 0) return nullptr;
  const FocusStop& found = stops_[static_cast<std::size_t>(index)];
  return inside_ == 0 || found.panel == inside_ ? &found : nullptr;
}

std::optional<KeyboardFocus::Later> KeyboardFocus::takeKeys(InputFrame& input, const InputFrame& held) {
  keys_ = {};
  press_ = number_ = 0;
  startsGesture_ = escapes_ = false;
  for (std::size_t key = 0; key < kKeyCount; ++key)
    if (taken_[key] && !held.keysDown[key]) taken_.reset(key);
  std::optional<Later> later;
  std::size_t kept = 0, characters = 0;
  for (std::size_t i = 0; i < input.keyPresses.size() && !later; ++i) {
    const KeyPress press = input.keyPresses[i];
    const Taken taken = take(press, characters > 0);
    if (taken == Taken::No) input.keyPresses[kept++] = press;
    if (taken != Taken::Waits && typesText(press)) ++characters;
    if (taken == Taken::Yes || taken == Taken::YesAndRestWaits) taken_.set(indexOf(press.key));
    if (taken == Taken::No || taken == Taken::Yes) continue;
    const auto rest = input.keyPresses.begin() + static_cast<std::ptrdiff_t>(i + (taken == Taken::Waits ? 0 : 1));
    later.emplace(Later{input.text.substr(bytesOf(input.text, characters)), {rest, input.keyPresses.end()}});
    input.text = isTyping() ? input.text.substr(0, bytesOf(input.text, characters)) : std::string();
  }
  input.keyPresses.resize(kept);
  for (std::size_t key = 0; key < kKeyCount; ++key)
    if (taken_[key]) input.keysDown[key] = false;
  return later;
}

/// `hasText`: characters before it in the same frame belong to the open text field.
KeyboardFocus::Taken KeyboardFocus::take(const KeyPress& press, bool hasText) {
  const Modifiers& modifiers = press.modifiers;
  const bool typing = isTyping() && !leavesField_, tab = press.key == Key::Tab;
  if ((tab || press.key == Key::F6) && isPlain(modifiers)) {
    if (tab && typing && !isVisible_ && ui().numberEdit.field == GImGui->ActiveId)
      return Taken::No;  // to the next number
    if (typing && hasText) return Taken::Waits;
    const FocusStop* const now = stop();
    const int from = now == nullptr ? -1 : static_cast<int>(now - stops_.data());
    const int direction = modifiers.shift ? -1 : 1;
    leavesField_ = leavesField_ || typing;
    return moveTo(tab ? nextStop(stops_, memory_, inside_, from, direction)
                      : nextPanel(stops_, memory_, inside_, from, direction));
  }
  if (typing || !isVisible_ || stop() == nullptr) return Taken::No;
  const bool menuKey = press.key == Key::Menu || (press.key == Key::F10 && modifiers.shift);
  if (menuKey && isPlain(modifiers)) {
    keys_.menu = true;
    return Taken::YesAndRestWaits;
  }
  if (press.key == Key::Escape && modifiers == Modifiers{}) {
    if (inside_ != 0) return Taken::No;
    escapes_ = stop()->isPopup;
    isVisible_ = escapes_;
    return Taken::Yes;
  }
  return isPlain(modifiers) ? takeByControl(press) : Taken::No;
}

KeyboardFocus::Taken KeyboardFocus::takeByControl(const KeyPress& press) {
  const FocusStop& now = *stop();
  const auto takes = [&](unsigned int what) { return (now.takes & what) != 0; };
  const auto change = [&] {
    startsGesture_ = startsGesture_ || !press.repeated;
    showsHint_ = false;
    keys_.shift = press.modifiers.shift;
  };
  switch (press.key) {
    case Key::Enter:
    case Key::KeypadEnter:
    case Key::Space:
      if (takes(kTakesNumber | kTakesText)) return press.repeated ? Taken::Yes : openField(true);
      if (!takes(kTakesPress | kTakesEnter)) return Taken::No;
      if (press.repeated) return Taken::Yes;
      change();
      if (takes(kTakesEnter)) keys_.enter = true;
      if (takes(kTakesPress)) press_ = focus_;
      return Taken::YesAndRestWaits;
    case Key::Delete:
    case Key::Backspace:
      if (!takes(kTakesDelete)) return Taken::No;
      change();
      keys_.remove = true;
      return Taken::Yes;
    case Key::Left:
    case Key::Right:
      if (!takes(kTakesAcross)) break;
      change();
      keys_.right += press.key == Key::Right ? 1 : -1;
      return Taken::Yes;
    case Key::Up:
    case Key::Down:
      if (!takes(kTakesUpDown)) break;
      change();
      keys_.up += press.key == Key::Up ? 1 : -1;
      return Taken::Yes;
    default:
      if (startsNumber(press) && !press.modifiers.shift && takes(kTakesNumber)) return openField(false);
  }
  const auto move = moveOf(press.key);
  if (!move || press.modifiers.shift) return Taken::No;
  const int to = nextInGroup(stops_, static_cast<int>(&now - stops_.data()), *move);
  return to < 0 ? Taken::No : moveTo(to);
}

/// The key that opens a number by typing belongs to the field.
KeyboardFocus::Taken KeyboardFocus::openField(bool startsNow) {
  showsHint_ = false;
  if ((stop()->takes & kTakesNumber) != 0) number_ = focus_;
  field_ = focus_;
  fieldTries_ = kFieldTries;
  return startsNow ? Taken::YesAndRestWaits : Taken::Waits;
}

KeyboardFocus::Taken KeyboardFocus::moveTo(int index) {
  if (index < 0) return Taken::Yes;
  const FocusStop& to = stops_[static_cast<std::size_t>(index)];
  focus_ = to.id;
  isVisible_ = showsHint_ = true;
  pointerMoved_ = false;
  seconds_ = 0;
  scrollFrames_ = 2;
  missing_ = 0;
  field_ = 0;
  if ((to.takes & kTakesText) != 0) return openField(true);
  return to.isHidden ? Taken::YesAndRestWaits : Taken::Yes;
}

void KeyboardFocus::beginFrame() {
  ImGuiContext& imgui = *GImGui;
  seconds_ += static_cast<double>(imgui.IO.DeltaTime);
  if (imgui.IO.MouseDelta.x != 0 || imgui.IO.MouseDelta.y != 0) pointerMoved_ = true;
  if (std::exchange(leavesField_, false)) ImGui::ClearActiveID();
  if (press_ != 0) {
    imgui.NavActivateId = imgui.NavActivateDownId = imgui.NavActivatePressedId = press_;
    imgui.NavActivateFlags = ImGuiActivateFlags_None;
  }
  if (number_ != 0) {
    ui().numberEdit.wanted = number_;
    ui().numberEdit.wantedIn = ImGui::GetFrameCount();
    ui().numberEdit.byLastClick = false;
  } else if (field_ != 0) {
    imgui.NavActivateInputId = field_;
  }
  building_.clear();
  keptInside_ = popUp_ = 0;
  ring_ = {};
}

void KeyboardFocus::addItem() {
  const ImGuiLastItemData& item = GImGui->LastItemData;
  unsigned int takes = std::exchange(nextTakes_, kTakesPress);
  const bool chosen = std::exchange(nextIsChosen_, false);
  if (item.ID == 0 || takes == 0 || (item.InFlags & ImGuiItemFlags_Disabled) != 0) return;
  if ((item.InFlags & ImGuiItemFlags_Inputable) != 0) takes = kTakesText;
  add(item.ID, {item.Rect.Min.x, item.Rect.Min.y, item.Rect.GetWidth(), item.Rect.GetHeight()}, takes, chosen);
}

void KeyboardFocus::addHidden(const char* label, const UiRect& rect) {
  add(ImGui::GetID(label), rect, kTakesPress, false);
}

void KeyboardFocus::add(FocusId id, const UiRect& rect, unsigned int takes, bool chosen) {
  ImGuiWindow* const window = GImGui->CurrentWindow;
  const UiRect seen = visiblePart(rect);
  const FocusId panel = window->RootWindow->ID;
  building_.push_back({.id = id,
                       .panel = panel,
                       .places = places_,
                       .takes = takes,
                       .isChosen = chosen,
                       .isHidden = seen.empty(),
                       .isPopup = panel == popUp_,
                       .rect = rect});
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (places_[i].group != 0 && !countsMembers_[i]) ++places_[i].member;
  if (id != focus_) return;
  ring_ = seen;
  if (isVisible_ && scrollFrames_ > 0) scrollTo(window, rect);
}

void KeyboardFocus::beginGroup(const char* label, FocusShape shape, bool hasMembers) {
  const std::size_t level = places_[0].group == 0 ? 0 : 1;
  places_[level] = {.group = ImGui::GetID(label), .shape = shape, .member = hasMembers ? -1 : 0};
  countsMembers_[level] = hasMembers;
}

void KeyboardFocus::beginMember(int index) { places_[0].member = index < 0 ? places_[0].member + 1 : index; }

void KeyboardFocus::endGroup() { places_[places_[1].group != 0 ? 1 : 0] = {}; }

void KeyboardFocus::keepInside() { keptInside_ = GImGui->CurrentWindow->RootWindow->ID; }

bool KeyboardFocus::popUp() {
  popUp_ = GImGui->CurrentWindow->RootWindow->ID;
  if (isVisible_ && ImGui::IsWindowAppearing()) entered_ = popUp_;
  return escapes_ && lastPanel_ == popUp_;
}

void KeyboardFocus::follow(const char* label) {
  if (isVisible_) focus_ = ImGui::GetID(label);
  scrollFrames_ = 2;
}

bool KeyboardFocus::isOnItem() const { return isVisible_ && focus_ != 0 && focus_ == GImGui->LastItemData.ID; }

bool KeyboardFocus::pressesItem() const { return press_ != 0 && press_ == GImGui->LastItemData.ID; }

bool KeyboardFocus::hintIsDue(float delay) const {
  return showsHint_ && isOnItem() && !pointerMoved_ && seconds_ >= static_cast<double>(delay) && GImGui->ActiveId == 0;
}

void KeyboardFocus::endFrame() {
  stops_.swap(building_);
  if (scrollFrames_ > 0) --scrollFrames_;
  if (field_ != 0 && (GImGui->ActiveId == field_ || --fieldTries_ <= 0)) field_ = 0;
  if (field_ != 0) ui().fieldIsDue = true;
  followPointer();
  followPopups();
  followField();
  replaceLost();
  if (isVisible_) drawRing();
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
  FocusId inside = keptInside_;
  int depth = inside != 0 ? 1 : 0;
  for (const ImGuiPopupData& popup : GImGui->OpenPopupStack) {
    if (popup.Window == nullptr || !popup.Window->Active) continue;
    inside = popup.Window->RootWindow->ID;
    ++depth;
    if (!isVisible_ || popup.OpenFrameCount != ImGui::GetFrameCount()) continue;
    popup.Window->Pos = {ring_.x, ring_.bottom()};  // where ImGui's menus open at the pointer
  }
  const bool opens = depth > depth_;
  if (opens) memory_.remember(keyOfLevel(inside_), focus_);
  if (opens || (depth == depth_ && inside != inside_)) {
    entered_ = inside;
  } else if (depth < depth_) {
    if (const FocusId before = memory_.recall(keyOfLevel(inside)); before != 0) focus_ = before;
    seconds_ = missing_ = 0;
    entered_ = 0;
  }
  inside_ = inside;
  depth_ = depth;
  if (entered_ == 0 || ui().fieldIsDue) return;
  int to = nextStop(stops_, memory_, entered_, -1, 1);
  for (int i = 0; i < static_cast<int>(stops_.size()); ++i)
    if (const FocusStop& one = stops_[static_cast<std::size_t>(i)];
        one.panel == entered_ && one.isChosen && !one.isPopup)
      to = i;
  if (to < 0) return;  // drawn from the next frame on
  entered_ = 0;
  if (!isVisible_) return;
  focus_ = stops_[static_cast<std::size_t>(to)].id;
  scrollFrames_ = 2;
  seconds_ = 0;
}

void KeyboardFocus::followField() {
  const FocusId active = GImGui->ActiveId;
  if (!isTyping() || indexOf(stops_, active) < 0) return;
  focus_ = active;
  entered_ = 0;
}

/// What had the focus is gone: its neighbor takes it, or what had it before the panel opened.
void KeyboardFocus::replaceLost() {
  const int index = indexOf(stops_, focus_);
  if (index >= 0) {
    const FocusStop& now = stops_[static_cast<std::size_t>(index)];
    missing_ = 0;
    lastIndex_ = index;
    lastPanel_ = now.panel;
    memory_.remember(now.panel, focus_);
    for (const FocusPlace& place : now.places)
      if (place.group != 0) memory_.remember(place.group, focus_);
    if (depth_ == 0 && !now.isPopup) lastOutside_ = focus_;
    return;
  }
  if (focus_ == 0 || ++missing_ < kMissingFrames) return;
  missing_ = 0;
  focus_ = 0;
  for (int i = std::min(lastIndex_, static_cast<int>(stops_.size()) - 1); i >= 0 && focus_ == 0; --i)
    if (stops_[static_cast<std::size_t>(i)].panel == lastPanel_) focus_ = stops_[static_cast<std::size_t>(i)].id;
  if (focus_ == 0) focus_ = std::exchange(lastOutside_, 0);
  isVisible_ = isVisible_ && focus_ != 0;
}

/// Outside of the control, with a line of the background on both sides, so that it is visible on any color.
void KeyboardFocus::drawRing() const {
  if (ring_.empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float out = px(kRingGap) + px(kRing) / 2, edge = px(kRing) / 2;
  const ImVec2 min{std::max(ring_.x - out, edge), std::max(ring_.y - out, edge)};
  const ImVec2 max{std::min(ring_.right() + out, screen.x - edge), std::min(ring_.bottom() + out, screen.y - edge)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRect(min, max, colors().panel, px(kRingRound), 0, px(kRing) + 2 * px(kRingGap));
  list.AddRect(min, max, colors().focus, px(kRingRound), 0, px(kRing));
}

}  // namespace app
