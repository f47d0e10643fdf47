#include "app/input/typed_keys.h"

#include <algorithm>

namespace app {
namespace {

/// Whether the byte continues a character of UTF-8.
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::size_t bytesOf(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    ++at;
    while (at < text.size() && continues(text[at])) ++at;
  }
  return at;
}

std::size_t characterCount(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues));
}

bool typesText(const KeyPress& press) {
  const bool printable = (press.key >= Key::A && press.key <= Key::Digit9) || press.key == Key::Space ||
                         (press.key >= Key::Comma && press.key <= Key::Backslash);
  return printable && isPlain(press.modifiers);
}

bool startsNumber(std::string_view text) {
  constexpr std::string_view kStarts = "0123456789-.,";
  return !text.empty() && kStarts.find(text.front()) != std::string_view::npos;
}

TypedText::TypedText(std::string_view text, const std::vector<KeyPress>& presses)
    : text_(text), pressesLeft_(static_cast<std::size_t>(std::count_if(presses.begin(), presses.end(), typesText))) {}

std::string_view TypedText::rest() {
  const auto isAscii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  while (used_ < text_.size() && !isAscii(text_[used_]) && characterCount(text_.substr(used_)) > pressesLeft_)
    used_ += bytesOf(text_.substr(used_), 1);
  return text_.substr(used_);
}

void TypedText::pass(const KeyPress& press) {
  if (!typesText(press)) return;
  used_ += bytesOf(rest(), 1);
  --pressesLeft_;
}

void beginNextFrame(InputFrame& frame) {
  frame.clickCounts = {};
  frame.wheelX = 0;
  frame.wheelY = 0;
  frame.keyPresses.clear();
  frame.text.clear();
  frame.droppedPaths.clear();
  frame.hasEvents = false;
}

}  // namespace app
