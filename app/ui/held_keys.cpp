#include "app/ui/held_keys.h"

#include <algorithm>
#include <utility>

namespace app {

void HeldKeys::giveBack(Typed rest) {
  if (!rest.text.empty() || !rest.presses.empty()) held_.push_front(std::move(rest));
}

void HeldKeys::giveBackRest(const InputFrame& input, std::size_t handled) {
  const auto rest = input.keyPresses.begin() + static_cast<std::ptrdiff_t>(std::min(handled, input.keyPresses.size()));
  TypedText typed(input.text, input.keyPresses);
  std::for_each(input.keyPresses.begin(), rest, [&](const KeyPress& press) { typed.pass(press); });
  giveBack({input.text.substr(typed.used()), {rest, input.keyPresses.end()}});
}

InputFrame& HeldKeys::take(const InputFrame& input, bool fieldHasKeyboard) {
  frame_ = input;
  if (fieldHasKeyboard) framesLeft_ = 0;
  if (framesLeft_ == 0 && held_.empty()) return frame_;
  if (!frame_.text.empty() || !frame_.keyPresses.empty())
    held_.push_back({std::move(frame_.text), std::move(frame_.keyPresses)});
  frame_.text.clear();
  frame_.keyPresses.clear();
  std::fill_n(frame_.keysDown.begin(), indexOf(Key::LeftShift), false);
  frame_.modifiers = {};
  if (framesLeft_ > 0) {
    --framesLeft_;
  } else if (!held_.empty()) {
    frame_.text = std::move(held_.front().text);
    frame_.keyPresses = std::move(held_.front().presses);
    held_.pop_front();
    if (!frame_.keyPresses.empty()) frame_.modifiers = frame_.keyPresses.back().modifiers;
  }
  return frame_;
}

}  // namespace app
