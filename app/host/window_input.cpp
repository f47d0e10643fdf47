#include "app/host/window_input.h"

namespace app {
namespace {

static_assert(kKeyCount == kUiKeyCount, "both rooms name the same keys in the same order");
static_assert(static_cast<int>(Key::GraveAccent) == static_cast<int>(UiKey::GraveAccent));

UiModifiers modifiersOf(const Modifiers& m) {
  return {.shift = m.shift, .control = m.control, .alt = m.alt, .super = m.super};
}

}  // namespace

void fillUiInput(const InputFrame& frame, UiInput& out) {
  out.mouseX = static_cast<float>(frame.mouseX);
  out.mouseY = static_cast<float>(frame.mouseY);
  out.mouseInside = frame.mouseInside;
  out.buttonsDown = {frame.isDown(MouseButton::Left), frame.isDown(MouseButton::Right),
                     frame.isDown(MouseButton::Middle)};
  out.wheelX = static_cast<float>(frame.wheelX);
  out.wheelY = static_cast<float>(frame.wheelY);
  out.keysDown = frame.keysDown;
  out.modifiers = modifiersOf(frame.modifiers);
  out.keyPresses.clear();
  for (const KeyPress& press : frame.keyPresses)
    out.keyPresses.push_back(
        {.key = static_cast<UiKey>(press.key), .repeated = press.repeated, .modifiers = modifiersOf(press.modifiers)});
  out.text = frame.text;
}

}  // namespace app
