#include "app/input/input_queue.h"

#include <bitset>
#include <cmath>

namespace app {
namespace {

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

bool isShift(Key key) { return key == Key::LeftShift || key == Key::RightShift; }
bool isModifier(Key key) { return key >= Key::LeftShift && key <= Key::RightSuper; }

/// A key that edits text rather than typing it, or leaves the field: the order of the two matters.
bool editsText(Key key) {
  return (key >= Key::Left && key <= Key::PageDown) || (key >= Key::Enter && key <= Key::Delete) || key == Key::F6;
}

}  // namespace

/// Takes events into one frame. Each operator returns false, and changes nothing, when the event has to wait for the
/// next frame.
struct InputQueue::Step {
  InputFrame& frame;
  std::array<Press, kMouseButtonCount>& lastPresses;
  std::bitset<kMouseButtonCount> changedButtons{};
  std::bitset<kKeyCount> changedKeys{};
  std::bitset<kKeyCount> typedKeys{};  // of them: each press typed a character, so none has to be seen held
  bool pressedKey = false;             // other than a modifier
  bool pressedCommand = false;         // one of them that types nothing
  bool edited = false;                 // with a key that edits text

  int clicksOf(const ButtonChanged& event) const {
    const Press& last = lastPresses[indexOf(event.button)];
    const bool soon = event.when.earliest - last.when.latest < kDoubleClickSeconds;
    const bool near = std::hypot(frame.mouseX - last.x, frame.mouseY - last.y) < kDoubleClickPixels;
    return last.clicks > 0 && soon && near ? last.clicks + 1 : 1;
  }

  bool operator()(const MouseMoved& moved) {
    if (changedButtons.any()) return false;
    frame.mouseX = moved.x;
    frame.mouseY = moved.y;
    return true;
  }
  bool operator()(const MouseEntered& entered) {
    if (changedButtons.any()) return false;
    frame.mouseInside = entered.inside;
    return true;
  }
  bool operator()(const ButtonChanged& event) {
    const std::size_t index = indexOf(event.button);
    if (changedButtons[index]) return false;
    changedButtons.set(index);
    frame.buttonsDown[index] = event.down;
    if (!event.down) return true;
    frame.clickCounts[index] = clicksOf(event);
    lastPresses[index] = {event.when, frame.mouseX, frame.mouseY, frame.clickCounts[index]};
    return true;
  }
  bool operator()(const WheelScrolled& scrolled) {
    if (changedButtons.any()) return false;
    frame.wheelX += scrolled.x;
    frame.wheelY += scrolled.y;
    return true;
  }
  bool operator()(const KeyChanged& event) {
    const std::size_t index = indexOf(event.key);
    const bool holdsOn = event.repeated && frame.keysDown[index];  // repeats add up: none has to wait
    const bool types = typesText({event.key, event.repeated, modifiersOf(frame)});
    // Shift goes up and down with the capitals of what is typed.
    const bool capitalizes = isShift(event.key) && pressedKey && !pressedCommand && changedButtons.none();
    const bool typesOn = capitalizes || (typedKeys[index] && (types || !event.down));
    if (changedKeys[index] && !holdsOn && !typesOn) return false;
    if (isModifier(event.key) && !capitalizes && (changedButtons.any() || pressedKey)) return false;
    if (event.down && editsText(event.key) && !frame.text.empty()) return false;
    if (event.down && edited && types) return false;  // with its text
    if (!holdsOn) changedKeys.set(index);
    if (event.down && !holdsOn) typedKeys.set(index, types);
    frame.keysDown[index] = event.down;
    frame.modifiers = modifiersOf(frame);
    if (!event.down) return true;
    frame.keyPresses.push_back({event.key, event.repeated, frame.modifiers});
    pressedKey |= !isModifier(event.key);
    pressedCommand |= !isModifier(event.key) && !types;
    edited |= editsText(event.key);
    return true;
  }
  bool operator()(const TextTyped& typed) {
    if (edited) return false;
    appendUtf8(frame.text, typed.codepoint);
    return true;
  }
  bool operator()(const WindowChanged&) { return true; }
  bool operator()(const PathsDropped& dropped) {
    frame.droppedPaths.insert(frame.droppedPaths.end(), dropped.paths.begin(), dropped.paths.end());
    return true;
  }
};

void InputQueue::advance(InputFrame& frame) {
  beginNextFrame(frame);
  Step step{.frame = frame, .lastPresses = lastPresses_};
  auto next = events_.begin();
  while (next != events_.end() && std::visit(step, *next)) ++next;
  frame.hasEvents = next != events_.begin();
  events_.erase(events_.begin(), next);
}

}  // namespace app
