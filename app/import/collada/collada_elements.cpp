#include "app/import/collada/collada_elements.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "app/import/file/import_limits.h"

namespace app {

std::vector<pugi::xml_node> elementsWhere(const pugi::xml_node& root,
                                          const std::function<bool(const pugi::xml_node&)>& isWanted) {
  struct Finder : pugi::xml_tree_walker {
    explicit Finder(const std::function<bool(const pugi::xml_node&)>& wanted) : isWanted(wanted) {}
    bool for_each(pugi::xml_node& node) override {
      if (isWanted(node)) found.push_back(node);
      return true;
    }
    const std::function<bool(const pugi::xml_node&)>& isWanted;
    std::vector<pugi::xml_node> found;
  } finder(isWanted);
  pugi::xml_node(root).traverse(finder);
  return std::move(finder.found);
}

std::vector<pugi::xml_node> elementsNamed(const pugi::xml_node& root, std::string_view name) {
  return elementsWhere(root, [&](const pugi::xml_node& node) { return name == node.name(); });
}

void removeChildren(pugi::xml_node parent, std::string_view name) {
  for (pugi::xml_node next, child = parent.first_child(); child; child = next) {
    next = child.next_sibling();
    if (name == child.name()) parent.remove_child(child);
  }
}

std::string_view localId(std::string_view url) { return url.starts_with('#') ? url.substr(1) : std::string_view(); }

std::size_t readNumbers(std::string_view text, std::span<float> numbers) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::size_t count = 0;
  while (count < numbers.size()) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == text.npos) break;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kSpace), text.size());
    std::string word(text.substr(0, end));
    text.remove_prefix(end);
    std::replace(word.begin(), word.end(), ',', '.');
    float number = 0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || !(std::abs(number) <= limits::kMaxMagnitude)) break;
    numbers[count++] = number;
  }
  return count;
}

}  // namespace app
