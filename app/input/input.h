// What a person did since the last frame, as plain values that name no window library.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace app {

enum class MouseButton { Left, Right, Middle };
inline constexpr std::size_t kMouseButtonCount = 3;

// clang-format off
enum class Key {
  Unknown,
  A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
  Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9,
  F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
  Left, Right, Up, Down, Home, End, PageUp, PageDown,
  Space, Enter, KeypadEnter, Escape, Tab, Backspace, Insert, Delete,
  Comma, Period, Slash, Minus, Equal, LeftBracket, RightBracket, GraveAccent,
  LeftShift, RightShift, LeftControl, RightControl, LeftAlt, RightAlt, LeftSuper, RightSuper,
};
// clang-format on
inline constexpr std::size_t kKeyCount = static_cast<std::size_t>(Key::RightSuper) + 1;

struct Modifiers {
  bool shift = false;
  bool control = false;
  bool alt = false;
  bool super = false;
};

/// A key that went down in this frame, or that repeats because it is held.
struct KeyPress {
  Key key = Key::Unknown;
  bool repeated = false;
  Modifiers modifiers;
};

/// One frame's input. What is held is the state at the frame's end; the lists hold what happened in this frame only.
struct InputFrame {
  double mouseX = 0;  // framebuffer pixels from the left
  double mouseY = 0;  // framebuffer pixels from the top
  bool mouseInside = false;
  std::array<bool, kMouseButtonCount> buttonsDown{};
  double wheelX = 0;  // notches in this frame, to the right
  double wheelY = 0;  // notches in this frame, away from the person
  std::array<bool, kKeyCount> keysDown{};
  Modifiers modifiers;
  std::vector<KeyPress> keyPresses;
  std::string text;  // typed in this frame, UTF-8
  std::vector<std::string> droppedPaths;
  int windowWidth = 0;  // screen units; 0 x 0 while minimised
  int windowHeight = 0;
  int framebufferWidth = 0;  // pixels; 0 x 0 while minimised
  int framebufferHeight = 0;
  float contentScale = 1;  // how much larger than on a 96 dpi screen text should be
  bool focused = false;
  bool shouldClose = false;

  bool isDown(MouseButton button) const { return buttonsDown[static_cast<std::size_t>(button)]; }
  bool isDown(Key key) const { return keysDown[static_cast<std::size_t>(key)]; }
};

struct MouseMoved {
  double x = 0;  // framebuffer pixels
  double y = 0;
};
struct MouseEntered {
  bool inside = false;
};
struct ButtonChanged {
  MouseButton button = MouseButton::Left;
  bool down = false;
};
struct WheelScrolled {
  double x = 0;
  double y = 0;
};
struct KeyChanged {
  Key key = Key::Unknown;
  bool down = false;
  bool repeated = false;
};
struct TextTyped {
  char32_t codepoint = 0;
};
struct PathsDropped {
  std::vector<std::string> paths;
};
struct FocusChanged {
  bool focused = false;
};
using InputEvent = std::variant<MouseMoved, MouseEntered, ButtonChanged, WheelScrolled, KeyChanged, TextTyped,
                                PathsDropped, FocusChanged>;

/// Moves `frame` on by the oldest of `events` and removes those. It stops before an event that would hide an earlier
/// one of the same frame - a button or key that changes twice, a pointer that moves on after a click - so that nothing
/// a person does between two slow frames is lost: the rest stays for the next frame.
void advanceInput(InputFrame& frame, std::vector<InputEvent>& events);

}  // namespace app
