// What a person did since the last frame, as the interface needs it: filled by hand in tests, from the window in the
// program.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace app {

/// In the order of the platform's keys, so that the program may convert by number.
enum class UiKey {
  Unknown,
  A,
  B,
  C,
  D,
  E,
  F,
  G,
  H,
  I,
  J,
  K,
  L,
  M,
  N,
  O,
  P,
  Q,
  R,
  S,
  T,
  U,
  V,
  W,
  X,
  Y,
  Z,
  Digit0,
  Digit1,
  Digit2,
  Digit3,
  Digit4,
  Digit5,
  Digit6,
  Digit7,
  Digit8,
  Digit9,
  F1,
  F2,
  F3,
  F4,
  F5,
  F6,
  F7,
  F8,
  F9,
  F10,
  F11,
  F12,
  Left,
  Right,
  Up,
  Down,
  Home,
  End,
  PageUp,
  PageDown,
  Space,
  Enter,
  KeypadEnter,
  Escape,
  Tab,
  Backspace,
  Insert,
  Delete,
  Comma,
  Period,
  Slash,
  Minus,
  Equal,
  LeftBracket,
  RightBracket,
  GraveAccent,
  LeftShift,
  RightShift,
  LeftControl,
  RightControl,
  LeftAlt,
  RightAlt,
  LeftSuper,
  RightSuper,
};
inline constexpr std::size_t kUiKeyCount = static_cast<std::size_t>(UiKey::RightSuper) + 1;

struct UiModifiers {
  bool shift = false;
  bool control = false;
  bool alt = false;
  bool super = false;
  friend bool operator==(const UiModifiers&, const UiModifiers&) = default;
};

/// A key that went down in this frame, or that repeats because it is held.
struct UiKeyPress {
  UiKey key = UiKey::Unknown;
  bool repeated = false;
  UiModifiers modifiers;
};

inline constexpr std::size_t kLeftButton = 0, kRightButton = 1, kMiddleButton = 2;

/// One frame's input. What is held is the state at the frame's end; `keyPresses` and `text` happened in this frame.
struct UiInput {
  float mouseX = 0;  // framebuffer pixels from the left
  float mouseY = 0;  // framebuffer pixels from the top
  bool mouseInside = false;
  std::array<bool, 3> buttonsDown{};  // left, right, middle
  float wheelX = 0;                   // notches, to the right
  float wheelY = 0;                   // notches, away from the person
  std::array<bool, kUiKeyCount> keysDown{};
  UiModifiers modifiers;
  std::vector<UiKeyPress> keyPresses;
  std::string text;  // UTF-8
};

}  // namespace app
