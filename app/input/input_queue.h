// From a window's events to frames of input, without losing one however slow the frames are.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "app/input/typed_keys.h"

namespace app {

/// When an event happened, in seconds: no earlier than `earliest`, no later than `latest`. A window library reports
/// events only when it is polled, so the two are one poll apart.
struct EventTime {
  double earliest = 0;
  double latest = 0;
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
  EventTime when{};
};
struct WheelScrolled {
  double x = 0;
  double y = 0;
};
/// When the window loses the focus, GLFW itself releases what is down.
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
/// It was uncovered, resized, or got or lost the focus.
struct WindowChanged {};
using InputEvent = std::variant<MouseMoved, MouseEntered, ButtonChanged, WheelScrolled, KeyChanged, TextTyped,
                                PathsDropped, WindowChanged>;

/// A press of the same button within this time and distance of the last one continues the click.
inline constexpr double kDoubleClickSeconds = 0.3;
inline constexpr double kDoubleClickPixels = 6;

class InputQueue {
 public:
  void push(InputEvent event) { events_.push_back(std::move(event)); }
  bool empty() const { return events_.empty(); }

  /// Makes `frame` the next one, from the oldest events. Stops before an event that would hide an earlier one of the
  /// same frame, such as the release after a press or a move away from a click; the rest waits for the next frame.
  /// Typed characters hide nothing: however fast one types, a frame takes all of them.
  ///
  /// Clicks are counted by the events' own times, not by frames. Where those times leave it open whether two presses
  /// were a double click, they count as one: a slow frame never breaks a double click.
  void advance(InputFrame& frame);

 private:
  struct Press {
    EventTime when;
    double x = 0;
    double y = 0;
    int clicks = 0;
  };
  struct Step;  // one call of advance()

  std::vector<InputEvent> events_;
  std::array<Press, kMouseButtonCount> lastPresses_;
};

}  // namespace app
