// Checks that bytes are UTF-8 text.
#ifndef CROSSFADE_ASSET_DETAIL_UTF8_H
#define CROSSFADE_ASSET_DETAIL_UTF8_H

#include <cstddef>
#include <string_view>

namespace crossfade {

/// Whether it is UTF-8 without NUL: no overlong forms, no surrogates, nothing above U+10FFFF (RFC 3629).
inline bool isPlainUtf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char first = byte(i);
    const std::size_t more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (first == 0 || (first >= 0x80 && first < 0xc2) || first > 0xf4 || text.size() - i <= more) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((byte(i + k) & 0xc0) != 0x80) return false;
    if (more >= 2) {  // the second byte decides what the first one leaves open
      const unsigned char second = byte(i + 1);
      if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
          (first == 0xf4 && second >= 0x90))
        return false;
    }
    i += more + 1;
  }
  return true;
}

}  // namespace crossfade

#endif  // CROSSFADE_ASSET_DETAIL_UTF8_H
