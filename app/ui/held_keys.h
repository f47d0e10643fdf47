// Keystrokes left for a later frame: typed before a text field has the keyboard, or after a key that may change what is
// on screen.
#pragma once

#include <cstddef>
#include <deque>

#include "app/input/input_frame.h"
#include "app/input/typed_keys.h"

namespace app {

class HeldKeys {
 public:
  /// Holds what is typed from the next frame on, until the field has the keyboard or does not come.
  void wait() { framesLeft_ = kMaxFrames; }
  /// Holds what is typed until Dear ImGui knows that a field has lost the keyboard, unless it keeps it.
  void waitUntilLeft() { framesLeft_ = kFramesToLeave; }
  /// Puts back what a frame did not handle: it comes first in the next one.
  void giveBack(Typed rest);
  /// The same for all but the first `handled` key presses of a frame and what they typed.
  void giveBackRest(const InputFrame& input, std::size_t handled);
  /// The input of a frame, without what is held and with what is due: held frames come one by one, so a key never
  /// overtakes text. Valid until the next call. Allocates only while keys are held.
  InputFrame& take(const InputFrame& input, bool fieldHasKeyboard);

 private:
  static constexpr int kMaxFrames = 6;  // ImGui needs three
  static constexpr int kFramesToLeave = 1;

  InputFrame frame_;
  std::deque<Typed> held_;  // the oldest first
  int framesLeft_ = 0;
};

}  // namespace app
