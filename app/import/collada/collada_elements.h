// The elements of a COLLADA document and the words in them. Private to this folder.
#ifndef APP_IMPORT_COLLADA_COLLADA_ELEMENTS_H
#define APP_IMPORT_COLLADA_COLLADA_ELEMENTS_H

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

namespace app {

/// All elements below `root` that are wanted, in the order of the document: parents before children.
std::vector<pugi::xml_node> elementsWhere(const pugi::xml_node& root,
                                          const std::function<bool(const pugi::xml_node&)>& isWanted);
/// All elements with that name.
std::vector<pugi::xml_node> elementsNamed(const pugi::xml_node& root, std::string_view name);

inline bool isNamed(const pugi::xml_node& element, std::string_view name) { return name == element.name(); }
std::string idOf(const pugi::xml_node& element);
/// Its name, or its id if it has none, as valid UTF-8.
std::string shownNameOf(const pugi::xml_node& element);

constexpr bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Calls `use` with each word of the text until it returns false.
template <class Use>
void forEachWord(std::string_view text, Use use) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !isBlank(text[end])) ++end;
    if (end > at && !use(text.substr(at, end - at))) return;
    at = end + 1;
  }
}

/// "arm" for "#arm". Empty if the URL does not refer to the same document.
std::string_view localId(std::string_view url);

/// The number that the word begins with, or NaN. Accepts a comma as the decimal point, because some exporters follow
/// the locale.
double numberIn(std::string_view word);

/// Reads numbers separated by white space until `numbers` is full, and returns how many there are. Stops at
/// anything that is not a finite number.
std::size_t readNumbers(std::string_view text, std::span<float> numbers);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_ELEMENTS_H
