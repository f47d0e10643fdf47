// How deep JSON text nests lists and objects: parsers, copies and writers recurse.
#ifndef APP_MODEL_JSON_JSON_DEPTH_H
#define APP_MODEL_JSON_JSON_DEPTH_H

#include <cstddef>
#include <string_view>

namespace app {

inline constexpr int kMaxJsonDepth = 64;

/// Where `text` first nests deeper than kMaxJsonDepth; npos: nowhere. Brackets inside strings do not count.
constexpr std::size_t tooDeepAt(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return i;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return text.npos;
}

}  // namespace app

#endif  // APP_MODEL_JSON_JSON_DEPTH_H
