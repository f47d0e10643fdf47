// Makes text from a file safe to show and to write: valid UTF-8 of limited length.
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

/// The first `bytes` bytes of `text` (valid UTF-8), or up to three fewer so as not to cut a character in two.
std::string_view cutUtf8(std::string_view text, std::size_t bytes);

/// Any text, made fit for a message: valid UTF-8, at most one line long.
std::string shortText(std::string_view text);

}  // namespace app
