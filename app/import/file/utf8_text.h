// Text from a file made safe to show and to write again: always valid UTF-8, never endless.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace app {

struct Utf8Text {
  std::string text;
  int replaced = 0;  // how many bytes became U+FFFD
};

/// `text` with each byte that is not part of a valid UTF-8 sequence replaced by U+FFFD.
Utf8Text validUtf8(std::string_view text);

/// At most `bytes` bytes of `text`, which is valid UTF-8, never cut within a character.
std::string_view cutUtf8(std::string_view text, std::size_t bytes);

/// Text of unknown length and origin as it can stand in a message: valid, and not longer than a line.
std::string shortText(std::string_view text);

}  // namespace app
