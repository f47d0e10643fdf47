// Makes text from files safe to show on a terminal or a page.
#pragma once

#include <string>
#include <string_view>

namespace app {

/// Escapes what a terminal or a page would interpret: control characters as "\x1b", line breaks as "\n", those that
/// change the direction of text or break lines (Unicode Standard Annex #9, 2.7) as "\u202e", bytes that are not UTF-8
/// as
/// "\xfc". All other text stays as it is.
std::string visible(std::string_view text);
/// The same, except for line breaks and tabs.
std::string visibleLines(std::string_view text);
/// The same JSON, with these characters as JSON escapes, so a reader gets the same values.
std::string visibleJson(std::string_view json);

}  // namespace app
