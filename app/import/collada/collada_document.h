// Looks up what COLLADA elements refer to: by id, by address, and the numbers of a source.
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

/// "body/move.X": an element and, of its numbers, maybe one.
struct ColladaTarget {
  pugi::xml_node element;          // empty: there is none
  std::string_view member;         // "X", "(3)", "(3)(0)"; empty: all of it
  std::string_view lastStep = {};  // the name by which the element was found, without the member
};

/// Valid while the document does not change. Throws ImportError if it is asked for too much in all.
class ColladaDocument {
 public:
  explicit ColladaDocument(const pugi::xml_node& root);

  const pugi::xml_node& root() const { return root_; }
  /// "#id"; without the '#' it is an id, too. Nothing else but documents elsewhere are "file#id": an empty node.
  pugi::xml_node find(std::string_view url) const;
  /// The element that an <input> with this meaning names; none: an empty node.
  pugi::xml_node inputOf(const pugi::xml_node& parent, std::string_view semantic) const;
  /// Of a <source>. Values that are no numbers or too large are 0.
  ColladaNumbers numbersOf(const pugi::xml_node& source);
  /// Of a <source>.
  std::vector<std::string_view> wordsOf(const pugi::xml_node& source);
  /// Of a <p>. What is no index becomes the largest one.
  std::vector<std::uint32_t> indicesIn(const pugi::xml_node& list);
  /// COLLADA 1.4.1 specification, chapter 3, "Address syntax": an id, sids on the way down, and a member.
  ColladaTarget resolve(std::string_view address);

 private:
  pugi::xml_node childBySid(const pugi::xml_node& parent, std::string_view sid);
  void spend(std::uint64_t numbers);

  pugi::xml_node root_;
  std::map<std::string_view, pugi::xml_node> byId_;
  std::uint64_t numbersRead_ = 0, steps_ = 0;
};

/// The numbers of an element's text, at most that many.
std::vector<double> numbersIn(const pugi::xml_node& element, std::size_t most);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_DOCUMENT_H
