#include "app/import/file/utf8_text.h"

namespace app {
namespace {

unsigned byteAt(std::string_view text, std::size_t index) { return static_cast<unsigned char>(text[index]); }

/// Length of the valid sequence that starts `text`, or 0 (Unicode 15, table 3-7: no overlong forms, no surrogates).
std::size_t sequenceLength(std::string_view text) {
  const unsigned first = byteAt(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byteAt(text, i) & 0xC0u) != 0x80u) return 0;
  const unsigned second = byteAt(text, 1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

}  // namespace

Utf8Text validUtf8(std::string_view text) {
  Utf8Text result;
  result.text.reserve(text.size());
  std::size_t valid = 0;  // bytes at the start of `text` that are known to be
  while (valid < text.size()) {
    const std::size_t length = sequenceLength(text.substr(valid));
    valid += length;
    if (length != 0) continue;
    result.text += text.substr(0, valid);
    result.text += "\xEF\xBF\xBD";
    ++result.replaced;
    text.remove_prefix(valid + 1);
    valid = 0;
  }
  result.text += text;
  return result;
}

std::string_view cutUtf8(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (byteAt(text, bytes) & 0xC0u) == 0x80u) --bytes;
  return text.substr(0, bytes);
}

std::string shortText(std::string_view text) {
  constexpr std::size_t kMaxBytes = 80;
  const std::string shown = validUtf8(cutUtf8(text, kMaxBytes)).text;
  return text.size() > kMaxBytes ? shown + "..." : shown;
}

}  // namespace app
