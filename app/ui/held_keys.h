// Keystrokes between asking for a text field and the frame in which it has the keyboard: they belong to the field.
#ifndef APP_UI_HELD_KEYS_H
#define APP_UI_HELD_KEYS_H

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "app/input/input_frame.h"

namespace app {

class HeldKeys {
 public:
  /// Holds what is typed from the next frame on, until the field has the keyboard or does not come.
  void wait() { framesLeft_ = kMaxFrames; }
  /// Holds what was typed in this frame after its first `handled` key presses; the last of them asked for the field.
  void holdRest(const InputFrame& input, std::size_t handled);
  /// Holds keys for the next frame.
  void hold(std::string text, std::vector<KeyPress> presses);
  /// The input of a frame, without what is held and with what is due: held frames come one by one, so a key never
  /// overtakes text. Valid until the next call. Allocates only while keys are held.
  InputFrame& take(const InputFrame& input, bool fieldHasKeyboard);

 private:
  static constexpr int kMaxFrames = 6;  // ImGui needs three

  struct Typed {
    std::string text;
    std::vector<KeyPress> presses;
  };

  InputFrame frame_;
  std::deque<Typed> held_;
  int framesLeft_ = 0;
};

}  // namespace app

#endif  // APP_UI_HELD_KEYS_H
