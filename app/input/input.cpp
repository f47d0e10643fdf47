#include "app/input/input.h"

#include <bitset>

namespace app {
namespace {

// What has changed in the frame being made, and so must not change again in it.
struct Changed {
  std::bitset<kMouseButtonCount> buttons;
  std::bitset<kKeyCount> keys;
};

void appendUtf8(std::string& text, char32_t c) {
  const auto put = [&text](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | (c >> 6));
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  } else if (c < 0x110000) {
    put(0xF0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3F));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

Modifiers modifiersOf(const InputFrame& frame) {
  return {.shift = frame.isDown(Key::LeftShift) || frame.isDown(Key::RightShift),
          .control = frame.isDown(Key::LeftControl) || frame.isDown(Key::RightControl),
          .alt = frame.isDown(Key::LeftAlt) || frame.isDown(Key::RightAlt),
          .super = frame.isDown(Key::LeftSuper) || frame.isDown(Key::RightSuper)};
}

// Takes one event into the frame; false, and nothing changed, when the event has to wait for the next frame.
struct Apply {
  InputFrame& frame;
  Changed& changed;

  bool operator()(const MouseMoved& moved) const {
    if (changed.buttons.any()) return false;
    frame.mouseX = moved.x;
    frame.mouseY = moved.y;
    return true;
  }
  bool operator()(const MouseEntered& entered) const {
    frame.mouseInside = entered.inside;
    return true;
  }
  bool operator()(const ButtonChanged& event) const {
    const auto index = static_cast<std::size_t>(event.button);
    if (changed.buttons[index]) return false;
    changed.buttons.set(index);
    frame.buttonsDown[index] = event.down;
    return true;
  }
  bool operator()(const WheelScrolled& scrolled) const {
    if (changed.buttons.any()) return false;
    frame.wheelX += scrolled.x;
    frame.wheelY += scrolled.y;
    return true;
  }
  bool operator()(const KeyChanged& event) const {
    const auto index = static_cast<std::size_t>(event.key);
    if (changed.keys[index]) return false;
    changed.keys.set(index);
    frame.keysDown[index] = event.down;
    frame.modifiers = modifiersOf(frame);
    if (event.down) frame.keyPresses.push_back({event.key, event.repeated, frame.modifiers});
    return true;
  }
  bool operator()(const TextTyped& typed) const {
    appendUtf8(frame.text, typed.codepoint);
    return true;
  }
  bool operator()(const PathsDropped& dropped) const {
    frame.droppedPaths.insert(frame.droppedPaths.end(), dropped.paths.begin(), dropped.paths.end());
    return true;
  }
  bool operator()(const FocusChanged& event) const {
    frame.focused = event.focused;
    return true;
  }
};

}  // namespace

void advanceInput(InputFrame& frame, std::vector<InputEvent>& events) {
  frame.wheelX = 0;
  frame.wheelY = 0;
  frame.keyPresses.clear();
  frame.text.clear();
  frame.droppedPaths.clear();

  Changed changed;
  auto next = events.begin();
  while (next != events.end() && std::visit(Apply{frame, changed}, *next)) ++next;
  events.erase(events.begin(), next);
}

}  // namespace app
