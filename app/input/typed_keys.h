// Keys, mouse buttons and typed text, whatever window library reports them, and one frame's input.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace app {

// ---- The keys and mouse buttons that the program knows, whatever window library reports them.

/// In Dear ImGui's order, so that a button's value is also its index there.
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
  Comma, Period, Slash, Minus, Equal, LeftBracket, RightBracket, GraveAccent, Backslash, Menu,
  LeftShift, RightShift, LeftControl, RightControl, LeftAlt, RightAlt, LeftSuper, RightSuper,
};
// clang-format on
inline constexpr std::size_t kKeyCount = static_cast<std::size_t>(Key::RightSuper) + 1;

constexpr std::size_t indexOf(MouseButton button) { return static_cast<std::size_t>(button); }
constexpr std::size_t indexOf(Key key) { return static_cast<std::size_t>(key); }

struct Modifiers {
  bool shift = false;
  bool control = false;
  bool alt = false;
  bool super = false;
  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

/// Whether neither Ctrl, Alt nor Super is held.
constexpr bool isPlain(const Modifiers& modifiers) { return !modifiers.control && !modifiers.alt && !modifiers.super; }

/// A key that went down, or that repeats because it is held.
struct KeyPress {
  Key key = Key::Unknown;
  bool repeated = false;
  Modifiers modifiers;
};

// ---- Text together with the key presses that came with it, and how to take it apart.

struct Typed {
  std::string text;  // UTF-8
  std::vector<KeyPress> presses;
};

/// Bytes of the first `count` characters; all of a shorter text.
std::size_t bytesOf(std::string_view text, std::size_t count);
std::size_t characterCount(std::string_view text);
/// Whether the press also types a character, on any layout that has one there.
bool typesText(const KeyPress& press);
/// Whether a number may start with the text: a digit, a sign, or a decimal separator.
bool startsNumber(std::string_view text);

/// Finds the character that each key press of a frame typed. Keys without a name here type, too; their characters are
/// skipped where that is certain, which is when they are not ASCII.
class TypedText {
 public:
  TypedText(std::string_view text, const std::vector<KeyPress>& presses);

  /// The text from the character that the next typing press types.
  std::string_view rest();
  /// After a press: what it typed is used up.
  void pass(const KeyPress& press);
  /// Bytes consumed so far.
  std::size_t used() const { return used_; }

 private:
  std::string_view text_;
  std::size_t used_ = 0;
  std::size_t pressesLeft_ = 0;  // that type
};

// ---- One frame's input as plain values: filled from a window's events, or by hand in tests.

/// What is held is the state at the end of the frame. Clicks, the wheel and the lists are what happened in this frame.
struct InputFrame {
  double mouseX = 0;  // framebuffer pixels from the left
  double mouseY = 0;  // framebuffer pixels from the top
  bool mouseInside = false;
  std::array<bool, kMouseButtonCount> buttonsDown{};
  std::array<int, kMouseButtonCount> clickCounts{};  // 1: pressed in this frame, 2: the press of a double click, ...
  double wheelX = 0;                                 // notches to the right
  double wheelY = 0;                                 // notches away from the user
  std::array<bool, kKeyCount> keysDown{};
  Modifiers modifiers;
  std::vector<KeyPress> keyPresses;
  std::string text;  // UTF-8
  std::vector<std::string> droppedPaths;
  int framebufferWidth = 0;  // pixels; on some systems 0 x 0 while minimized
  int framebufferHeight = 0;
  bool isHidden = false;   // minimized, or not on the screen
  float contentScale = 1;  // text size relative to a 96 dpi screen
  bool hasEvents = false;  // anything happened in this frame, to the window, too
  bool shouldClose = false;
  bool displayLost = false;  // the Wayland compositor is gone: nothing is shown any more, and no event follows

  bool isDown(MouseButton button) const { return buttonsDown[indexOf(button)]; }
  bool isDown(Key key) const { return keysDown[indexOf(key)]; }
};

/// Clears what happened in the frame and keeps what is held.
void beginNextFrame(InputFrame& frame);

}  // namespace app
