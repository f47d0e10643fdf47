#include "app/ui/held_keys.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

/// The text without its first `count` characters. UTF-8.
std::string withoutFirst(const std::string& text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return text.substr(at);
}

}  // namespace

void HeldKeys::hold(std::string text, std::vector<KeyPress> presses) {
  if (!text.empty() || !presses.empty()) held_.push_back({std::move(text), std::move(presses)});
}

void HeldKeys::holdRest(const InputFrame& input, std::size_t handled) {
  const auto rest = input.keyPresses.begin() + static_cast<std::ptrdiff_t>(std::min(handled, input.keyPresses.size()));
  hold(withoutFirst(input.text, handled), {rest, input.keyPresses.end()});
}

InputFrame& HeldKeys::take(const InputFrame& input, bool fieldHasKeyboard) {
  frame_ = input;
  if (fieldHasKeyboard) framesLeft_ = 0;
  if (framesLeft_ == 0 && held_.empty()) return frame_;
  hold(std::move(frame_.text), std::move(frame_.keyPresses));
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
