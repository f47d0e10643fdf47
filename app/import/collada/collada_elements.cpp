#include "app/import/collada/collada_elements.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

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

std::string idOf(const pugi::xml_node& element) { return element.attribute("id").value(); }

std::string shownNameOf(const pugi::xml_node& element) {
  const char* const name = element.attribute("name").value();
  return validUtf8(name[0] != '\0' ? name : element.attribute("id").value()).text;
}

std::string_view localId(std::string_view url) { return url.starts_with('#') ? url.substr(1) : std::string_view(); }

double numberIn(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double number = std::numeric_limits<double>::quiet_NaN();
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc::result_out_of_range)
    return word.find("e-") != word.npos || word.find("E-") != word.npos ? 0 : number;
  if (error != std::errc() || end == word.data() + word.size() || *end != ',') return number;
  std::string withPoint(word);
  withPoint[static_cast<std::size_t>(end - word.data())] = '.';
  return numberIn(withPoint);
}

std::size_t readNumbers(std::string_view text, std::span<float> numbers) {
  std::size_t count = 0;
  if (numbers.empty()) return count;
  forEachWord(text, [&](std::string_view word) {
    const double number = numberIn(word);
    if (!(std::abs(number) <= static_cast<double>(limits::kMaxMagnitude))) return false;
    numbers[count++] = static_cast<float>(number);
    return count < numbers.size();
  });
  return count;
}

}  // namespace app
