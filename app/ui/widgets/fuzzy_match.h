// Fuzzy search: how well a few typed letters match a name. "sfi" and "sit floor" both find Sit_Floor_Idle.
#ifndef APP_UI_WIDGETS_FUZZY_MATCH_H
#define APP_UI_WIDGETS_FUZZY_MATCH_H

#include <optional>
#include <string_view>

namespace app {

/// Nothing if the letters of `query` do not all occur in `text` in their order; otherwise the score of the best way to
/// find them, higher for a better match. Letters at the start of a word and letters in a row count more, and of equal
/// matches the shorter text wins. Ignores ASCII case, and spaces in the query. A word starts after anything that is not
/// a letter or digit, at a capital after a small letter, and at a digit after a letter. Without letters, everything
/// matches with 0. Only the first 64 bytes of the query and 256 of the text count. Allocates nothing.
std::optional<int> fuzzyScore(std::string_view query, std::string_view text);

}  // namespace app

#endif  // APP_UI_WIDGETS_FUZZY_MATCH_H
