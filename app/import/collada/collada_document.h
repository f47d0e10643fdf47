// Resolves references in a COLLADA document: ids, addresses, and the values of sources.
#ifndef APP_IMPORT_COLLADA_COLLADA_DOCUMENT_H
#define APP_IMPORT_COLLADA_COLLADA_DOCUMENT_H

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

namespace app {

/// The numbers of an accessor, `stride` for each of its elements.
struct ColladaNumbers {
  std::vector<double> values;
  std::size_t stride = 1;
  std::size_t count() const { return values.size() / stride; }
};

/// What an address like "body/move.X" refers to: an element, or one of its numbers.
struct ColladaTarget {
  pugi::xml_node element;          // empty: there is none
  std::string_view member;         // "X", "(3)", "(3)(0)"; empty: all of it
  std::string_view lastStep = {};  // the name by which the element was found, without the member
};

/// Valid while the document does not change. Throws ImportError if more numbers are read in total than a file may have.
class ColladaDocument {
 public:
  explicit ColladaDocument(const pugi::xml_node& root);

  const pugi::xml_node& root() const { return root_; }
  /// The element that "#id" or "id" refers to. Empty if there is none or it is in another file.
  pugi::xml_node find(std::string_view url) const;
  /// The source of the <input> with that semantic; empty if there is none.
  pugi::xml_node inputOf(const pugi::xml_node& parent, const char* semantic) const;
  /// The numbers of a <source>. Anything that is not a number, or too large, becomes 0.
  ColladaNumbers numbersOf(const pugi::xml_node& source);
  /// Of a <source>.
  std::vector<std::string_view> wordsOf(const pugi::xml_node& source);
  /// The indices in a <p>. Anything that is not an index becomes the largest possible one.
  std::vector<std::uint32_t> indicesIn(const pugi::xml_node& list);
  /// Resolves an id, a path of sids below it, and a member (COLLADA 1.4.1 specification, chapter 3, "Address syntax").
  ColladaTarget resolve(std::string_view address);

 private:
  pugi::xml_node childBySid(const pugi::xml_node& parent, std::string_view sid);
  void spend(std::uint64_t numbers);

  pugi::xml_node root_;
  std::map<std::string_view, pugi::xml_node> byId_;
  std::uint64_t numbersRead_ = 0, steps_ = 0;
};

/// The numbers in an element's text, at most `most`.
std::vector<double> numbersIn(const pugi::xml_node& element, std::size_t most);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_DOCUMENT_H
