// One frame's input as plain values: filled from a window's events, or by hand in tests.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/input/typed_keys.h"

namespace app {

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
