// Text together with the key presses that came with it, and how to take it apart.
#ifndef APP_INPUT_TYPED_KEYS_H
#define APP_INPUT_TYPED_KEYS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/input/keys.h"

namespace app {

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

}  // namespace app

#endif  // APP_INPUT_TYPED_KEYS_H
