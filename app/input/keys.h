// The keys and mouse buttons that the program knows, whatever window library reports them.
#ifndef APP_INPUT_KEYS_H
#define APP_INPUT_KEYS_H

#include <cstddef>

namespace app {

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

}  // namespace app

#endif  // APP_INPUT_KEYS_H
