#include "app/import/collada/collada_elements.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

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

bool isPrimitives(const pugi::xml_node& element) {
  constexpr std::array<std::string_view, 7> kGroups{"triangles", "polylist",   "polygons", "tristrips",
                                                    "trifans",   "linestrips", "lines"};
  return std::find(kGroups.begin(), kGroups.end(), element.name()) != kGroups.end();
}

void removeChildren(pugi::xml_node parent, std::string_view name) {
  for (pugi::xml_node next, child = parent.first_child(); child; child = next) {
    next = child.next_sibling();
    if (name == child.name()) parent.remove_child(child);
  }
}

std::string idOf(const pugi::xml_node& element) { return element.attribute("id").value(); }

std::string shownNameOf(const pugi::xml_node& element) {
  const char* const name = element.attribute("name").value();
  return validUtf8(name[0] != '\0' ? name : element.attribute("id").value()).text;
}

std::string_view localId(std::string_view url) { return url.starts_with('#') ? url.substr(1) : std::string_view(); }

std::size_t readNumbers(std::string_view text, std::span<float> numbers) {
  std::size_t count = 0;
  if (numbers.empty()) return count;
  forEachWord(text, [&](std::string_view each) {
    std::string word(each);
    std::replace(word.begin(), word.end(), ',', '.');
    float number = 0;
    const std::errc error = std::from_chars(word.data(), word.data() + word.size(), number).ec;
    if (error != std::errc() || !(std::abs(number) <= limits::kMaxMagnitude)) return false;
    numbers[count++] = number;
    return count < numbers.size();
  });
  return count;
}

}  // namespace app
