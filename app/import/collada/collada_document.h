// Resolves references in a COLLADA document: ids, addresses, and the values of sources.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>
#include <pugixml.hpp>

namespace app {

// The elements of a COLLADA document and the words in them. Private to this folder.

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

/// The whole numbers in a text; `otherwise` for words that are none.
std::vector<std::uint32_t> indicesIn(std::string_view text, std::uint32_t otherwise);

/// "arm" for "#arm". Empty if the URL does not refer to the same document.
std::string_view localId(std::string_view url);

/// The number that the word begins with, or NaN. Accepts a comma as the decimal point, because some exporters follow
/// the locale.
double numberIn(std::string_view word);

/// Reads numbers separated by white space until `numbers` is full, and returns how many there are. Stops at
/// anything that is not a finite number.
std::size_t readNumbers(std::string_view text, std::span<float> numbers);

/// The numbers of an accessor, `stride` for each of its elements.
struct ColladaNumbers {
  std::vector<double> values;
  std::size_t stride = 1;
  std::size_t count() const { return values.size() / stride; }
};

/// What an accessor shows of its array: `count` elements of `size` numbers, which need not be finite. Valid as long as
/// the document.
struct ColladaValues {
  std::span<const float> numbers;  // of the whole array
  std::size_t first = 0, stride = 1, count = 0;
  std::array<std::size_t, 4> parts{0, 1, 2, 3};  // of each of `stride` numbers, those with a named <param>
  std::size_t size = 0;

  float at(std::size_t index, std::size_t part) const { return numbers[first + index * stride + parts[part]]; }
  glm::vec3 vec3At(std::size_t index) const {
    glm::vec3 result(0);
    for (std::size_t k = 0; k < size && k < 3; ++k) result[static_cast<int>(k)] = at(index, k);
    return result;
  }
};

/// What an address like "body/move.X" refers to: an element, or one of its numbers.
struct ColladaTarget {
  pugi::xml_node element;          // empty: there is none
  std::string_view member;         // "X", "(3)", "(3)(0)"; empty: all of it
  std::string_view lastStep = {};  // the name by which the element was found, without the member
};

/// Valid while the document does not change. Throws ImportError if more numbers are read in total than a file may have.
/// An accessor whose array is not in the file shows that of its source, and no more than there is in it.
class ColladaDocument {
 public:
  explicit ColladaDocument(const pugi::xml_node& root);

  const pugi::xml_node& root() const { return root_; }
  /// The element that "#id" or "id" refers to. Empty if there is none or it is in another file.
  pugi::xml_node find(std::string_view url) const;
  /// The same, of that name; several kinds of elements may have one id by mistake.
  pugi::xml_node find(std::string_view url, std::string_view name) const;
  /// The source of the <input> with that semantic; empty if there is none.
  pugi::xml_node inputOf(const pugi::xml_node& parent, const char* semantic) const;
  /// The numbers of a <source>. Anything that is not a number, or too large, becomes 0.
  ColladaNumbers numbersOf(const pugi::xml_node& source);
  /// Of a <source>, as floats. An array is read once, however many accessors it has, and does not count as numbers
  /// read.
  ColladaValues valuesOf(const pugi::xml_node& source);
  /// Of a <source>.
  std::vector<std::string_view> wordsOf(const pugi::xml_node& source);
  /// Resolves an id, a path of sids below it, and a member (COLLADA 1.4.1 specification, chapter 3, "Address syntax").
  ColladaTarget resolve(std::string_view address);

 private:
  pugi::xml_node childBySid(const pugi::xml_node& parent, std::string_view sid);
  void spend(std::uint64_t numbers);

  pugi::xml_node root_;
  std::multimap<std::string_view, pugi::xml_node> byId_;
  std::map<pugi::xml_node_struct*, std::vector<float>> arrays_;
  std::uint64_t numbersRead_ = 0, steps_ = 0;
};

/// The array that a <source> shows; empty if there is none.
pugi::xml_node colladaArrayOf(const ColladaDocument& document, const pugi::xml_node& source);

/// The numbers in an element's text, at most `most`.
std::vector<double> numbersIn(const pugi::xml_node& element, std::size_t most);

}  // namespace app
