// A JSON value that needs no memory to be destroyed, and the reader that builds one.
#ifndef APP_MODEL_JSON_JSON_TREE_H
#define APP_MODEL_JSON_JSON_TREE_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace app {

/// Destroys all values inside, those without children first. Recurses as deep as the value is.
template <class Json>
void takeApart(Json& value) noexcept {
  if (!value.is_structured()) return;
  for (Json& child : value) takeApart(child);
  value.clear();
}

/// Owns a JSON value and destroys it without allocating. nlohmann's own destructor moves all children to a list first;
/// if there is no memory for that, the program ends, because a destructor cannot throw. Code that must survive running
/// out of memory keeps every JSON list and object in one of these.
template <class Json = nlohmann::json>
class JsonTree {
 public:
  JsonTree() = default;
  ~JsonTree() { takeApart(root_); }
  JsonTree(JsonTree&& other) noexcept { root_.swap(other.root_); }
  JsonTree& operator=(JsonTree&& other) noexcept {
    root_.swap(other.root_);
    return *this;
  }

  Json& root() { return root_; }
  const Json& root() const { return root_; }
  operator const Json&() const { return root_; }

 private:
  Json root_;
};

/// Whether the value is this text. The library's `==` makes a value of the text first and may not throw: without memory
/// that ends the program.
template <class Json>
bool isText(const Json& value, std::string_view text) {
  return value.is_string() && value.template get_ref<const typename Json::string_t&>() == text;
}

/// What is wrong with a text that is not JSON.
struct JsonFault {
  std::size_t at;  // bytes that were read
  bool isNumberTooLarge;
};

/// The tree that `text` describes, whose depth the caller has limited (tooDeepAt). Of members with the same name the
/// last counts. Not for types whose objects copy their members when they grow, such as ordered_json.
std::optional<JsonFault> readJson(std::string_view text, JsonTree<>& tree);

}  // namespace app

#endif  // APP_MODEL_JSON_JSON_TREE_H
