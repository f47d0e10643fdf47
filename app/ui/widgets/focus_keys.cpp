#include "app/ui/widgets/focus_keys.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"

namespace app {
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
